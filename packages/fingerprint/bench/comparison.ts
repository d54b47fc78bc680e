/** One comparison of two impressions, or of a try with all enrolled impressions of a finger. */
export interface Comparison {
  /** The persons whose fingers were compared. */
  readonly one: string;
  readonly other: string;
  readonly score: number;
  /** Quality of the worse picture; of enrolled impressions the best one counts. */
  readonly quality: number;
}

/** The comparisons of a set: of one finger, and of two. */
export interface Comparisons {
  readonly genuinePairs: readonly Comparison[];
  readonly impostorPairs: readonly Comparison[];
}

/** All sets as one: a person of one set is nobody of another. */
export function poolSets(sets: readonly { readonly name: string; readonly of: Comparisons }[]): Comparisons {
  const join = (from: (of: Comparisons) => readonly Comparison[]) =>
    sets.flatMap(({ name, of }) =>
      from(of).map((each) => ({ ...each, one: `${name} ${each.one}`, other: `${name} ${each.other}` })),
    );
  return { genuinePairs: join((of) => of.genuinePairs), impostorPairs: join((of) => of.impostorPairs) };
}

/** The same pairs of strangers, each person called after the set that has them: a person of one set is nobody of another. */
export function nameReaders<Of extends Comparisons>(pairs: Of, one: string, other: string): Of {
  const named = pairs.impostorPairs.map((each) => ({
    ...each,
    one: `${one} ${each.one}`,
    other: `${other} ${each.other}`,
  }));
  return { ...pairs, impostorPairs: named };
}

/**
 * Share in % of the failures (a finger's own pairs below the threshold) that are found among the worst pairs by quality. Pairs of one quality are worst in parts: as many of
 * them as there is room for, and of their failures the same part.
 */
export function failuresAmongWorst(pairs: readonly Comparison[], threshold: number, worst: number): number {
  const failures = pairs.filter(({ score }) => score < threshold).length;
  let room = worst * pairs.length;
  let found = 0;
  for (const [, of] of [...Map.groupBy(pairs, ({ quality }) => quality)].sort(([a], [b]) => a - b)) {
    const part = Math.min(1, room / of.length);
    found += part * of.filter(({ score }) => score < threshold).length;
    room -= part * of.length;
  }
  return (100 * found) / failures;
}
