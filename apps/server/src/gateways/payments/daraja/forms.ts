import { constants, createHash, publicEncrypt } from 'node:crypto';
import { parseKes } from '@mfuko/contract/money';
import { PaymentsError } from '../port.ts';

const EAT_MS = 3 * 3_600_000;

/** Formats an amount in whole shillings for Daraja. Daraja drops fractions silently, so this throws PaymentsError for them. */
export function toShillings(cents: bigint): string {
  if (cents <= 0n || cents % 100n !== 0n) throw new PaymentsError('M-Pesa moves whole shillings only');
  return String(cents / 100n);
}

/** Parses `"150"`, `"150.00"` or `150` to cents; null where there is no amount. */
export function centsOf(value: unknown): bigint | null {
  return parseKes(typeof value === 'string' ? value.trim() : value);
}

/** Parses a balance, which may be negative, to cents. */
export function balanceOf(value: unknown): bigint | null {
  const text = String(value ?? '').trim();
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2})\d*)?$/.exec(text);
  if (!match) return null;
  const cents = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** Formats a time as `YYYYMMDDHHmmss` in East Africa Time. */
export function eatStamp(moment: Date): string {
  return eatText(moment).replace(/\D/g, '');
}

/** Formats a time as `YYYY-MM-DD HH:mm:ss` in East Africa Time. */
export function eatText(moment: Date): string {
  return new Date(moment.getTime() + EAT_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Parses each of Daraja's time formats, all in East Africa Time: `20260115083015` (text or number), `15.01.2026 08:41:07`,
 * `2026-01-15T08:30:15Z` (in spite of the Z). Returns null for anything else.
 */
export function momentOf(value: unknown): Date | null {
  const text = String(value ?? '').trim();
  const match =
    /^(?<y>\d{4})-?(?<mo>\d\d)-?(?<d>\d\d)[T ]?(?<h>\d\d):?(?<mi>\d\d):?(?<s>\d\d)(?:\.\d+)?Z?$/.exec(text) ??
    /^(?<d>\d\d)\.(?<mo>\d\d)\.(?<y>\d{4}) (?<h>\d\d):(?<mi>\d\d):(?<s>\d\d)$/.exec(text);
  if (!match?.groups) return null;
  const { y, mo, d, h, mi, s } = match.groups;
  const iso = `${y}-${mo}-${d}T${h}:${mi}:${s}`;
  const moment = new Date(`${iso}Z`);
  // Rejects impossible dates such as 31 February, which Date would move to March.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(iso)) return null;
  return new Date(moment.getTime() - EAT_MS);
}

/** Returns the password of an STK push; `stamp` must equal the request's Timestamp. */
export function stkPassword(shortCode: string, passkey: string, stamp: string): string {
  return Buffer.from(`${shortCode}${passkey}${stamp}`).toString('base64');
}

export function basicHeader(consumerKey: string, consumerSecret: string): string {
  return `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
}

/** Hashes a number in the way in which payers' numbers arrive at URLs that were registered for hashed phones. */
export function phoneHash(phone: string): string {
  return createHash('sha256').update(phone).digest('hex');
}

/** Encrypts an API operator's password with the provider's certificate (PEM): RSA with PKCS#1 v1.5, in base64. */
export function sealCredential(certificate: string, password: string): string {
  return publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  );
}
