import { MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { poolSets } from './comparison.ts';
import { fnmrAt } from './rates.ts';
import type { FingerprintSet } from './sets.ts';
import { showRates } from './shipped.ts';
import { TRANSFORMS, type TransformName } from './transforms.ts';
import { type Extracted, extractSet, type Verified, verifySet } from './work.ts';

const ENROLLED = 3;

/** Prints what becomes of tries (4 to 8) that are made worse on purpose, against clean enrolled impressions (1 to 3): all sets, each transform. */
export async function printTransformed(
  sets: readonly { set: FingerprintSet; impressions: readonly Extracted[] }[],
): Promise<void> {
  console.log(
    '\ntries made worse, three clean impressions enrolled, at the threshold of money, % (95 % interval by persons), and the middle quality of the tries',
  );
  for (const name of Object.keys(TRANSFORMS) as TransformName[]) {
    const measured: { name: string; of: Verified }[] = [];
    const qualities: number[] = [];
    for (const { set, impressions } of sets) {
      const probes = (await extractSet(set, 1, name)).impressions.filter(({ number }) => number > ENROLLED);
      const enrolled = impressions.filter(({ number }) => number <= ENROLLED);
      measured.push({ name: set.name, of: await verifySet(enrolled, probes) });
      qualities.push(...probes.map(({ quality }) => quality));
    }
    const { fmr, fnmr } = showRates(poolSets(measured), MONEY_THRESHOLD);
    const each = measured.map(({ of }) => (100 * fnmrAt(of, MONEY_THRESHOLD)).toFixed(1).padStart(5)).join(' ');
    const middle = qualities.toSorted((a, b) => a - b)[Math.floor(qualities.length / 2)];
    console.log(`${name.padEnd(36)}FMR ${fmr.padEnd(50)} FNMR ${fnmr.padEnd(44)} by set ${each}   quality ${middle}`);
  }
}
