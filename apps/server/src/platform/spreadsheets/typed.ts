/** Recovers the value that a person meant from cells that a spreadsheet program has reformatted. */

/** Result for a number in scientific notation (`2.547E+11`) that was saved as text and has lost its last digits. */
export const LOST = Symbol('digits lost');

/** Apostrophe by which spreadsheet programs mark a number as text, where an export has written it into the cell. */
const TEXT_MARK = /^['`\u00b4\u2018\u2019]+\s*/;

/** Returns the text of a cell without the text mark: `'0722000111` becomes `0722000111`. */
export function withoutTextMark(text: string): string {
  return text.replace(TEXT_MARK, '');
}

/** Returns true if a cell carries the text mark, so that it has lost no zeros. */
export function isMarkedAsText(text: string): boolean {
  return TEXT_MARK.test(text);
}

/**
 * Expands `2.54712345678E+11` to its digits. Returns LOST where digits are missing, and the text itself where it is not in that form.
 */
export function unshortened(text: string): string | typeof LOST {
  const [, whole, decimals = '', exponent] = /^(\d)(?:[.,](\d{1,20}))?[eE]\+?(\d{1,2})$/.exec(text) ?? [];
  if (whole === undefined) return text.replace(/^(\d+)[.,]0+$/, '$1');
  const zeros = Number(exponent) - decimals.length;
  return zeros > 0 ? LOST : whole + decimals.slice(0, Number(exponent));
}

/**
 * Parses a Kenyan mobile number (0712 345 678, 712345678, +254 712 345678) to the form 254XXXXXXXXX. Returns LOST where a spreadsheet
 * program dropped digits; null where the text is no such number.
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
 * Parses the month of a date or month as written in Kenya, with the day before the month (14/3/2015, 3/2015, 2015-03-14, 14 March 2015,
 * Machi 2015), to the form 2015-03. Returns null where it is invalid or ambiguous; a two-digit year is invalid.
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
