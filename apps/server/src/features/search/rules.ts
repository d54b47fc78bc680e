/** Most results of each kind. */
export const MAX_FOUND = 8;
/** Least trigram similarity of a misspelt name: `Joroge` is Njoroge, `Wangari` is not Mwangi. */
export const LIKELY = 0.45;
/** Most by which a similarity may fall below the best one. */
const MUCH_LESS = 0.2;
/** Fewest digits searched as the end of a phone number; fewer match too many. */
const MIN_TAIL_LENGTH = 4;
/** Shortest word searched as misspelt; two letters match too many. */
const MIN_MISSPELT_LENGTH = 3;
const MAX_WORDS = 4;

export interface Asked {
  /** Words in lower case, all of which must be found. */
  readonly words: readonly string[];
  /** Digits that may begin an admission number. */
  readonly number: string | null;
  /** Last digits of a phone number, without country code or leading zero. */
  readonly phoneTail: string | null;
  /** True if the text may be misspelt. */
  readonly misspelt: boolean;
}

/** Parses a search text. */
export function readText(text: string): Asked {
  const digits = text.replace(/[\s()-]/g, '').replace(/^\+/, '');
  if (/^\d+$/.test(digits)) {
    const tail = digits.replace(/^(?:254|0)(?=[17]\d{8}$)/, '');
    return {
      words: [],
      number: digits.length <= 12 ? digits : null,
      phoneTail: tail.length >= MIN_TAIL_LENGTH && tail.length <= 9 ? tail : null,
      misspelt: false,
    };
  }
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  return { words, number: null, phoneTail: null, misspelt: words.some((word) => word.length >= MIN_MISSPELT_LENGTH) };
}

/** Returns a LIKE pattern that finds a word anywhere in a text. */
export function anywhere(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Returns the guesses, sorted best first, whose score is close enough to the best. */
export function likely<Guess extends { readonly score: number }>(guesses: readonly Guess[]): Guess[] {
  const best = guesses[0]?.score ?? 0;
  return guesses.filter(({ score }) => score >= best - MUCH_LESS);
}
