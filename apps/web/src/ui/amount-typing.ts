import { groupThousands, readTypedAmount } from '@mfuko/contract/typed-amount';

/** Text of a field, with the caret after `at` characters. */
export interface Typing {
  readonly text: string;
  readonly at: number;
}

/** Number with at most two decimals and possibly no shillings yet: 1500, 1500., .5 */
const UNFINISHED = /^\d*(?:\.\d{0,2})?$/;

/**
 * Returns the field's text after an edit, with grouped thousands and the caret after the same digit. `key` is the typed character, empty
 * for a deletion, null for a paste or any other insertion of several characters.
 *
 * The commas of a grouped text belong to the field, so they follow the digits. A comma that was typed or pasted belongs to the user: an
 * ambiguous text stays unchanged.
 */
export function typeAmount(before: string, after: Typing, key: string | null): Typing {
  const sign = signOf(after.text);
  if (sign !== '') {
    const rest = typeAmount(
      before.replace(sign, ''),
      { text: after.text.slice(1), at: Math.max(0, after.at - 1) },
      key,
    );
    return { text: sign + rest.text, at: after.at === 0 ? 0 : rest.at + 1 };
  }
  // A space groups thousands only once three digits follow it.
  if (key === ' ') return after;
  if (key === null || key === ',' || !isGrouped(before)) return group(after, readTypedAmount(after.text).wire);
  const edited = key === '' ? withDigitOfComma(before, after) : after;
  const plain = edited.text.replaceAll(',', '');
  return group(edited, UNFINISHED.test(plain) ? plain : undefined);
}

/** Returns the amount in KES of a field's value, for display and comparison; 0 where it is not an amount or is ambiguous. */
export function amountOf(value: string): number {
  return Number(readTypedAmount(value).wire ?? 0);
}

/** Formats a wire amount as the field shows it; returns any other text unchanged. */
export function showAmount(value: string): string {
  const sign = signOf(value);
  const amount = value.slice(sign.length);
  return UNFINISHED.test(amount) ? sign + groupThousands(amount) : value;
}

/** Returns the leading minus of a text (hyphen, or the minus sign of a spreadsheet); empty where there is none. */
export function signOf(text: string): string {
  return /^[-\u2212]/.exec(text)?.[0] ?? '';
}

/** Removes the digit before a deleted comma too: otherwise the comma would reappear. */
function withDigitOfComma(before: string, after: Typing): Typing {
  const onlyComma = before.replaceAll(',', '') === after.text.replaceAll(',', '');
  return onlyComma && after.at > 0
    ? { text: after.text.slice(0, after.at - 1) + after.text.slice(after.at), at: after.at - 1 }
    : after;
}

function isGrouped(text: string): boolean {
  const plain = text.replaceAll(',', '');
  return UNFINISHED.test(plain) && groupThousands(plain) === text;
}

/** Groups the thousands of `plain`; the caret stays after the same number of digits and decimal points. */
function group(typing: Typing, plain: string | undefined): Typing {
  if (plain === undefined) return typing;
  const text = groupThousands(plain);
  const kept = typing.text.slice(0, typing.at).replaceAll(/[^\d.]/g, '').length;
  let at = 0;
  for (let seen = 0; seen < kept && at < text.length; at++) if (text[at] !== ',') seen++;
  return { text, at };
}
