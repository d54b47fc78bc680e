/** Rules of docs/glossary.md: its words exist, retired words do not, and comments begin with their concept. */
export interface Glossary {
  /** Words that the sources must have. */
  readonly words: readonly string[];
  readonly retired: readonly string[];
  /** Names of calls and fields that clients know; they may contain retired words. */
  readonly onTheWire: readonly string[];
}

/** Reads the tables (word, meaning, never) and the names under "Names on the wire". */
export function readGlossary(markdown: string): Glossary {
  const rows = [...markdown.matchAll(/^\| (`[^|]*) \|[^|]*\|([^|]*)\|$/gm)];
  const wire = /^## Names on the wire\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown)?.[1] ?? '';
  return {
    words: rows.flatMap(([, cell = '']) => quoted(cell)),
    retired: rows.flatMap(([, , cell = '']) => quoted(cell)),
    onTheWire: quoted(wire),
  };
}

/** Finds the retired words in a source, each once. Words match whole and case-sensitively. */
export function findRetired(text: string, { retired, onTheWire }: Glossary): string[] {
  const rest = onTheWire.reduce((left, name) => left.replaceAll(new RegExp(`\\b${escaped(name)}\\b`, 'g'), ''), text);
  return retired.filter((word) => patternOf(word).test(rest));
}

/** Builds the pattern of a word; `name()` is a function that is declared or called, and `…` stands for the rest of a name. */
function patternOf(word: string): RegExp {
  const name = escaped(word.replace(/\(\)$/, '')).replace('…', '\\w+');
  if (!word.endsWith('()')) return new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
  return new RegExp(`(?:function|const|let) ${name}\\b|(?<![\\w-])${name}(?=[(<])`);
}

/** Words of the glossary that no source has. */
export function findMissing(sources: string, { words }: Glossary): string[] {
  return words.filter((word) => !new RegExp(`(?<![a-zA-Z_])${escaped(word)}`).test(sources));
}

/**
 * Finds comments that do not begin with their concept; returns the lines. In TypeScript, CSS and SQL those that begin with a question word;
 * in TypeScript and CSS also those that begin with a pronoun, and a docstring that begins with "Of".
 */
export function findVagueComments(text: string): string[] {
  const asks =
    /(?:\/\*\*?\s+(?:\*\s+)?|(?<!(?:\/\/|--).*\n\s*)(?:\/\/|--)\s+)((?:What|Whether|Where|How|Why|Who|Whoever)\b.*)/g;
  const points = /(?:\/\*\*?\s+(?:\*\s+)?|(?<!\/\/.*\n\s*)\/\/\s+)((?:It|They|Those|These|Such|Else)\b.*)/g;
  const lacks = /\/\*\*\s+(?:\*\s+)?(Of\b.*)/g;
  return [asks, points, lacks].flatMap((begins) => [...text.matchAll(begins)].map(([, line = '']) => line.trim()));
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
