/**
 * Returns true if the name on a list can hardly be the student's. Order, case, accents, punctuation, an omitted name, an initial and one
 * mistyped letter of a longer name are ignored; two shared names, or all names of the shorter text, make a match. Serves as a warning
 * when a list is paid in, not as proof of identity.
 */
export function namesDiffer(written: string, known: string): boolean {
  const [given, own] = [partsOf(written), partsOf(known)];
  if (given.length === 0 || own.length === 0) return false;
  const free = [...own];
  let shared = 0;
  for (const part of given) {
    const at = free.findIndex((other) => isLike(part, other));
    if (at < 0) continue;
    free.splice(at, 1);
    shared++;
  }
  return shared < Math.min(2, given.length, own.length);
}

function partsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '');
}

const LONG = 5;

function isLike(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return Math.min(one.length, other.length) >= LONG && isOneLetterOff(one, other);
}

/** Returns true if one letter differs, is missing or is extra, or if two neighbours are swapped. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2));
}
