/** Kiswahili of docs/glossary.md: one word for one thing. A word that is never used, where it stands in a text. */
export interface Retired {
  readonly never: string;
  readonly instead: string;
  /** English word: the rule holds only for a text whose English has it. */
  readonly where?: string;
}

/** Texts of one language by their keys, as a file of `locales` holds them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Reads the table under "Kiswahili" (word, English, never); `jedwali (spreadsheet)` is never said where the English says spreadsheet. */
export function readKiswahili(markdown: string): Retired[] {
  const section = /^## Kiswahili\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| ([^|`-][^|]*?) \|[^|]*\| ([^|]*?) \|$/gm)].slice(1);
  return rows.flatMap(([, instead = '', cell = '']) =>
    [...cell.matchAll(/(\w+)(?: \((\w+)\))?/g)].map(([, never = '', where]) => ({
      never,
      instead,
      ...(where === undefined ? {} : { where }),
    })),
  );
}

/** Tells each text that says what the glossary says otherwise, by its key. A word matches whole, small or with a capital. */
export function findKiswahili(texts: Texts, english: Texts, rules: readonly Retired[], path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const other = english[key] ?? '';
    if (typeof text !== 'string')
      return findKiswahili(text, typeof other === 'string' ? {} : other, rules, `${path}${key}.`);
    const said = text.replace(/\{\{.*?\}\}/g, '');
    return rules
      .filter(({ where }) => where === undefined || (typeof other === 'string' && other.toLowerCase().includes(where)))
      .filter(({ never }) => new RegExp(`\\b(?:${never}|${never[0]?.toUpperCase()}${never.slice(1)})\\b`).test(said))
      .map(({ never, instead }) => `"${path}${key}" says ${never} for ${instead}`);
  });
}
