import { createPublicKey, verify } from 'node:crypto';
import type { PublicKey } from '../signer.ts';
import type { Codes } from './codes.ts';
import { readPublicKey, type Tablet, type Tablets } from './tablets.ts';

/** Codes with which a page is hung up on. None says more of why than its own name does. */
export const CLOSED = { unknown: 4401, wrongCode: 4403, late: 4408, noCode: 4410, tooMany: 4429, fault: 1011 } as const;

/** Proven: which tablet it is, and whether it is here for the first time. */
export interface Proven {
  readonly tablet: Tablet;
  readonly isNew: boolean;
}

export interface ProofOptions {
  /** Host by which tablets call this service; a signature that was made for another one is none. */
  readonly reader: string;
  readonly tablets: Tablets;
  readonly codes: Codes;
}

const LONGEST_LABEL = 40;

/** Judges the one answer of a page to its nonce: the tablet that it comes from, or the code to hang up with. */
export function judge(text: string, nonce: string, options: ProofOptions): Proven | number {
  const frame = readObject(text);
  if (frame?.type === 'proof') return judgeProof(frame, nonce, options);
  if (frame?.type === 'pair') return judgePairing(frame, nonce, options);
  return CLOSED.unknown;
}

type Frame = Readonly<Record<string, unknown>>;

function judgeProof(
  { tablet: id, signature }: Frame,
  nonce: string,
  { reader, tablets }: ProofOptions,
): Proven | number {
  const tablet = typeof id === 'string' ? tablets.find(id) : undefined;
  if (!tablet || !isSigned(`mfuko-tablet ${reader} ${nonce}`, signature, tablet.publicKey)) return CLOSED.unknown;
  return { tablet, isNew: false };
}

function judgePairing(
  { code, publicKey, label, signature }: Frame,
  nonce: string,
  { reader, tablets, codes }: ProofOptions,
): Proven | number {
  const key = readPublicKey(publicKey);
  if (typeof code !== 'string' || !/^\d{8}$/.test(code) || key === undefined) return CLOSED.unknown;
  // Before the code: a try counts only for whoever holds the key that would be paired.
  if (!isSigned(`mfuko-pair ${reader} ${nonce} ${code}`, signature, key)) return CLOSED.unknown;
  const use = codes.use(code);
  if (use === 'none') return CLOSED.noCode;
  if (use === 'wrong') return CLOSED.wrongCode;
  return { tablet: tablets.add(key, labelOf(label)), isNew: true };
}

function isSigned(text: string, signature: unknown, publicKey: PublicKey): boolean {
  if (typeof signature !== 'string') return false;
  const key = createPublicKey({ key: { ...publicKey }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

/** Label as it may be shown in a terminal and a log: nothing in it moves a cursor, breaks a line, or turns the direction. */
function labelOf(label: unknown): string {
  const text = typeof label === 'string' ? label.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim() : '';
  return [...text].slice(0, LONGEST_LABEL).join('').trim() || 'Tablet';
}

function readObject(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Frame) : undefined;
  } catch {
    // No JSON, and so no proof.
    return undefined;
  }
}
