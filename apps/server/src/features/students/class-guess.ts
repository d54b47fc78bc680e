import { classKey } from '@mfuko/contract/class-names';

/**
 * Returns the school's only class whose name is equal but for spaces, signs and case, or else differs by one letter; null where no class
 * or several qualify.
 */
export function likelyClass(name: string, known: readonly string[]): string | null {
  const wanted = classKey(name);
  const same = known.filter((each) => classKey(each) === wanted);
  if (same.length > 0) return same[0] ?? null;
  // A different number is a different class, however similar the letters.
  const close = known.filter((each) => digitsOf(each) === digitsOf(name) && distance(classKey(each), wanted) <= 1);
  return close.length === 1 ? (close[0] ?? null) : null;
}

function digitsOf(name: string): string {
  return name.replace(/\D+/g, ' ').trim();
}

/** Returns the Levenshtein distance: the least number of letters to change, add or remove. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place++) {
      const [left = 0, above = 0, before = 0] = [next[place], row[place + 1], row[place]];
      next.push(Math.min(left + 1, above + 1, before + (letter === other[place] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
