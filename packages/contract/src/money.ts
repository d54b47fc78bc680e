import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

/** Wire format of an amount: whole KES, or with one or two decimals; at most 9,999,999.99. */
const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

/**
 * Parses KES as on the wire (a number, or the same as text) into integer cents. Returns null for anything else: signs, blanks, exponents,
 * a third decimal, NaN.
 */
export function parseKes(value: unknown): bigint | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !AMOUNT.test(text)) return null;
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Parses a sum of amounts like `parseKes`; a sum may exceed the maximum of one amount. */
export function parseKesSum(text: string): bigint | null {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Converts integer cents to the JSON number of KES on the wire. */
export function toKes(cents: bigint): number {
  return Number(cents) / 100;
}

/** Formats integer cents for a sentence: `KES 1,234.50`. */
export function formatKes(cents: bigint): string {
  return `KES ${(Number(cents) / 100).toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

const wireAmount = z.union([z.number(), z.string()]);

/** A price or limit of zero or more: KES on the wire, integer cents (`bigint`) once read. */
export const kesOrZero = wireAmount.transform((value, context) => {
  const cents = parseKes(value);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: fieldMessage('amount') });
  return z.NEVER;
});

/**
 * Amount that a desk displayed before the user confirmed, in cents once read; null if not given. Nothing is recorded if the amount has
 * changed since.
 */
export const shownAmount = kesOrZero.nullish().transform((cents) => cents ?? null);

/** A limit, a price or an amount in a rule: more than zero. */
export const kes = kesOrZero.refine((cents) => cents > 0n, fieldMessage('more-than-zero'));

/** Digits of an amount whose cents still fit into the database's integers. */
const MOVED = /^(\d{1,16})(\.\d{1,2})?$/;

/**
 * An amount to move: more than zero, of any size. An amount that is too large is not malformed but breaks a rule of the school
 * (`wallet.over-limit`), whose limit is always an amount of `kes`.
 */
export const kesToMove = wireAmount
  .transform((value, context) => {
    const [text, whole, decimals = '.0'] = MOVED.exec(String(value)) ?? [];
    if (text !== undefined && whole !== undefined)
      return BigInt(whole) * 100n + BigInt(decimals.slice(1).padEnd(2, '0'));
    context.addIssue({ code: 'custom', message: fieldMessage('amount') });
    return z.NEVER;
  })
  .refine((cents) => cents > 0n, fieldMessage('more-than-zero'));
