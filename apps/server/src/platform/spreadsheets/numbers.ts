/** Format of a number: with leading zeros up to `pad` digits, as a moment, or plainly. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'padded'; readonly pad: number };

const PLAIN: NumberFormat = { kind: 'plain' };
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars, chosen so that their days after February 1900 come out right. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** The look that a number format's id gives, where the workbook describes none of that id. */
export function formatOfId(id: number): NumberFormat {
  return (id >= 14 && id <= 22) || (id >= 45 && id <= 47) ? { kind: 'moment' } : PLAIN;
}

/** The look that a number format's code gives: `0000` keeps four digits, `dd/mm/yyyy` is a moment. */
export function formatOfCode(code: string): NumberFormat {
  const first = (code.split(';')[0] ?? '').replace(/\[[^\]]*\]|"[^"]*"|\\.|_.|\*./g, '').trim();
  if (/^0{2,15}$/.test(first)) return { kind: 'padded', pad: first.length };
  return /[ymdhs]/i.test(first) && !/general/i.test(first) ? { kind: 'moment' } : PLAIN;
}

/**
 * The text of a number cell as a person reads it: `2.54712345678E11` is 254712345678, a serial day its date, and what
 * binary fractions add behind the fifteenth digit is left away, as spreadsheet programs do. What is no number stays as it is.
 */
export function numberText(stored: string, look: NumberFormat, from1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (look.kind === 'moment') return momentText(value, from1904);
  const text = plainText(value);
  return look.kind === 'padded' && /^\d+$/.test(text) ? text.padStart(look.pad, '0') : text;
}

function plainText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(15).replace(/\.?0+$/, '') : text;
}

function momentText(serial: number, from1904: boolean): string {
  if (serial < 0 || serial > 2_958_466) return plainText(serial);
  const moment = new Date(
    Math.round(((from1904 ? EPOCH_1904 : EPOCH_1900) + serial * DAY_MS) / 1000) * 1000,
  ).toISOString();
  if (serial < 1) return moment.slice(11, 16);
  return Number.isInteger(serial) ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 16)}`;
}
