import { randomUUID } from 'node:crypto';
import type { Till } from '@mfuko/contract/tills';
import type { Moved } from '@mfuko/contract/wallet';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

/** Actions at two tills and three wallets; a model keeps its own books of them. Amounts in KES. */
type Act =
  | { do: 'open'; at: number; amount: number }
  | { do: 'close'; at: number; off: number; left: number }
  | { do: 'add' | 'hand-back'; at: number; amount: number }
  | { do: 'cash-out' | 'deposit'; at: number; student: number; amount: number }
  | { do: 'reverse'; at: number; which: number };

const WALLET = 400;
const at = fc.nat(1);
const amount = fc.integer({ min: 1, max: 150 });
const student = fc.nat(2);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), at, amount: fc.nat(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      at,
      off: fc.integer({ min: -60, max: 60 }),
      left: fc.nat(200),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('add' as const, 'hand-back' as const), at, amount }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom('cash-out' as const, 'deposit' as const), at, student, amount }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), at, which: fc.nat(50) }) },
);

interface Made {
  readonly by: number;
  readonly student: number;
  /** Amount that the wallet gained. */
  readonly change: number;
  /** Till that the payment moved; null for the cash desk. */
  readonly till: ModelTill | null;
  readonly answer: { body: Moved };
  reversed: boolean;
}
interface ModelTill {
  holds: number;
  open: boolean;
}

let server: TestServer;
let desk: TestCashDesk;
let agents: Person[];

beforeAll(async () => {
  server = await openTestServer();
  desk = await openCashDesk(server);
  agents = [await desk.anAgent(), await desk.anAgent()];
}, 60_000);
afterAll(() => server.close());

it('random till actions leave each till with its float plus receipts less payments, as a model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 18 }), async (acts) => {
      const model = await aModel();
      for (const each of acts) await model.perform(each);
      await model.end();
    }),
    { numRuns: 3, seed: 25, endOnFailure: true },
  );
}, 60_000);

async function aModel() {
  const students = await Promise.all([desk.aStudent(WALLET), desk.aStudent(WALLET), desk.aStudent(WALLET)]);
  const balances = students.map(() => WALLET);
  const newest: (ModelTill | null)[] = [null, null];
  const made: Made[] = [];
  let cashDesk = await desk.held('cash-desk');
  let lost = await desk.held('till-variance');
  const openOf = (who: number) => (newest[who]?.open ? newest[who] : null);
  const put = (till: ModelTill | null, cash: number) => {
    if (till) till.holds += cash;
    else cashDesk += cash;
  };

  async function perform(each: Act): Promise<void> {
    const agent = agents[each.at] as Person;
    const till = openOf(each.at);
    if (each.do === 'open') {
      const answer = await desk.open(agent, each.amount, {}, { key: randomUUID() });
      expect(answer.problem).toBe(till ? 'till.already-open' : undefined);
      if (till) return;
      cashDesk += (newest[each.at]?.holds ?? 0) - each.amount;
      if (newest[each.at]) (newest[each.at] as ModelTill).holds = 0;
      newest[each.at] = { holds: each.amount, open: true };
    } else if (each.do === 'close') {
      const counted = Math.max(0, (till?.holds ?? 0) + each.off);
      const left = Math.min(each.left, counted);
      const answer = await desk.close(agent, { counted, left, reason: 'By the model' }, { key: randomUUID() });
      expect(answer.problem).toBe(till ? undefined : 'till.not-open');
      if (!till) return;
      lost += till.holds - counted;
      cashDesk += counted - left;
      Object.assign(till, { holds: left, open: false });
    } else if (each.do !== 'reverse' && !('student' in each)) {
      const answer = await desk.carry(agent, each.do, each.amount, {}, { key: randomUUID() });
      const lacks = each.do === 'hand-back' && till !== null && till.holds < each.amount;
      expect(answer.problem).toBe(!till ? 'till.not-open' : lacks ? 'till.not-enough-cash' : undefined);
      if (!till || lacks) return;
      const cash = each.do === 'add' ? each.amount : -each.amount;
      till.holds += cash;
      cashDesk -= cash;
    } else if (each.do === 'reverse') {
      await reverse(each.at, each.which);
    } else {
      const [number = ''] = [students[each.student]];
      const change = each.do === 'deposit' ? each.amount : -each.amount;
      const ask = each.do === 'deposit' ? desk.payIn : desk.cashOut;
      const answer = await ask(agent, number, each.amount, { key: randomUUID() });
      const held = balances[each.student] ?? 0;
      const lacks = change < 0 && till !== null && till.holds < each.amount;
      const problem = held + change < 0 ? 'wallet.insufficient-funds' : lacks ? 'till.not-enough-cash' : undefined;
      expect(answer.problem).toBe(problem);
      if (problem) return;
      balances[each.student] = held + change;
      put(till, change);
      made.push({ by: each.at, student: each.student, change, till, answer, reversed: false });
    }
    await compareBooks(each);
  }

  async function reverse(who: number, which: number): Promise<void> {
    const target = made[which % Math.max(1, made.length)];
    if (!target || target.by === who || target.reversed) return;
    const answer = await desk.reverse(agents[who] as Person, target.answer);
    const held = balances[target.student] ?? 0;
    const till = target.till?.open ? target.till : target.till ? openOf(who) : null;
    const lacks = till !== null && till.holds - target.change < 0;
    const problem = held - target.change < 0 ? 'wallet.insufficient-funds' : lacks ? 'till.not-enough-cash' : undefined;
    expect(answer.problem).toBe(problem);
    if (problem) return;
    balances[target.student] = held - target.change;
    target.reversed = true;
    put(till, -target.change);
  }

  async function compareBooks(after: Act): Promise<void> {
    const [tills, heldAtDesk, heldLost] = await Promise.all([
      Promise.all(agents.map((agent) => desk.till(agent))),
      desk.held('cash-desk'),
      desk.held('till-variance'),
    ]);
    const books = {
      after,
      tills: tills.map((till) => till?.holds ?? null),
      cashDesk: heldAtDesk,
      lost: heldLost,
    };
    expect(books).toEqual({
      after,
      tills: [openOf(0)?.holds ?? null, openOf(1)?.holds ?? null],
      cashDesk,
      lost,
    });
    for (const till of tills) if (till) expect(till.holds).toBe(sumOf(till));
  }

  return {
    perform,
    /** Closes the open tills, so that the next model starts afresh. */
    async end() {
      for (const place of [0, 1]) {
        if (!openOf(place)) await perform({ do: 'open', at: place, amount: 0 });
        await perform({ do: 'close', at: place, off: 0, left: 0 });
      }
    },
  };
}

function sumOf({ float, added, handedBack, paidIn, paidOut, takenBack }: Till): number {
  return float + added - handedBack + paidIn - paidOut + takenBack;
}
