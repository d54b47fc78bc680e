import { classKey } from '@mfuko/contract/class-names';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Finds the school's classes by the class names of a list. */
export interface ClassLookup {
  /**
   * Returns the class of that name in any case, or else the only class whose name is equal but for spaces and signs; null where no class
   * or several qualify.
   */
  idOf(name: string): string | null;
  /** True where several classes have names that are equal but for spaces and signs: creating another class would not help. */
  isDoubtful(name: string): boolean;
}

/** Indexes classes by name and by folded name. */
export function lookUpClasses(classes: readonly Named[]): ClassLookup {
  const exact = new Map(classes.map(({ id, name }) => [name.toLowerCase(), id]));
  const folded = Map.groupBy(classes, ({ name }) => classKey(name));
  const alike = (name: string) => folded.get(classKey(name)) ?? [];
  return {
    idOf: (name) => exact.get(name.toLowerCase()) ?? (alike(name).length === 1 ? (alike(name)[0]?.id ?? null) : null),
    isDoubtful: (name) => !exact.has(name.toLowerCase()) && alike(name).length > 1,
  };
}

/** Returns the most frequent spelling of each class key; of equally frequent spellings, the first. */
export function commonSpellings(names: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, Map<string, number>>();
  for (const name of names) {
    const counts = spellings.get(classKey(name)) ?? new Map<string, number>();
    spellings.set(classKey(name), counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  const commonest = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
  return new Map([...spellings].map(([key, counts]) => [key, commonest(counts)]));
}
