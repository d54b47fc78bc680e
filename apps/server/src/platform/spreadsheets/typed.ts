/** Typed cells: the value that a person meant by a cell that a spreadsheet program has had its way with. */

/** A number that was shortened for show (`2.547E+11`) loses its last digits where it was kept as text. */
export const LOST = Symbol('digits lost');

/** The apostrophe by which spreadsheet programs mark a number as a text, where an export has written it into the cell. */
const TEXT_MARK = /^['`\u00b4\u2018\u2019]+\s*/;

/** The text of a cell that holds a number or an amount, without the mark that it is a text: `'0722000111` is `0722000111`. */
export function withoutTextMark(text: string): string {
  return text.replace(TEXT_MARK, '');
}

/** True where a cell says by its mark that it is a text: it has lost no zeros. */
export function isMarkedAsText(text: string): boolean {
  return TEXT_MARK.test(text);
}

/** The digits of `2.54712345678E+11`; LOST where the text no longer holds them all; the text itself where it is none such. */
export function unshortened(text: string): string | typeof LOST {
  const [, whole, decimals = '', exponent] = /^(\d)(?:[.,](\d{1,20}))?[eE]\+?(\d{1,2})$/.exec(text) ?? [];
  if (whole === undefined) return text.replace(/^(\d+)[.,]0+$/, '$1');
  const zeros = Number(exponent) - decimals.length;
  return zeros > 0 ? LOST : whole + decimals.slice(0, Number(exponent));
}

/**
 * A Kenyan mobile number as people write it (0712 345 678, 712345678, +254 712 345678) in the form 254XXXXXXXXX; LOST
 * where a spreadsheet program cut it; null where it is no such number.
 */
export function readPhone(text: string): string | typeof LOST | null {
  const whole = unshortened(withoutTextMark(text.trim()));
  if (whole === LOST) return LOST;
  const digits = whole
    .replace(/[\s().\-/]/g, '')
    .replace(/^\+/, '')
    .replace(/^00254/, '254');
  const [, national] = /^(?:254|0)?0?([17]\d{8})$/.exec(digits) ?? [];
  return national ? `254${national}` : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MIEZI = ['jan', 'feb', 'mac', 'apr', 'mei', 'jun', 'jul', 'ago', 'sep', 'okt', 'nov', 'des'];

/**
 * The month of a day or a month as people in Kenya write it, the day before the month (14/3/2015, 3/2015, 2015-03-14, 14 March 2015,
 * Machi 2015), in the form 2015-03; null where it is none, or may be another. A year of two digits is none.
 */
export function readMonth(text: string): string | null {
  const day = '(?:0?[1-9]|[12]\\d|3[01])';
  const month = '(?<month>0?[1-9]|1[0-2])';
  const year = '(?<year>(?:19|20)\\d\\d)';
  const time = '(?:[ T]\\d\\d?:\\d\\d(?::\\d\\d)?)?';
  const forms = [
    `${year}([-/.])${month}(?:\\2${day})?${time}`,
    `(?:${day}([-/.]))?${month}[-/.]${year}${time}`,
    `(?:${day}[ -])?(?<name>\\p{L}{3,9})\\.?[ -]${year}`,
  ];
  for (const form of forms) {
    const found = new RegExp(`^${form}$`, 'u').exec(text.trim())?.groups;
    if (!found?.year) continue;
    const named = found.name?.slice(0, 3).toLowerCase() ?? '';
    const number = Number(found.month ?? Math.max(MONTHS.indexOf(named), MIEZI.indexOf(named)) + 1);
    return number === 0 ? null : `${found.year}-${String(number).padStart(2, '0')}`;
  }
  return null;
}
