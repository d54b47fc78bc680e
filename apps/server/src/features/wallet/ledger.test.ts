import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { charge, credit, type JournalEntry, type Made, type Mover } from '../ledger/index.ts';
import { addStudent } from '../students/index.ts';
import { readStatement } from './statement.ts';

let server: TestServer;
let school: string;
let classId: string;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classId = await server.aClass(school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}

async function aStudent(cents = 0n): Promise<Student> {
  const student = { id: newId(), admissionNumber: String(aNumber()) };
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null }),
  );
  if (cents > 0n) await move(student, { amount: cents });
  return student;
}

function by(userId: string | null = newId(), idempotencyKey: string | null = 'a key'): Mover {
  return { actor: userId === null ? null : { userId }, place: null, idempotencyKey };
}

/** Moves money; a deposit by default. */
function move(student: Student, asked: Partial<JournalEntry>, mover = by()): Promise<Made> {
  const entry: JournalEntry = {
    kind: 'deposit',
    studentId: student.id,
    amount: 100n,
    counter: 'cash-desk',
    method: null,
    reference: null,
    ...asked,
  };
  const way = entry.kind === 'deposit' || entry.kind === 'collection' ? credit : charge;
  return server.context.db.inSchool(school, (tx) => way(tx, mover, entry));
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

async function held(student: Student): Promise<bigint> {
  const { rows } = await owner.query<{ balance: bigint }>('SELECT balance FROM accounts WHERE id = $1', [student.id]);
  return rows[0]?.balance ?? 0n;
}

/** Returns the statement, oldest row first, in cents. */
async function statement(student: Student): Promise<{ amount: number; balance: number; fee: number }[]> {
  const page = await server.context.db.inSchool(school, (tx) =>
    readStatement(tx, { admissionNumber: student.admissionNumber, pageSize: 50 }, newId()),
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

describe('random sequences of journal entries', () => {
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

  it('random journal entries leave the balance, the fees and the statement that a model predicts', async () => {
    await fc.assert(
      fc.asyncProperty(rules, run, async (fees, entries) => {
        await owner.query('DELETE FROM fee_rules');
        for (const [kind, { fixed, points, cap }] of Object.entries(fees)) {
          await owner.query(
            'INSERT INTO fee_rules (school_id, kind, fixed, basis_points, cap) VALUES ($1, $2, $3, $4, $5)',
            [school, kind, fixed, points, cap],
          );
        }
        const student = await aStudent();
        const model: { amount: number; balance: number; fee: number }[] = [];
        let balance = 0;
        for (const { kind, amount } of entries) {
          const inward = kind === 'deposit' || kind === 'collection';
          const asked = feeModel(fees[kind as keyof typeof fees], amount);
          const fee = inward ? Math.min(asked, amount - 1) : asked;
          const change = (inward ? amount : -amount) - fee;
          const expected =
            // Collections are not limited, since the guardian has paid already.
            amount > 2_000_000 && kind !== 'collection'
              ? 'wallet.over-limit'
              : balance + change < 0
                ? 'wallet.insufficient-funds'
                : null;
          expect(await problemOf(move(student, { kind, amount: BigInt(amount) }))).toBe(expected);
          if (expected !== null) continue;
          balance += change;
          model.push({ amount: change, balance, fee });
        }
        expect(Number(await held(student))).toBe(balance);
        expect(await statement(student)).toEqual(model);
      }),
      { numRuns: 40 },
    );
    await owner.query('DELETE FROM fee_rules');
  }, 60_000);
});

describe('concurrent journal entries', () => {
  it('200 concurrent cash-outs of random amounts never overdraw a wallet, and its statement adds up', async () => {
    const student = await aStudent(500_000n);
    const amounts = Array.from({ length: 200 }, (_, place) => BigInt(1 + ((place * 7919) % 9_973)));
    const made = await Promise.all(
      amounts.map((amount) => move(student, { kind: 'cash-out', amount }).catch((error: unknown) => error)),
    );
    const paid = made.filter((one): one is Made => !(one instanceof Error));
    // On a slow machine some calls may be refused after waiting too long; they are not paid either.
    const refusals = made.flatMap((one): string[] =>
      one instanceof Error ? [one instanceof Refusal ? one.problem : one.message] : [],
    );
    expect(refusals.filter((one) => one !== 'wallet.insufficient-funds' && one !== 'server.busy')).toEqual([]);
    expect(refusals).toContain('wallet.insufficient-funds');
    expect(paid.length).toBeGreaterThan(50);
    expect(paid.length).toBeLessThan(200);
    const left = await held(student);
    expect(left).toBe(500_000n - paid.reduce((sum, one) => sum + one.amount, 0n));
    const rows = await statement(student);
    expect(rows).toHaveLength(paid.length + 1);
    for (const [place, row] of rows.entries()) expect(row.balance).toBe((rows[place - 1]?.balance ?? 0) + row.amount);
  });

  it('eight concurrent deposits into one wallet give eight consecutive balances', async () => {
    const student = await aStudent();
    await Promise.all(Array.from({ length: 8 }, () => move(student, { amount: 100n })));
    expect((await statement(student)).map((row) => row.balance)).toEqual([100, 200, 300, 400, 500, 600, 700, 800]);
  });

  it('a database constraint rejects a negative balance even when the row locks are removed from the function', async () => {
    const student = await aStudent(100_000n);
    const { rows } = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('move_pocket_money'::regproc) AS text`,
    );
    const intact = rows[0]?.text ?? '';
    const mutant = intact
      .replaceAll('FOR UPDATE SKIP LOCKED', '')
      .replaceAll('FOR UPDATE', '')
      // Make all transactions read before any writes.
      .replace('fee := CASE', 'PERFORM pg_advisory_xact_lock_shared(7); fee := CASE');
    expect(mutant).not.toContain('FOR UPDATE');
    expect(mutant).toContain('pg_advisory_xact_lock_shared');
    const writer = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('write_journal_entries'::regproc) AS text`,
    );
    const intactWriter = writer.rows[0]?.text ?? '';
    const mutantWriter = intactWriter.replace('SET balance = l.balance_after', 'SET balance = a.balance + l.amount');
    expect(mutantWriter).not.toBe(intactWriter);
    await owner.query(mutant);
    await owner.query(mutantWriter);
    try {
      await owner.query('SELECT pg_advisory_lock(7)');
      const moving = Promise.allSettled(
        Array.from({ length: 6 }, () => move(student, { kind: 'cash-out', amount: 60_000n })),
      );
      expect(await isBlocked(server, moving, 6)).toBe(true);
      await owner.query('SELECT pg_advisory_unlock(7)');
      const made = await moving;
      expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      const stopped = made.filter((one) => one.status === 'rejected').map((one) => String(one.reason));
      expect(stopped.some((reason) => /wallet_never_below_zero/.test(reason))).toBe(true);
      expect(await held(student)).toBe(40_000n);
    } finally {
      await owner.query(intact);
      await owner.query(intactWriter);
    }
  });
});

describe('double press without an idempotency key', () => {
  it('a double press is recognised by user, item and the lack of an idempotency key', async () => {
    const student = await aStudent(10_000n);
    const agent = by(newId(), null);
    const meal = { kind: 'canteen', counter: 'canteen-income', amount: 500n } as const;
    const first = await move(student, { ...meal, item: randomUUID() }, agent);
    const other = await move(student, { ...meal, item: randomUUID() }, agent);
    expect([first.repeated, other.repeated]).toEqual([false, false]);
    const item = randomUUID();
    const [one, two] = await Promise.all([
      move(student, { ...meal, item }, agent),
      move(student, { ...meal, item }, agent),
    ]);
    expect([one?.repeated, two?.repeated].toSorted()).toEqual([false, true]);
    expect({ ...two, repeated: false }).toEqual({ ...one, repeated: false });
    expect((await move(student, { ...meal, item }, by(newId(), null))).repeated).toBe(false);
    expect((await move(student, { ...meal, item }, by(newId(), 'another key'))).repeated).toBe(false);
    expect(await held(student)).toBe(7_500n);
  });

  it('two equal payments without a user are both recorded', async () => {
    const student = await aStudent();
    const payment = { kind: 'collection', counter: 'm-pesa' } as const;
    const made = [await move(student, payment, by(null, null)), await move(student, payment, by(null, null))];
    expect(made.map((one) => one.repeated)).toEqual([false, false]);
    expect(await held(student)).toBe(200n);
  });
});

describe('journal constraints', () => {
  it("the tables' owner can neither change nor delete journal entries or postings", async () => {
    await aStudent(100n);
    for (const table of ['journal_entries', 'postings']) {
      for (const text of [
        `UPDATE ${table} SET at = at + interval '1 day'`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ]) {
        await expect(owner.query(text)).rejects.toThrow(/append-only/);
      }
    }
    // An erasure may remove a text, but nobody may replace one.
    await expect(owner.query(`UPDATE journal_entries SET reference = 'Slip 17'`)).rejects.toThrow(/append-only/);
  });

  it('a unique index rejects a second reversal of a journal entry', async () => {
    const { id } = await move(await aStudent(), { amount: 100n });
    const again = (legs: string) => `
      WITH back AS (INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, reverses)
                    SELECT school_id, gen_random_uuid(), 'reversal', student_id, amount, fee, id FROM journal_entries WHERE id = '${id}'
                    RETURNING school_id, id)
      INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
      SELECT back.school_id, back.id, leg.leg, a.id, leg.amount, now() FROM back, accounts a, (VALUES ${legs}) AS leg (leg, amount)
      WHERE a.kind = 'cash-desk'`;
    await owner.query(again('(1, 5), (2, -5)'));
    await expect(owner.query(again('(1, 5), (2, -5)'))).rejects.toThrow(/journal_entries_reversed_once/);
  });
});
