import { constants, createHash, publicEncrypt } from 'node:crypto';
import { parseKes } from '@mfuko/contract/money';
import { PaymentsError } from '../port.ts';

const EAT_MS = 3 * 3_600_000;

/** Whole shillings as Daraja takes them. It drops fractions without a word, so they are refused here. */
export function toShillings(cents: bigint): string {
  if (cents <= 0n || cents % 100n !== 0n) throw new PaymentsError('M-Pesa moves whole shillings only');
  return String(cents / 100n);
}

/** Cents of `"150"`, `"150.00"` or `150`; null where there is no amount. */
export function centsOf(value: unknown): bigint | null {
  return parseKes(typeof value === 'string' ? value.trim() : value);
}

/** Cents of a balance, which may be below zero. */
export function balanceOf(value: unknown): bigint | null {
  const text = String(value ?? '').trim();
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2})\d*)?$/.exec(text);
  if (!match) return null;
  const cents = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** `YYYYMMDDHHmmss` in East Africa Time. */
export function eatStamp(moment: Date): string {
  return eatText(moment).replace(/\D/g, '');
}

/** `YYYY-MM-DD HH:mm:ss` in East Africa Time. */
export function eatText(moment: Date): string {
  return new Date(moment.getTime() + EAT_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * The moment of any of Daraja's ways to write East Africa Time: `20260115083015` (text or number),
 * `15.01.2026 08:41:07`, `2026-01-15T08:30:15Z` (the Z notwithstanding). Null where it is none of them.
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
  // 31 February would become a day in March.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(iso)) return null;
  return new Date(moment.getTime() - EAT_MS);
}

/** The password of an STK push; `stamp` is the very text that goes out as its Timestamp. */
export function stkPassword(shortCode: string, passkey: string, stamp: string): string {
  return Buffer.from(`${shortCode}${passkey}${stamp}`).toString('base64');
}

export function basicHeader(consumerKey: string, consumerSecret: string): string {
  return `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
}

/** The form in which payers' numbers arrive at addresses that were registered for hashed phones. */
export function phoneHash(phone: string): string {
  return createHash('sha256').update(phone).digest('hex');
}

/** An operator's password, sealed to the provider's certificate (PEM): RSA with PKCS#1 v1.5, in base64. */
export function sealCredential(certificate: string, password: string): string {
  return publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  );
}
