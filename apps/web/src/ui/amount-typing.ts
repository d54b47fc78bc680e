import { groupThousands, readTypedAmount } from '@mfuko/contract/typed-amount';

/** A text field with the caret after `at` characters. */
export interface Typing {
  readonly text: string;
  readonly at: number;
}

/** At most two decimals, and shillings that may still be missing: 1500, 1500., .5 */
const UNFINISHED = /^\d*(?:\.\d{0,2})?$/;

/**
 * The field's text after an edit, its thousands grouped, and its caret behind the same digit. `key` is the character that was
 * typed, empty for a deletion, null for a paste or whatever else writes several characters.
 *
 * The commas of a grouped text are the field's own, so they follow the digits. A comma that was typed or pasted is the person's:
 * a text with two readings stays as it is.
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
  // A space groups thousands once three digits stand behind it.
  if (key === ' ') return after;
  if (key === null || key === ',' || !isGrouped(before)) return group(after, readTypedAmount(after.text).wire);
  const edited = key === '' ? withDigitOfComma(before, after) : after;
  const plain = edited.text.replaceAll(',', '');
  return group(edited, UNFINISHED.test(plain) ? plain : undefined);
}

/** KES that a field's value says, to show and to compare; 0 where it is no amount or can be read in two ways. */
export function amountOf(value: string): number {
  return Number(readTypedAmount(value).wire ?? 0);
}

/** An amount of the wire as the field shows it; a text that is none, as it is. */
export function showAmount(value: string): string {
  const sign = signOf(value);
  const amount = value.slice(sign.length);
  return UNFINISHED.test(amount) ? sign + groupThousands(amount) : value;
}

/** A minus that a text begins with, from the keyboard or from a spreadsheet; empty where there is none. */
export function signOf(text: string): string {
  return /^[-\u2212]/.exec(text)?.[0] ?? '';
}

/** A deleted comma takes the digit before it along: alone it would come back. */
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

/** Groups the thousands of `plain`; the caret stays behind as many digits and points as it was. */
function group(typing: Typing, plain: string | undefined): Typing {
  if (plain === undefined) return typing;
  const text = groupThousands(plain);
  const kept = typing.text.slice(0, typing.at).replaceAll(/[^\d.]/g, '').length;
  let at = 0;
  for (let seen = 0; seen < kept && at < text.length; at++) if (text[at] !== ',') seen++;
  return { text, at };
}
