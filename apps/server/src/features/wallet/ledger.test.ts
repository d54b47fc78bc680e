import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestHouse, type TestHouse } from '../../../tests/kit.ts';
import { newId } from '../../platform/id.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addStudent } from '../students/index.ts';
import { charge, credit, type Made, type Movement, type Mover } from './index.ts';
import { readStatement } from './statement.ts';

let house: TestHouse;
let school: string;
let classId: string;
let owner: pg.Client;

beforeAll(async () => {
  house = await openTestHouse();
  school = await house.aSchool();
  classId = await house.aClass(school);
  owner = new pg.Client({ connectionString: house.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await house.close();
});

interface Pupil {
  readonly id: string;
  readonly admissionNumber: string;
}

async function aPupil(cents = 0n): Promise<Pupil> {
  const pupil = { id: newId(), admissionNumber: String(aNumber()) };
  await house.house.db.inSchool(school, (tx) =>
    addStudent(tx, { ...pupil, names: 'Imani Were', classId, pinHash: null }),
  );
  if (cents > 0n) await move(pupil, { amount: cents });
  return pupil;
}

function by(userId: string | null = newId(), idempotencyKey: string | null = 'a key'): Mover {
  return { actor: userId === null ? null : { userId }, place: null, idempotencyKey };
}

/** A deposit where nothing else is said. */
function move(pupil: Pupil, asked: Partial<Movement>, mover = by()): Promise<Made> {
  const movement: Movement = {
    kind: 'deposit',
    studentId: pupil.id,
    amount: 100n,
    counter: 'cash-desk',
    method: null,
    reference: null,
    ...asked,
  };
  const way = movement.kind === 'deposit' || movement.kind === 'collection' ? credit : charge;
  return house.house.db.inSchool(school, (tx) => way(tx, mover, movement));
}

async function problemOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

async function held(pupil: Pupil): Promise<bigint> {
  const { rows } = await owner.query<{ balance: bigint }>('SELECT balance FROM accounts WHERE id = $1', [pupil.id]);
  return rows[0]?.balance ?? 0n;
}

/** The statement from its oldest row on, in cents. */
async function statement(pupil: Pupil): Promise<{ amount: number; balance: number; fee: number }[]> {
  const page = await house.house.db.inSchool(school, (tx) =>
    readStatement(tx, { admissionNumber: pupil.admissionNumber, pageSize: 50 }, newId()),
  );
  const cents = (kes: number) => Math.round(kes * 100);
  return page.rows
    .map((row) => ({ amount: cents(row.amount), balance: cents(row.balance), fee: cents(row.fee) }))
    .reverse();
}

function feeModel(rule: { fixed: number; points: number; cap: number | null } | undefined, amount: number): number {
  if (!rule) return 0;
  return Math.min(rule.fixed + Math.round((amount * rule.points) / 10_000), rule.cap ?? Number.MAX_SAFE_INTEGER);
}

describe('any run of movements', () => {
  const kinds = ['deposit', 'collection', 'cash-out', 'canteen', 'item'] as const;
  const rule = fc.record({
    fixed: fc.integer({ min: 0, max: 900 }),
    points: fc.integer({ min: 0, max: 1500 }),
    cap: fc.option(fc.integer({ min: 0, max: 2000 })),
  });
  const rules = fc.record({ 'cash-out': rule, collection: rule, canteen: rule }, { requiredKeys: [] });
  const run = fc.array(fc.record({ kind: fc.constantFrom(...kinds), amount: fc.integer({ min: 1, max: 2_100_000 }) }), {
    minLength: 1,
    maxLength: 15,
  });

  it('leaves the balance, the fees and the statement that a model of it has', async () => {
    await fc.assert(
      fc.asyncProperty(rules, run, async (fees, movements) => {
        await owner.query('DELETE FROM fee_rules');
        for (const [kind, { fixed, points, cap }] of Object.entries(fees)) {
          await owner.query(
            'INSERT INTO fee_rules (school_id, kind, fixed, basis_points, cap) VALUES ($1, $2, $3, $4, $5)',
            [school, kind, fixed, points, cap],
          );
        }
        const pupil = await aPupil();
        const model: { amount: number; balance: number; fee: number }[] = [];
        let balance = 0;
        for (const { kind, amount } of movements) {
          const inward = kind === 'deposit' || kind === 'collection';
          const asked = feeModel(fees[kind as keyof typeof fees], amount);
          const fee = inward ? Math.min(asked, amount - 1) : asked;
          const change = (inward ? amount : -amount) - fee;
          const expected =
            // What a guardian has paid already is not the school's to limit.
            amount > 2_000_000 && kind !== 'collection'
              ? 'wallet.over-limit'
              : balance + change < 0
                ? 'wallet.insufficient-funds'
                : null;
          expect(await problemOf(move(pupil, { kind, amount: BigInt(amount) }))).toBe(expected);
          if (expected !== null) continue;
          balance += change;
          model.push({ amount: change, balance, fee });
        }
        expect(Number(await held(pupil))).toBe(balance);
        expect(await statement(pupil)).toEqual(model);
      }),
      { numRuns: 40 },
    );
    await owner.query('DELETE FROM fee_rules');
  }, 60_000);
});

describe('many at once', () => {
  it('pays out of one wallet, two hundred times at random, no cent that is not there', async () => {
    const pupil = await aPupil(500_000n);
    const amounts = Array.from({ length: 200 }, (_, place) => BigInt(1 + ((place * 7919) % 9_973)));
    const made = await Promise.all(
      amounts.map((amount) => move(pupil, { kind: 'cash-out', amount }).catch((error: unknown) => error)),
    );
    const paid = made.filter((one): one is Made => !(one instanceof Error));
    expect(
      made.every(
        (one) => !(one instanceof Error) || (one instanceof Refusal && one.problem === 'wallet.insufficient-funds'),
      ),
    ).toBe(true);
    expect(paid.length).toBeGreaterThan(50);
    expect(paid.length).toBeLessThan(200);
    const left = await held(pupil);
    expect(left).toBe(500_000n - paid.reduce((sum, one) => sum + one.amount, 0n));
    const rows = await statement(pupil);
    expect(rows).toHaveLength(paid.length + 1);
    for (const [place, row] of rows.entries()) expect(row.balance).toBe((rows[place - 1]?.balance ?? 0) + row.amount);
  });

  it('keeps eight parallel deposits apart, each with a balance of its own', async () => {
    const pupil = await aPupil();
    await Promise.all(Array.from({ length: 8 }, () => move(pupil, { amount: 100n })));
    expect((await statement(pupil)).map((row) => row.balance)).toEqual([100, 200, 300, 400, 500, 600, 700, 800]);
  });

  it('never goes below zero even where somebody takes the lock out of the function', async () => {
    const pupil = await aPupil(100_000n);
    const { rows } = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('move_pocket_money'::regproc) AS text`,
    );
    const intact = rows[0]?.text ?? '';
    const mutant = intact
      .replaceAll('FOR UPDATE', '')
      .replace('SET balance = move_pocket_money.balance', 'SET balance = a.balance + change')
      // Both read before either writes.
      .replace('fee := fee_of', 'PERFORM pg_sleep(0.2); fee := fee_of');
    expect(mutant).not.toContain('FOR UPDATE');
    await owner.query(mutant);
    try {
      const made = await Promise.allSettled(
        Array.from({ length: 6 }, () => move(pupil, { kind: 'cash-out', amount: 60_000n })),
      );
      expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      const stopped = made.filter((one) => one.status === 'rejected').map((one) => String(one.reason));
      expect(stopped.some((reason) => /wallet_never_below_zero/.test(reason))).toBe(true);
      expect(await held(pupil)).toBe(40_000n);
    } finally {
      await owner.query(intact);
    }
  });
});

describe('a double press', () => {
  it('is the same by the same user, and of the same thing', async () => {
    const pupil = await aPupil(10_000n);
    const agent = by(newId(), null);
    const meal = { kind: 'canteen', counter: 'canteen-income', amount: 500n } as const;
    const first = await move(pupil, { ...meal, item: randomUUID() }, agent);
    const other = await move(pupil, { ...meal, item: randomUUID() }, agent);
    expect([first.repeated, other.repeated]).toEqual([false, false]);
    const item = randomUUID();
    const [one, two] = await Promise.all([
      move(pupil, { ...meal, item }, agent),
      move(pupil, { ...meal, item }, agent),
    ]);
    expect([one?.repeated, two?.repeated].toSorted()).toEqual([false, true]);
    expect({ ...two, repeated: false }).toEqual({ ...one, repeated: false });
    expect((await move(pupil, { ...meal, item }, by(newId(), null))).repeated).toBe(false);
    expect((await move(pupil, { ...meal, item }, by(newId(), 'another key'))).repeated).toBe(false);
    expect(await held(pupil)).toBe(7_500n);
  });

  it('is nothing that a payment without a person can make', async () => {
    const pupil = await aPupil();
    const payment = { kind: 'collection', counter: 'm-pesa' } as const;
    const made = [await move(pupil, payment, by(null, null)), await move(pupil, payment, by(null, null))];
    expect(made.map((one) => one.repeated)).toEqual([false, false]);
    expect(await held(pupil)).toBe(200n);
  });
});

describe('behind the rules', () => {
  it('keeps rows from the hands of the owner of the tables too', async () => {
    await aPupil(100n);
    for (const table of ['movements', 'postings']) {
      for (const text of [`UPDATE ${table} SET at = at`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
        await expect(owner.query(text)).rejects.toThrow(/append-only/);
      }
    }
  });

  it('takes a movement back once by its index, whatever a statement asks', async () => {
    const { id } = await move(await aPupil(), { amount: 100n });
    const again = (legs: string) => `
      WITH back AS (INSERT INTO movements (school_id, id, kind, student_id, amount, fee, reverses)
                    SELECT school_id, gen_random_uuid(), 'reversal', student_id, amount, fee, id FROM movements WHERE id = '${id}'
                    RETURNING school_id, id)
      INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at)
      SELECT back.school_id, back.id, leg.leg, a.id, leg.amount, now() FROM back, accounts a, (VALUES ${legs}) AS leg (leg, amount)
      WHERE a.kind = 'cash-desk'`;
    await owner.query(again('(1, 5), (2, -5)'));
    await expect(owner.query(again('(1, 5), (2, -5)'))).rejects.toThrow(/movements_reversed_once/);
  });
});
