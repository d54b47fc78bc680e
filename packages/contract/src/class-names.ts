/** Key of a class's name: the same for two spellings that differ only in case, spaces and signs. `Form 1-1` is not `Form 11`. */
export function classKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, ' ')
    .replace(/[^\p{L}\p{N} ]|(?<!\p{N}) | (?!\p{N})/gu, '');
}
