import { asRead } from '@mfuko/contract/as-read';

/** Words, in English and Kiswahili, that mark a nearby number as one to pay to. */
const PAYING =
  /pay ?bill|buy ?goods|\btill\b|lipa|\bm-?pesa\b|airtel ?money|t-?kash|send (?:the )?(?:money|cash|fees?)|\bpay(?:able)? (?:in)?to\b|\btum(?:a|eni|ia|eni)\b|\bpesa kwa\b|business n(?:o|umber)|n[au]mba ya (?:biashara|malipo)|\baccount n(?:o|umber)|\bakaunti\b/i;
/** Number of characters on each side of a number or link that are searched for such words. */
const NEAR = 48;
const DATE = /^(?:[12]?\d|3[01])([./-])(?:0?\d|1[0-2])\1(?:20)?\d\d$/;
/** Words before a number that mark it as one to call. */
const CALLING =
  /\b(?:call|ring|sms|text|whatsapp|contact|phone|tel|simu|piga|wasiliana|maswali|questions?)\b[^\d]{0,24}$/i;
/** Digits, together or in groups with separators. */
const NUMBER = /\d(?:[\s.\p{Pd}_/*·•'’]{0,3}\d){4,13}/gu;
const SHORT_CODE = /^\d{5,7}$/;
const PHONE = /^(?:254|0)?([17]\d{8})$/;
/** Words and signs of currency around an amount, which is not a number to pay to. */
const AMOUNT_BEFORE = /(?:\bkes\.?|\bkshs?\.?|\bsh\.?|\bshillings?|\bshilingi)\s*$/i;
const AMOUNT_AFTER = /^(?:\.\d\d)?\s*(?:\/[=-]|bob\b|shillings?\b|shilingi\b|kes\b|kshs?\b)/i;

/** Spoken digits, in English and Kiswahili; the index is the digit. */
const SAID = [
  'zero|oh|nought|sifuri',
  'one|moja',
  'two|mbili',
  'three|tatu',
  'four|nne',
  'five|tano',
  'six|sita',
  'seven|saba',
  'eight|nane',
  'nine|tisa',
].map((words) => words.split('|'));
const DIGIT_WORD = SAID.flat().join('|');
/** Three or more spoken digits in a row; fewer may be a time of day or a count. */
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:(?:double|triple) )?(?:${DIGIT_WORD}|\\d{1,3})(?:[\\s,.\\-/]+(?:na |and )?|$)){3,}`,
  'giu',
);
/** Spoken tens, hundreds and thousands, in English and Kiswahili. */
const LARGE_WORD =
  'ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|kumi|ishirini|thelathini|arobaini|hamsini|sitini|sabini|themanini|tisini';
const SCALE_WORD = 'hundred|thousand|million|mia|elfu|laki|milioni';
const SAID_PART = `(?:${DIGIT_WORD}|${LARGE_WORD}|\\d{1,3})`;
/** A number spoken in hundreds and thousands right after a paybill or till; an amount would not stand there. */
const SAID_LARGE = new RegExp(
  `(?:pay ?bill|buy ?goods|\\btill|business n(?:o|umber)|n[au]mba ya (?:biashara|malipo))[\\s:.,]*(?:(?:no|number|namba|is|ni)\\b[\\s:.,]*)*` +
    `(?:${SAID_PART}[\\s-]+(?:${SAID_PART}[\\s-]+)?(?:${SCALE_WORD})|(?:${SCALE_WORD})\\s+${SAID_PART})\\b`,
  'iu',
);
const ONE_SAID = new RegExp(`(?:(double|triple) )?(?:(${DIGIT_WORD})|(\\d+))`, 'giu');

/** A link, with or without a scheme. */
const LINK =
  /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|info|biz|ke|me|ly|gl|co|cc|io|to|tk|link|site|xyz|app|page|online|shop|live)\b(?:\/\S*)?/gi;
/** Words that mark a nearby link as one to a page that takes money: the page itself is not checked. */
const MONEY = /\bfees?\b|\bada\b|\bmalipo\b|\bpayments?\b|\bpay\b|\bpesa\b|\bmoney\b/i;

/**
 * Returns true if a text asks for payment to a number that is not in `own` (a paybill, till or phone near a word of payment), or has a
 * link near such words. Invisible characters, digits of other scripts and spelt-out digits do not hide a number.
 */
export function asksForeignPayment(text: string, own: readonly string[]): boolean {
  const plain = plainOf(text);
  for (const { index, 0: link } of plain.matchAll(LINK)) {
    const around = `${plain.slice(Math.max(0, index - NEAR), index)} # ${plain.slice(index + link.length).slice(0, NEAR)}`;
    if (PAYING.test(around) || MONEY.test(around)) return true;
  }
  // A spoken large number or an unknown script counts as foreign: a school writes its own numbers in digits, and its words in common
  // letters.
  if (STRANGE.test(plain) || SAID_LARGE.test(plain)) return true;
  const known = new Set(own.map(told));
  // Check the text as written and with spoken digits converted: neither form may hide a number from the other.
  return [plain, plain.replace(SPOKEN, digitsSaid)].some((read) => namesForeignNumber(read, known));
}

