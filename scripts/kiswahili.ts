/** Rule of docs/glossary.md for Kiswahili, which has one word for each thing: a retired word, and the texts to which the rule applies. */
export interface Retired {
  readonly never: string;
  readonly instead: string;
  /** English word: the rule applies only to a text whose English version contains that word. */
  readonly where?: string;
  /** True if the rule applies only to a text that consists of the word alone, such as a column heading. */
  readonly whole?: true;
}

/** Texts of one language by their keys, as a file of `locales` holds them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/**
 * Reads the table under "Kiswahili" (word, English, never). In the last column commas separate the words; `jedwali (spreadsheet)` is
 * retired only if the English text says spreadsheet, and `"Na"` only as a whole text.
 */
export function readKiswahili(markdown: string): Retired[] {
  const section = /^## Kiswahili\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| ([^|`-][^|]*?) \|[^|]*\| ([^|]*?) \|$/gm)].slice(1);
  return rows.flatMap(([, instead = '', cell = '']) =>
    [...cell.matchAll(/(?:"([^"]+)"|([^\s,"(][^,"(]*[^\s,"(]|[^\s,"(]))(?: \(([^)]+)\))?/g)].map(
      ([, whole, never = '', where]) => ({
        never: whole ?? never,
        instead,
        ...(where === undefined ? {} : { where }),
        ...(whole === undefined ? {} : { whole: true as const }),
      }),
    ),
  );
}

/** Finds the texts that contain a retired word, by key. Matches whole words, in lower case or capitalised. */
export function findKiswahili(texts: Texts, english: Texts, rules: readonly Retired[], path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const other = english[key] ?? '';
    if (typeof text !== 'string')
      return findKiswahili(text, typeof other === 'string' ? {} : other, rules, `${path}${key}.`);
    return judge(text, typeof other === 'string' ? other : '', rules).map((found) => `"${path}${key}" ${found}`);
  });
}

/** Returns the retired words in one text. */
export function judge(text: string, english: string, rules: readonly Retired[]): string[] {
  const said = text.replace(/\{\{.*?\}\}/g, '');
  return rules
    .filter(({ where }) => where === undefined || english.toLowerCase().includes(where))
    .filter(({ never, whole }) => (whole ? said === never : says(said, never)))
    .map(({ never, instead }) => `says ${never} for ${instead}`);
}

function says(text: string, never: string): boolean {
  return new RegExp(`\\b(?:${never}|${never[0]?.toUpperCase()}${never.slice(1)})\\b`).test(text);
}

const QUOTED = /'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const LITERAL = String.raw`('(?:[^'\\]|\\.)*'|\`[\s\S]*?\`(?=\)?,?\n| : ''|,? \}))`;
const AHEAD = String.raw`(?:\([^)]*\) =>\s*)?(?:\([^'\`\n]*)?`;
/** `en: …, sw: …` in either layout, and the pairs of the tables of words. */
const PAIRS = [
  new RegExp(String.raw`\ben: ${AHEAD}${LITERAL}[\s\S]{0,40}?\bsw: ${AHEAD}${LITERAL}`, 'g'),
  /\[\s*('(?:[^'\\]|\\.)*'),\s*('(?:[^'\\]|\\.)*'),?\s*\]/g,
];
const CHOSEN = /=== 'sw'\s*\? (`[\s\S]*?`)\s*: (`[\s\S]*?`)(?=;|\n)/g;

/** Reads the texts that a server source has in English and in Kiswahili, without placeholders. */
export function readServerTexts(source: string): { readonly english: string; readonly kiswahili: string }[] {
  const pairs = PAIRS.flatMap((pair) => [...source.matchAll(pair)].map(([, en = '', sw = '']) => [en, sw] as const));
  const chosen = [...source.matchAll(CHOSEN)].map(([, sw = '', en = '']) => [en, sw] as const);
  return [...pairs, ...chosen].map(([en, sw]) => ({ english: plain(en), kiswahili: plain(sw) }));
}

function plain(code: string): string {
  const texts = [...code.matchAll(QUOTED)].map(([, single, template]) => single ?? template ?? '');
  return texts.join(' ').replace(/\$\{[^}]*\}/g, '');
}
