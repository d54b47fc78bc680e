import { createPublicKey, verify } from 'node:crypto';
import type { PublicKey } from '../signer.ts';
import type { Codes } from './codes.ts';
import { readPublicKey, type Tablet, type Tablets } from './tablets.ts';

/** Close codes for refused pages. They disclose no more of the reason than their names. */
export const CLOSED = { unknown: 4401, wrongCode: 4403, late: 4408, noCode: 4410, tooMany: 4429, fault: 1011 } as const;

/** Authenticated tablet, and whether it was just paired. */
export interface Proven {
  readonly tablet: Tablet;
  readonly isNew: boolean;
}

export interface ProofOptions {
  /** Host by which tablets reach this service; a signature for another host is invalid. */
  readonly reader: string;
  readonly tablets: Tablets;
  readonly codes: Codes;
}

const MAX_LABEL_LENGTH = 40;

/** Checks the page's single answer to its nonce: returns the tablet that sent it, or the close code. */
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
  // Before the code, so that an attempt counts only for a page that holds the key to be paired.
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

/** Returns a label that is safe in a terminal and a log: without cursor movements, line breaks, or changes of the text direction. */
function labelOf(label: unknown): string {
  const text = typeof label === 'string' ? label.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim() : '';
  return [...text].slice(0, MAX_LABEL_LENGTH).join('').trim() || 'Tablet';
}

function readObject(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Frame) : undefined;
  } catch {
    // A frame that is not JSON contains no proof.
    return undefined;
  }
}
