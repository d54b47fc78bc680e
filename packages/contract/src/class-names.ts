/**
 * Returns the comparison key of a class name: equal for spellings that differ only in case, spaces and punctuation. `Form 1-1` is not
 * `Form 11`.
 */
export function classKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, ' ')
    .replace(/[^\p{L}\p{N} ]|(?<!\p{N}) | (?!\p{N})/gu, '');
}
