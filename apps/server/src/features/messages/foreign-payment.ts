import { asRead } from '@mfuko/contract/as-read';

/** Words, in English and Kiswahili, next to which a number is one that money is to go to. */
const PAYING =
  /pay ?bill|buy ?goods|\btill\b|lipa|\bm-?pesa\b|airtel ?money|t-?kash|send (?:the )?(?:money|cash|fees?)|\bpay(?:able)? (?:in)?to\b|\btum(?:a|eni|ia|eni)\b|\bpesa kwa\b|business n(?:o|umber)|n[au]mba ya (?:biashara|malipo)|\baccount n(?:o|umber)|\bakaunti\b/i;
/** Characters before and after digits or a link that are looked at for them. */
const NEAR = 48;
const DATE = /^(?:[12]?\d|3[01])([./-])(?:0?\d|1[0-2])\1(?:20)?\d\d$/;
/** Words right before a number that is to be called and not paid to. */
const CALLING =
  /\b(?:call|ring|sms|text|whatsapp|contact|phone|tel|simu|piga|wasiliana|maswali|questions?)\b[^\d]{0,24}$/i;
/** Digits as people write them, in groups or in one. */
const NUMBER = /\d(?:[\s.\p{Pd}_/*·•'’]{0,3}\d){4,13}/gu;
const SHORT_CODE = /^\d{5,7}$/;
const PHONE = /^(?:254|0)?([17]\d{8})$/;
/** An amount is no number to pay to. */
const AMOUNT_BEFORE = /(?:\bkes\.?|\bkshs?\.?|\bsh\.?|\bshillings?|\bshilingi)\s*$/i;
const AMOUNT_AFTER = /^(?:\.\d\d)?\s*(?:\/[=-]|bob\b|shillings?\b|shilingi\b|kes\b|kshs?\b)/i;

/** Digits as people say them, in English and Kiswahili; each stands for the digit of its place. */
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
/** Three digits or more that are said one after the other: fewer are a time of day, or a number of children. */
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:(?:double|triple) )?(?:${DIGIT_WORD}|\\d{1,3})(?:[\\s,.\\-/]+(?:na |and )?|$)){3,}`,
  'giu',
);
/** Tens, hundreds and thousands as people say them, in English and Kiswahili. */
const LARGE_WORD =
  'ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|kumi|ishirini|thelathini|arobaini|hamsini|sitini|sabini|themanini|tisini';
const SCALE_WORD = 'hundred|thousand|million|mia|elfu|laki|milioni';
const SAID_PART = `(?:${DIGIT_WORD}|${LARGE_WORD}|\\d{1,3})`;
/** A number said in hundreds and thousands right behind that to which one pays: an amount stands elsewhere. */
const SAID_LARGE = new RegExp(
  `(?:pay ?bill|buy ?goods|\\btill|business n(?:o|umber)|n[au]mba ya (?:biashara|malipo))[\\s:.,]*(?:(?:no|number|namba|is|ni)\\b[\\s:.,]*)*` +
    `(?:${SAID_PART}[\\s-]+(?:${SAID_PART}[\\s-]+)?(?:${SCALE_WORD})|(?:${SCALE_WORD})\\s+${SAID_PART})\\b`,
  'iu',
);
const ONE_SAID = new RegExp(`(?:(double|triple) )?(?:(${DIGIT_WORD})|(\\d+))`, 'giu');

/** A link, with its scheme or without. */
const LINK =
  /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|info|biz|ke|me|ly|gl|co|cc|io|to|tk|link|site|xyz|app|page|online|shop|live)\b(?:\/\S*)?/gi;
/** Words next to which a link may lead to a page that takes money: nobody here reads what stands there. */
const MONEY = /\bfees?\b|\bada\b|\bmalipo\b|\bpayments?\b|\bpay\b|\bpesa\b|\bmoney\b/i;

/**
 * Tells whether a text asks for money to a number that is not among `own`: a paybill, a till or a phone next to a word of payment; or
 * to whatever stands behind a link. Marks that nobody sees, digits of other scripts and digits in words hide nothing.
 */
export function asksForeignPayment(text: string, own: readonly string[]): boolean {
  const plain = plainOf(text);
  for (const { index, 0: link } of plain.matchAll(LINK)) {
    const around = `${plain.slice(Math.max(0, index - NEAR), index)} # ${plain.slice(index + link.length).slice(0, NEAR)}`;
    if (PAYING.test(around) || MONEY.test(around)) return true;
  }
  // Nobody works out whose it is: a school writes its own in digits, and its words in letters that are read as what they are.
  if (STRANGE.test(plain) || SAID_LARGE.test(plain)) return true;
  const known = new Set(own.map(told));
  // Both as it stands and as it is said: neither way of writing may hide a number from the other.
  return [plain, plain.replace(SPOKEN, digitsSaid)].some((read) => namesForeignNumber(read, known));
}

