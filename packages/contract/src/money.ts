import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

/** The form of an amount on the wire: whole KES, or with one or two decimals; at most 9,999,999.99. */
const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

/**
 * Reads KES as the wire carries them (a number, or the same as text) into integer cents.
 * Returns null for anything else: signs, blanks, exponents, a third decimal, NaN.
 */
export function parseKes(value: unknown): bigint | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !AMOUNT.test(text)) return null;
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Reads what many amounts come to, which may be more than one amount is, like `parseKes`. */
export function parseKesSum(text: string): bigint | null {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Integer cents as the JSON number of KES that goes over the wire. */
export function toKes(cents: bigint): number {
  return Number(cents) / 100;
}

/** Integer cents as people read them in a sentence: `KES 1,234.50`. */
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
 * Amount that a desk has shown before a press, in cents once read; null where it tells none. Where it comes to another one by now nothing is recorded.
 */
export const shownAmount = kesOrZero.nullish().transform((cents) => cents ?? null);

/** A limit, a price or an amount in a rule: more than zero. */
export const kes = kesOrZero.refine((cents) => cents > 0n, fieldMessage('more-than-zero'));

/** Digits whose cents still fit in the database's integers. */
const MOVED = /^(\d{1,16})(\.\d{1,2})?$/;

/**
 * An amount that moves: more than zero, and of whatever size. That it is too much is no fault of its form but a rule of the school's
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
