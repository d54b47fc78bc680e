/** Pseudo-random numbers, which are the same for the same seed. */
export interface Chances {
  /** Returns a number of at least 0 and below 1. */
  next(): number;
  /** Returns true with a probability of `percent`. */
  happens(percent: number): boolean;
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  letters(alphabet: string, count: number): string;
}

/** Mulberry32: small, and good enough for a simulation. */
export function seededChances(seed: number): Chances {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    happens: (percent) => percent > 0 && next() * 100 < percent,
    letters: (alphabet, count) =>
      Array.from({ length: count }, () => alphabet[between(0, alphabet.length - 1)] ?? '').join(''),
  };
}
