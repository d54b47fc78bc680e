/** Most results of each kind. */
export const MOST_FOUND = 8;
/** A name is taken for a misspelt one from this trigram similarity on: `Joroge` is Njoroge, `Wangari` is not Mwangi. */
export const LIKELY = 0.45;
/** And only while it is not much less like than the best of all. */
const MUCH_LESS = 0.2;
/** The fewest last digits of a phone number that are looked for: fewer are anybody's. */
const SHORTEST_TAIL = 4;
/** Two letters are the beginning of too much to be a misspelling of anything. */
const SHORTEST_MISSPELT = 3;
const MOST_WORDS = 4;

export interface Asked {
  /** In lower case; all of them have to be found. */
  readonly words: readonly string[];
  /** Digits that may begin an admission number. */
  readonly number: string | null;
  /** The last digits of a phone number, without its country code or zero. */
  readonly phoneTail: string | null;
  /** True if it may be misspelt. */
  readonly misspelt: boolean;
}

/** Reads what somebody may have meant by what they typed. */
export function readText(text: string): Asked {
  const digits = text.replace(/[\s()-]/g, '').replace(/^\+/, '');
  if (/^\d+$/.test(digits)) {
    const tail = digits.replace(/^(?:254|0)(?=[17]\d{8}$)/, '');
    return {
      words: [],
      number: digits.length <= 12 ? digits : null,
      phoneTail: tail.length >= SHORTEST_TAIL && tail.length <= 9 ? tail : null,
      misspelt: false,
    };
  }
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  return { words, number: null, phoneTail: null, misspelt: words.some((word) => word.length >= SHORTEST_MISSPELT) };
}

/** A word as LIKE finds it anywhere in a text. */
export function anywhere(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Of guesses, best first, those that are not much less likely than the best. */
export function likely<Guess extends { readonly score: number }>(guesses: readonly Guess[]): Guess[] {
  const best = guesses[0]?.score ?? 0;
  return guesses.filter(({ score }) => score >= best - MUCH_LESS);
}
