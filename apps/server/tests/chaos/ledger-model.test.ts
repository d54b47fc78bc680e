import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ledger, openLedger } from './ledger.testkit.ts';

/** `CHAOS_RUNS=500` for a long run; `CHAOS_SEED` to see one again. */
const RUNS = Number(process.env.CHAOS_RUNS || 12);
const SEED = process.env.CHAOS_SEED ? Number(process.env.CHAOS_SEED) : undefined;

/** Model: what the books are thought to be: cents, oldest first, by student. */
interface Model {
  readonly statements: number[][];
  readonly receipts: { sysid: string; student: number; change: number; kind: string; reversed: boolean }[];
  /** Payments that the provider has but the server does not know yet, and the contents of suspense. */
  unheard: { student: number | null; cents: number }[];
  readonly parked: { sysid: string; cents: number }[];
}

type Step = fc.AsyncCommand<Model, Ledger>;
const held = (model: Model, student: number) => (model.statements[student] ?? []).reduce((sum, each) => sum + each, 0);

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
}, 120_000);
afterAll(() => ledger?.close());

/** Runs a step, then compares balances and statements with the model. */
function step(name: string, run: (model: Model, real: Ledger) => Promise<void>, check = (_model: Model) => true): Step {
  return {
    check,
    async run(model, real) {
      await run(model, real);
      expect(await real.statements()).toEqual(model.statements);
    },
    toString: () => name,
  };
}

function book(model: Model, kind: string, student: number, change: number, sysid: string): void {
  model.statements[student]?.push(change);
  model.receipts.push({ sysid, student, change, kind, reversed: false });
}

const student = fc.nat({ max: 2 });
const kes = fc.integer({ min: 1, max: 400 });

const topUp = fc.tuple(student, kes).map(([who, amount]) =>
  step(`top up ${who} with ${amount}`, async (model, real) => {
    book(model, 'deposit', who, amount * 100, await real.deposit(who, amount));
  }),
);

const cashOut = fc.tuple(student, kes).map(([who, amount]) =>
  step(`pay ${amount} out to ${who}`, async (model, real) => {
    const change = -amount * 100 - real.feeOfCashOut;
    const enough = held(model, who) + change >= 0;
    const answer = await real.cashOut(who, amount);
    expect(answer.problem).toBe(enough ? undefined : 'wallet.insufficient-funds');
    if (enough) book(model, 'cash-out', who, change, answer.sysid);
  }),
);

const meal = student.map((who) =>
  step(`serve ${who} a meal`, async (model, real) => {
    const enough = held(model, who) >= real.plate * 100;
    const answer = await real.serve(who);
    expect(answer.problem).toBe(enough ? undefined : 'wallet.insufficient-funds');
    if (enough) book(model, 'canteen', who, -real.plate * 100, answer.sysid);
  }),
);

const takeBack = fc.nat().map((place) =>
  step(
    `take back the ${place}th`,
    async (model, real) => {
      const was = model.receipts[place % model.receipts.length] as Model['receipts'][number];
      const expected = was.reversed
        ? 'wallet.already-reversed'
        : held(model, was.student) - was.change < 0
          ? 'wallet.insufficient-funds'
          : undefined;
      const answer = await real.reverse(was.sysid);
      expect(answer.problem).toBe(expected);
      if (expected !== undefined) return;
      was.reversed = true;
      model.statements[was.student]?.push(-was.change);
      if (was.kind === 'collection') model.parked.push({ sysid: await real.newestParked(), cents: was.change });
    },
    (model) => model.receipts.length > 0,
  ),
);

/** Payment by hand or by STK push, for a student or under an unknown number; its messages arrive or are lost. */
const payment = fc.record({
  who: fc.option(student, { freq: 5 }),
  amount: kes,
  pushed: fc.boolean(),
  lost: fc.boolean(),
});
const payIn = payment.map(({ who, amount, pushed, lost }) =>
  step(
    `${amount} by M-Pesa for ${who ?? 'nobody'}${pushed ? ', asked' : ''}${lost ? ', unheard' : ''}`,
    async (model, real) => {
      await real.payIn({ who, amount, pushed: pushed && who !== null, lost });
      if (lost) model.unheard.push({ student: who, cents: amount * 100 });
      else await deliver(model, real, [{ student: who, cents: amount * 100 }]);
    },
  ),
);

const reconcile = fc.constant(
  step('reconcile', async (model, real) => {
    await real.reconcile();
    const heard = model.unheard;
    model.unheard = [];
    await deliver(model, real, heard);
  }),
);

/** Books the answers that arrived, in the server's order. */
async function deliver(model: Model, real: Ledger, heard: Model['unheard']): Promise<void> {
  const arrived = await real.arrived(heard.length);
  expect(arrived.map(({ student: who, cents }) => ({ student: who, cents })).toSorted(inOrder)).toEqual(
    heard.toSorted(inOrder),
  );
  for (const { student: who, cents, sysid } of arrived) {
    if (who === null) model.parked.push({ sysid, cents });
    else book(model, 'collection', who, cents, sysid);
  }
}

const inOrder = (a: Model['unheard'][number], b: Model['unheard'][number]) =>
  (a.student ?? -1) - (b.student ?? -1) || a.cents - b.cents;

const settleParked = fc.tuple(fc.nat(), student).map(([place, who]) =>
  step(
    `settle the ${place}th in suspense for ${who}`,
    async (model, real) => {
      const [item] = model.parked.splice(place % model.parked.length, 1);
      book(model, 'collection', who, item?.cents ?? 0, await real.settle(item?.sysid ?? '', who));
    },
    (model) => model.parked.length > 0,
  ),
);

const restart = fc.constant(step('restart the server', (_model, real) => real.restart()));

it(
  'random sequences of ledger operations and restarts leave the balances of the model',
  async () => {
    const commands = fc.commands(
      [topUp, topUp, cashOut, meal, takeBack, payIn, payIn, reconcile, settleParked, restart],
      {
        maxCommands: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (run) => {
        await fc.asyncModelRun(async () => {
          await ledger.newStudents(3);
          return { model: { statements: [[], [], []], receipts: [], unheard: [], parked: [] }, real: ledger };
        }, run);
        // Payments unreported in this run must not appear in the next one.
        await ledger.reconcile();
        expect(await ledger.sums()).toEqual({ legs: 0, debts: 0, differ: 0, mpesa: await ledger.atProvider() });
      }),
      {
        numRuns: RUNS,
        endOnFailure: process.env.CHAOS_WHOLE === 'true',
        ...(SEED === undefined ? {} : { seed: SEED }),
      },
    );
  },
  30_000 + RUNS * 10_000,
);
