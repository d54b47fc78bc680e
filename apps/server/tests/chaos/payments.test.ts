import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Collection, type Compared, openCollection } from './collection.testkit.ts';

/** `npm run chaos:payments` asks for more, and for another seed; a change is held to a third of what the nightly run pays. */
const COUNT = Number(process.env.CHAOS_PAYMENTS || (process.env.SUITE === 'change' ? 66 : 200));
const SEED = Number(process.env.CHAOS_SEED || 1);
const PATIENCE_MS = 60_000 + COUNT * 1_000;
const NOTHING_DIFFERS = { walletsThatDiffer: [], receiptsThatDiffer: [], suspenseThatDiffers: [], mpesaDiffersBy: 0 };

let collection: Collection;
beforeAll(async () => {
  collection = await openCollection(SEED);
}, 120_000);
afterAll(() => collection?.close());

it(
  'one reconciliation corrects all balances after lost, doubled and reordered callbacks',
  async () => {
    const from = Date.now();
    await collection.knobs({ dropPercent: 30, duplicatePercent: 20, reorder: true, delayMs: [20, 90_000] });
    await collection.pay(COUNT, { restarts: 4 });
    const before = await collection.compare();
    await collection.knobs({ dropPercent: 0, duplicatePercent: 0, reorder: false, delayMs: [20, 80] });
    const asked = Date.now();
    const reconciled = await collection.reconcile();
    const seconds = { paying: inSeconds(asked - from), reconciling: inSeconds(Date.now() - asked) };
    const after = await collection.compare();
    if (process.env.CHAOS_PAYMENTS) process.stdout.write(tell(before, reconciled, after, seconds));
    const agrees = { ...NOTHING_DIFFERS, completed: before.completed, mistyped: before.mistyped };
    expect(after).toEqual(agrees);
    expect(after.completed).toBeGreaterThan(COUNT / 2);
    expect(after.mistyped).toBeGreaterThan(0);
    // Worth something only where messages were lost: else there was nothing to find.
    expect(before.walletsThatDiffer.length).toBeGreaterThan(0);
    expect(before.receiptsThatDiffer.length).toBe(reconciled.credited + reconciled.parked);
    expect(reconciled.differences).toBe(0);
    // And a second one changes nothing, nor does what still waited for an answer.
    await collection.reconcile();
    expect(await collection.compare()).toEqual(agrees);
    await collection.workOnTheRest();
    expect(await collection.compare()).toEqual(agrees);
  },
  PATIENCE_MS,
);

function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function tell(before: Compared, reconciled: object, after: Compared, seconds: object): string {
  const lines = (title: string, found: object) => [
    title,
    ...Object.entries(found).map(([name, value]) => {
      const shown = Array.isArray(value) ? value.length : String(value);
      return `  ${name.padEnd(28)} ${String(shown).padStart(10)}`;
    }),
  ];
  return [
    `seed ${SEED}, ${COUNT} payments`,
    ...lines('before the reconciliation', before),
    ...lines('the reconciliation', reconciled),
    ...lines('after it', after),
    ...lines('seconds', seconds),
    '',
  ].join('\n');
}