/** Part of a number, written or spoken. */
const PART = /(?<![\d.:/-])\d{2,4}(?![\d:/-]|\.\d)/g;

/**
 * Returns true if a text and an earlier one together ask for payment to a foreign number: one has words of payment near digits that are
 * not an amount, and none of the school's own numbers; the other has the rest of the digits.
 */
export function completesForeignPayment(text: string, earlier: readonly string[], own: readonly string[]): boolean {
  const [now, before] = [partsIn(text, own), earlier.map((one) => partsIn(one, own))];
  if (now.paying) return before.some(({ digits }) => digits);
  return now.digits && before.some(({ paying }) => paying);
}

function partsIn(text: string, own: readonly string[]): { readonly digits: boolean; readonly paying: boolean } {
  const plain = plainOf(text);
  const known = own.map(told);
  let [digits, paying] = [false, false];
  for (const read of [plain, plain.replace(SPOKEN, digitsSaid)]) {
    for (const { index, 0: found } of read.matchAll(PART)) {
      const [before, after] = [read.slice(0, index), read.slice(index + found.length)];
      if (AMOUNT_BEFORE.test(before) || AMOUNT_AFTER.test(after)) continue;
      digits = true;
      paying ||= PAYING.test(`${before.slice(-NEAR)} # ${after.slice(0, NEAR)}`);
    }
  }
  const ofOurs = [...plain.matchAll(NUMBER)].some(([number]) => known.includes(told(number.replace(/\D/g, ''))));
  return { digits, paying: paying && !ofOurs };
}

/** Single digits with signs between them, which only serve to hide a number. */
const SPREAD = /(?<![\p{L}\d])\d(?:[^\p{L}\d]{1,3}\d){4,}(?![\p{L}\d])/gu;
/** A word of digits and letters that look like digits. */
const DIGIT_LIKE = /(?<![\p{L}\d])(?=[a-z|]*\d)[\doil|]{2,}(?![\p{L}\d])/giu;

/** Returns the text with look-alike characters normalised. */
function plainOf(text: string): string {
  return asRead(text)
    .replace(DIGIT_LIKE, (word) => word.replace(/o/gi, '0').replace(/[il|]/gi, '1'))
    .replace(SPREAD, (digits) => digits.replace(/\D/g, ''));
}

/** Letters and numerals that are neither Latin look-alikes nor of a script in which a school here writes. */
const STRANGE =
  /(?!\p{ASCII})(?!\p{Script=Arabic}|\p{Script=Ethiopic}|\p{Script=Devanagari}|\p{Script=Gujarati}|\p{Script=Gurmukhi}|\p{Script=Han})[\p{L}\p{N}]/u;

function namesForeignNumber(plain: string, known: ReadonlySet<string>): boolean {
  // Match each run of digits by itself too, since digits that follow would make a number too long.
  for (const found of [...plain.matchAll(NUMBER), ...plain.matchAll(/\d{5,}/g)]) {
    const [before, after] = [plain.slice(0, found.index), plain.slice(found.index + found[0].length)];
    const number = found[0].replace(/\D/g, '');
    if (!(SHORT_CODE.test(number) || PHONE.test(number)) || known.has(told(number))) continue;
    if (AMOUNT_BEFORE.test(before) || AMOUNT_AFTER.test(after)) continue;
    if (PAYING.test(`${before.slice(-NEAR)} # ${after.slice(0, NEAR)}`)) return true;
    // Check the whole text too: the writer may put any distance between number and words.
    if (PAYING.test(`${before} # ${after}`) && !CALLING.test(before) && !DATE.test(found[0])) return true;
  }
  return false;
}

/** Converts spoken digits: `double two` is 22. A run of written digits stays as it is. */
function digitsSaid(run: string): string {
  const tokens = [...run.matchAll(ONE_SAID)];
  if (tokens.every(([, , word]) => word === undefined)) return run;
  const digits = tokens.map(([, times, word = '', told]) => {
    const one = told ?? String(SAID.findIndex((words) => words.includes(word.toLowerCase())));
    return one.repeat(times === undefined ? 1 : times.toLowerCase() === 'double' ? 2 : 3);
  });
  return `${digits.join('')} `;
}

/** Returns a phone number's nine national digits, so that all its formats compare equal; any other number as it is. */
function told(number: string): string {
  return PHONE.exec(number)?.[1] ?? number;
}
