/** Number format of a cell: plain, date or time, or padded with zeros to `pad` digits. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'padded'; readonly pad: number };

const PLAIN: NumberFormat = { kind: 'plain' };
const DAY_MS = 86_400_000;
/** Day 0 of the two date systems, chosen so that days after February 1900 are correct. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Returns the format of a built-in format id, for ids that the workbook does not define. */
export function formatOfId(id: number): NumberFormat {
  return (id >= 14 && id <= 22) || (id >= 45 && id <= 47) ? { kind: 'moment' } : PLAIN;
}

/** Returns the format of a format code: `0000` pads to four digits, `dd/mm/yyyy` is a date. */
export function formatOfCode(code: string): NumberFormat {
  const first = (code.split(';')[0] ?? '').replace(/\[[^\]]*\]|"[^"]*"|\\.|_.|\*./g, '').trim();
  if (/^0{2,15}$/.test(first)) return { kind: 'padded', pad: first.length };
  return /[ymdhs]/i.test(first) && !/general/i.test(first) ? { kind: 'moment' } : PLAIN;
}

/**
 * Formats a number cell as a person sees it: `2.54712345678E11` is 254712345678, a serial day number is a date, and binary noise beyond
 * the fifteenth digit is rounded away, as spreadsheet programs do. Text that is no number is returned unchanged.
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
