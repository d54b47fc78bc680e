import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Collection, openCollection } from './collection.testkit.ts';

/** `npm run chaos:payments` asks for more, and for another seed. */
const COUNT = Number(process.env.CHAOS_PAYMENTS || 200);
const SEED = Number(process.env.CHAOS_SEED || 1);
const PATIENCE_MS = 60_000 + COUNT * 1_000;

let collection: Collection;
beforeAll(async () => {
  collection = await openCollection(SEED);
}, 120_000);
afterAll(() => collection?.close());

it(
  'after one reconciliation every balance is what the provider has, however its messages were lost, doubled and mixed',
  async () => {
    const from = Date.now();
    await collection.knobs({ dropPercent: 30, duplicatePercent: 20, reorder: true, delayMs: [20, 90_000] });
    await collection.pay(COUNT, { restarts: 4 });
    const before = await collection.compare();
    await collection.knobs({ dropPercent: 0, duplicatePercent: 0, reorder: false, delayMs: [20, 80] });
    const reconciled = await collection.reconcile();
    const after = await collection.compare();
    if (process.env.CHAOS_PAYMENTS) process.stdout.write(`${tell({ ...before, ...reconciled, ...after }, from)}\n`);
    expect(after).toEqual({
      ...after,
      walletsThatDiffer: [],
      receiptsThatDiffer: [],
      suspenseThatDiffers: [],
      mpesaDiffersBy: 0,
    });
    expect(after.completed).toBeGreaterThan(COUNT / 2);
    expect(after.mistyped).toBeGreaterThan(0);
    // Worth something only where messages were lost: else there was nothing to find for a reconciliation, be it this one or
    // one that an open question had called for before.
    expect(await collection.foundInList()).toBeGreaterThan(0);
    expect(reconciled.differences).toBe(0);
    // And a second one changes nothing.
    await collection.reconcile();
    expect(await collection.compare()).toEqual(after);
  },
  PATIENCE_MS,
);

function tell(found: Record<string, unknown>, from: number): string {
  const lines = Object.entries(found).map(([name, value]) => {
    const shown = Array.isArray(value) ? value.length : String(value);
    return `  ${name.padEnd(28)} ${String(shown).padStart(10)}`;
  });
  return [`seed ${SEED}`, ...lines, `${Math.round((Date.now() - from) / 1000)} s`].join('\n');
}
