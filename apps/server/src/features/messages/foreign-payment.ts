/** Words, in English and Kiswahili, next to which a number is one that money is to go to. */
const PAYING =
  /pay ?bill|buy ?goods|\btill\b|lipa|\bm-?pesa\b|airtel ?money|t-?kash|send (?:the )?(?:money|cash|fees?)|\bpay(?:able)? (?:in)?to\b|\btum(?:a|eni|ia|eni)\b|\bpesa kwa\b|business n(?:o|umber)|n[au]mba ya (?:biashara|malipo)|\baccount n(?:o|umber)|\bakaunti\b/i;
/** Characters before and after a number that are looked at for them. */
const NEAR = 48;
/** Digits as people write them, in groups or in one. */
const NUMBER = /\d(?:[ .\-_/]{0,2}\d){4,13}/g;
const SHORT_CODE = /^\d{5,7}$/;
const PHONE = /^(?:254|0)?([17]\d{8})$/;
/** An amount is no number to pay to. */
const AMOUNT_BEFORE = /(?:\bkes\.?|\bkshs?\.?|\bsh\.?|\bshillings?|\bshilingi)\s*$/i;
const AMOUNT_AFTER = /^(?:\.\d\d)?\s*(?:\/[=-]|bob\b|shillings?\b|shilingi\b|kes\b|kshs?\b)/i;

/**
 * Tells whether a text asks for money to a number that is not among `own`: a paybill, a till or a phone next to a word of payment.
 * Marks that nobody sees and digits of other scripts hide nothing.
 */
export function asksForeignPayment(text: string, own: readonly string[]): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
  const known = new Set(own.map(told));
  for (const found of plain.matchAll(NUMBER)) {
    const [before, after] = [plain.slice(0, found.index), plain.slice(found.index + found[0].length)];
    const number = found[0].replace(/\D/g, '');
    if (!(SHORT_CODE.test(number) || PHONE.test(number)) || known.has(told(number))) continue;
    if (AMOUNT_BEFORE.test(before) || AMOUNT_AFTER.test(after)) continue;
    if (PAYING.test(`${before.slice(-NEAR)} # ${after.slice(0, NEAR)}`)) return true;
  }
  return false;
}

/** A phone number in the one form that all of its forms have. */
function told(number: string): string {
  return PHONE.exec(number)?.[1] ?? number;
}

/** Digits of a script stand in its block in their order, ten by ten. */
function asciiDigit(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    value++;
  }
  return String(value);
}
