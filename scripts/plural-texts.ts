import type { Texts } from './kiswahili.ts';

/** Placeholders that are counts, by name. */
const COUNTS = /^(count|shown|students|recipients|seconds|minutes|hours|days|times)$/;
/** Words after a placeholder that end in s but are not plural. */
const NO_PLURAL =
  /^(SMS|as|asks|begins|belongs|calls|collects|contains|counts|does|goes|has|is|leads|less|lets|looks|names|needs|proposes|runs|serves|signs|speaks|states|stays|this|wants|was)$/;
/** Signs and units with the same singular and plural. */
const SAME_OF_MANY = /^(?:[%×·]|(?:h|km|min|s|SMS)\b)(?! ago)/;
const FORM = /_(zero|one|other)$/;

/** Texts whose number is never one, by namespace and key, with the reason. */
export const NEVER_ONE: Readonly<Record<string, string>> = {
  'books:amend.more': 'as many as a call gives',
  'diagnosis:found.password.expired.what': 'more days than a password is good for',
  'diagnosis:found.prefix.too-long.what': 'more than a request takes',
  'enrolment:impressionsHint': 'a constant',
  'fingerprints:impressions': 'a constant',
  'imports:faults.shared-phone': 'two students at least',
  'items:of.all': 'more than the card shows',
  'messages:compose.length': 'what is left of a text',
  'notices:kinds.bus.wrong-codes.message': 'five at least',
  'notices:kinds.cash-out.unusual.message_many': 'ten at least',
  'notices:kinds.cash-out.unusual.message_student-day': 'four at least',
  'notices:kinds.cash-out.unusual.message_student-often': 'ten at least',
  'notices:kinds.cash-out.unusual.message_under-limit': 'three at least',
  'notices:kinds.device.resolution-enrolled.message': 'eight at least',
  'notices:kinds.device.resolution.message': 'eight at least',
  'notices:kinds.exception.many-changed.message': 'as many as are too many',
  'notices:kinds.pin.guessing.message': 'as many as are too many',
  'notices:kinds.server.backup-old.message': 'more than a day',
  'notices:kinds.server.copy-old.message': 'more than a day',
  'notices:kinds.server.log-archive-old.message': 'as many as are too many',
  'notices:kinds.session.code-flood.message': 'as many as are too many',
  'notices:kinds.students.list-read.message': 'more than a class',
  'problems:told.sheet.too-large-too-many-columns': 'a constant',
  'problems:told.sheet.too-large-too-many-rows': 'a constant',
  'problems:told.wallet.deposit-repeated': 'two at least',
  'reports:unusual.days': 'a week at least',
  'reports:unusual.kinds.many': 'ten at least',
  'reports:unusual.kinds.student-day': 'four at least',
  'reports:unusual.kinds.student-often': 'ten at least',
  'reports:unusual.kinds.under-limit': 'three at least',
  'ui:field.day-range': 'a constant',
  'ui:field.most-events': 'a constant',
  'ui:field.pin-too-short': 'four at least',
  'ui:field.too-long': 'a constant',
  'ui:field.too-short': 'a constant',
  'wallet:balances.trend': 'a constant',
};

/**
 * Finds English texts with a number before a word but without a singular form (`_one`, `_other`): "1 rows". A number that stands alone
 * ("Waiting: 1", "Rows (1)") needs none.
 */
export function findSingulars(namespace: string, english: Texts, never = NEVER_ONE): string[] {
  const texts = flat(english);
  const forms = [...texts].flatMap(([key]) =>
    (['one', 'other'] as const)
      .filter((form) => key.endsWith(`_${form}`))
      .map((form) => [key, key.replace(FORM, form === 'one' ? '_other' : '_one')] as const),
  );
  return [
    ...[...texts]
      .filter(([key, text]) => !FORM.test(key) && !(`${namespace}:${key}` in never) && saysOfMany(text))
      .map(([key]) => `"${key}" has no form for one: ${key}_one, ${key}_other`),
    ...forms.filter(([, other]) => !texts.has(other)).map(([key, other]) => `"${key}" has no "${other}"`),
    ...Object.keys(never)
      .filter((each) => each.startsWith(`${namespace}:`))
      .map((each) => each.slice(namespace.length + 1))
      .filter((key) => !saysOfMany(texts.get(key) ?? ''))
      .map((key) => `"${key}" is said to be never of one, and needs no saying (scripts/plural-texts.ts)`),
  ];
}

function saysOfMany(text: string): boolean {
  return [...text.matchAll(/\{\{(\w+)\}\}(?= ([^{]*))/g)].some(([, name = '', behind = '']) => {
    const words = /^(?:more |wrong )?(\p{L}[\w-]*)/u.exec(behind)?.[1] ?? '';
    if (COUNTS.test(name)) return words !== '' && !SAME_OF_MANY.test(behind);
    return words.endsWith('s') && !NO_PLURAL.test(words);
  });
}

function flat(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]): [string, string][] =>
      typeof text === 'string' ? [[path + key, text]] : [...flat(text, `${path}${key}.`)],
    ),
  );
}