/** Part of a number, as it stands or as it is said. */
const PART = /(?<![\d.:/-])\d{2,4}(?![\d:/-]|\.\d)/g;

/**
 * Tells whether a text is a part of a number to pay to, with others that went out lately: one speaks of paying next to some digits that are
 * no amount, and names no number of the school itself, whose account they could be; another has the rest of the digits.
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

/** Single digits with signs between them, as nobody writes who wants them read. */
const SPREAD = /(?<![\p{L}\d])\d(?:[^\p{L}\d]{1,3}\d){4,}(?![\p{L}\d])/gu;
/** Letters that stand for digits, in a word that has some. */
const DIGIT_LIKE = /(?<![\p{L}\d])(?=[a-z|]*\d)[\doil|]{2,}(?![\p{L}\d])/giu;

/** The same text in the signs that everybody reads in it. */
function plainOf(text: string): string {
  return asRead(text)
    .replace(DIGIT_LIKE, (word) => word.replace(/o/gi, '0').replace(/[il|]/gi, '1'))
    .replace(SPREAD, (digits) => digits.replace(/\D/g, ''));
}

/** Letters and numerals that are neither read as ours nor of a script in which a school here writes. */
const STRANGE =
  /(?!\p{ASCII})(?!\p{Script=Arabic}|\p{Script=Ethiopic}|\p{Script=Devanagari}|\p{Script=Gujarati}|\p{Script=Gurmukhi}|\p{Script=Han})[\p{L}\p{N}]/u;

function namesForeignNumber(plain: string, known: ReadonlySet<string>): boolean {
  // Each run of digits by itself too: what stands behind a number would make it longer than any.
  for (const found of [...plain.matchAll(NUMBER), ...plain.matchAll(/\d{5,}/g)]) {
    const [before, after] = [plain.slice(0, found.index), plain.slice(found.index + found[0].length)];
    const number = found[0].replace(/\D/g, '');
    if (!(SHORT_CODE.test(number) || PHONE.test(number)) || known.has(told(number))) continue;
    if (AMOUNT_BEFORE.test(before) || AMOUNT_AFTER.test(after)) continue;
    if (PAYING.test(`${before.slice(-NEAR)} # ${after.slice(0, NEAR)}`)) return true;
    // However far from the words: what stands between them is the writer's to choose.
    if (PAYING.test(`${before} # ${after}`) && !CALLING.test(before) && !DATE.test(found[0])) return true;
  }
  return false;
}

/** Digits that were said: `double two` is 22. Where nothing but digits stands, nothing is said. */
function digitsSaid(run: string): string {
  const tokens = [...run.matchAll(ONE_SAID)];
  if (tokens.every(([, , word]) => word === undefined)) return run;
  const digits = tokens.map(([, times, word = '', told]) => {
    const one = told ?? String(SAID.findIndex((words) => words.includes(word.toLowerCase())));
    return one.repeat(times === undefined ? 1 : times.toLowerCase() === 'double' ? 2 : 3);
  });
  return `${digits.join('')} `;
}

/** A phone number in the one form that all of its forms have. */
function told(number: string): string {
  return PHONE.exec(number)?.[1] ?? number;
}
