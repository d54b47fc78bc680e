import { randomFrom } from '../src/synthetic/random.ts';

/** One try, and whether it went as it should. Tries of one person are not independent. */
export interface Try {
  readonly person: string;
  readonly hit: boolean;
}

const DRAWS = 2_000;

/**
 * The share of hits in % with its 95 % interval, persons drawn anew with all their tries. Where nobody fails drawing tells nothing: then how many persons in a
 * hundred may still fail (exact, one-sided 95 %).
 */
export function intervalOf(tries: readonly Try[]): string {
  const persons = [...Map.groupBy(tries, ({ person }) => person).values()].map((of) => ({
    tries: of.length,
    hits: of.filter(({ hit }) => hit).length,
  }));
  const shareOf = (drawn: typeof persons) =>
    (100 * drawn.reduce((sum, p) => sum + p.hits, 0)) / drawn.reduce((sum, p) => sum + p.tries, 0);
  const hits = tries.filter(({ hit }) => hit).length;
  const head = `${shareOf(persons).toFixed(2)} % (${hits} of ${tries.length}, ${persons.length} persons)`;
  if (hits === tries.length)
    return `${head}, of persons at most ${(100 * (1 - 0.05 ** (1 / persons.length))).toFixed(1)} % fail`;
  const random = randomFrom(1, persons.length);
  const shares = Array.from({ length: DRAWS }, () =>
    shareOf(persons.map(() => persons[Math.floor(persons.length * random())]!)),
  ).sort((a, b) => a - b);
  const at = (share: number) => shares[Math.floor(share * DRAWS)]!.toFixed(2);
  return `${head}, ${at(0.025)} to ${at(0.975)}`;
}
