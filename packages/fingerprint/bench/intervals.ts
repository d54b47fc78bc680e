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

/** A comparison of one person's finger with another's, or with a finger of their own. */
export interface Compared {
  readonly one: string;
  readonly other: string;
  readonly wrong: boolean;
}

/** Share in %, and between which shares it lies in 95 of 100 draws; without an error `high` is missing. */
export interface ErrorRate {
  readonly share: number;
  readonly low: number;
  readonly high?: number;
  readonly wrong: number;
  readonly tries: number;
  readonly persons: number;
}

/**
 * The share of comparisons that went wrong. Persons are drawn anew, and a comparison of two counts as often as one of them was drawn times the other:
 * a finger that is taken for many others, or is never known, comes with all its comparisons or with none of them.
 */
export function errorRateOf(comparisons: readonly Compared[]): ErrorRate {
  const persons = new Set(comparisons.flatMap(({ one, other }) => [one, other]));
  const places = new Map([...persons].map((person, place) => [person, place]));
  const placeOf = (person: string) => places.get(person)!;
  const sums = new Map<string, { one: number; other: number; tries: number; wrong: number }>();
  for (const { one, other, wrong } of comparisons) {
    const key = `${placeOf(one)} ${placeOf(other)}`;
    const sum = sums.get(key) ?? { one: placeOf(one), other: placeOf(other), tries: 0, wrong: 0 };
    sums.set(key, sum);
    sum.tries++;
    if (wrong) sum.wrong++;
  }
  const wrong = comparisons.filter((each) => each.wrong).length;
  const counts = { wrong, tries: comparisons.length, persons: places.size };
  const share = (100 * wrong) / comparisons.length;
  if (wrong === 0) return { share, low: 0, ...counts };
  const random = randomFrom(1, places.size);
  const shares: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = new Uint16Array(places.size);
    for (let k = 0; k < drawn.length; k++) drawn[Math.floor(drawn.length * random())]!++;
    let tries = 0;
    let hits = 0;
    for (const sum of sums.values()) {
      const times = drawn[sum.one]! * (sum.one === sum.other ? 1 : drawn[sum.other]!);
      tries += times * sum.tries;
      hits += times * sum.wrong;
    }
    if (tries > 0) shares.push((100 * hits) / tries);
  }
  shares.sort((a, b) => a - b);
  const at = (part: number) => shares[Math.floor(part * shares.length)]!;
  return { share, low: at(0.025), high: at(0.975), ...counts };
}

/** Share and interval; where nothing went wrong drawing tells nothing: then how many persons in a hundred it may still befall (exact, one-sided 95 %). */
export function showErrorRate({ share, low, high, wrong, tries, persons }: ErrorRate, digits: number): string {
  if (tries === 0) return '-';
  const range =
    high === undefined
      ? `none of ${tries}; at most ${(100 * (1 - 0.05 ** (1 / persons))).toFixed(0)} % of ${persons} persons`
      : `${low.toFixed(digits)} to ${high.toFixed(digits)}; ${wrong} of ${tries}`;
  return `${share.toFixed(digits)} (${range})`;
}
