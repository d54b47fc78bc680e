import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { type Credit, charge, creditAll, creditFree, type Made, reverseAll } from './index.ts';

let server: TestServer;
let school: string;
let classId: string;
let head: Person;
let owner: pg.Client;
/** A second server on the same database. */
let other: Db;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classId = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  other = openDatabase(server.appUrl, 2);
});
afterAll(async () => {
  await other.close();
  await owner.end();
  await server.close();
});

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}

async function students(count: number): Promise<Student[]> {
  const made = Array.from({ length: count }, () => ({ id: newId(), admissionNumber: String(aNumber()) }));
  await server.context.db.inSchool(school, async (tx) => {
    for (const student of made) await addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null });
  });
  return made;
}

function credit({ id }: Student, amount: bigint, key: string | null = newId()): Credit {
  return {
    by: { actor: head, place: null, idempotencyKey: key },
    movement: { kind: 'deposit', studentId: id, amount, counter: 'cash-desk', method: null, reference: null },
  };
}

function record(credits: readonly Credit[], db: Db = server.context.db): Promise<Made[]> {
  return db.inSchool(school, (tx) => creditAll(tx, credits));
}

/** Balances that each wallet's postings have left, in their order. */
async function balancesOf({ id }: Student): Promise<number[]> {
  const { rows } = await owner.query<{ balance: number }>(
    'SELECT balance_after::int AS balance FROM postings WHERE account_id = $1 AND position IS NOT NULL ORDER BY position',
    [id],
  );
  return rows.map(({ balance }) => balance);
}

describe('creditAll', () => {
  it('answers in the order of the list and counts earlier credits to the same wallet', async () => {
    const [one, two] = await students(2);
    if (!one || !two) throw new TypeError('no students');
    const made = await record([
      credit(two, 300n),
      credit(one, 100n),
      credit(two, 30n),
      credit(one, 10n),
      credit(two, 3n),
    ]);
    expect(made.map(({ studentId, balance }) => [studentId, balance])).toEqual([
      [two.id, 300n],
      [one.id, 100n],
      [two.id, 330n],
      [one.id, 110n],
      [two.id, 333n],
    ]);
    expect(await balancesOf(one)).toEqual([100, 110]);
    expect(await balancesOf(two)).toEqual([300, 330, 333]);
  });

  it('recognises a double press within the list', async () => {
    const [one] = await students(1);
    if (!one) throw new TypeError('no student');
    const made = await record([credit(one, 100n, null), credit(one, 100n, null)]);
    expect(made.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(made[1]?.id).toBe(made[0]?.id);
    expect(await balancesOf(one)).toEqual([100]);
  });

  it('records all rows or none', async () => {
    const [one, two] = await students(2);
    if (!one || !two) throw new TypeError('no students');
    await expect(record([credit(one, 100n), credit(two, 1_000_000_000_000n)])).rejects.toMatchObject({
      problem: 'wallet.over-limit',
    });
    await expect(record([credit(one, 100n), credit({ id: newId(), admissionNumber: '' }, 100n)])).rejects.toMatchObject(
      { problem: 'student.not-found' },
    );
    expect(await balancesOf(one)).toEqual([]);
  });

  it('records 260 credits, more than one statement takes', async () => {
    const all = await students(260);
    const made = await record(all.toReversed().map((student) => credit(student, 100n)));
    expect(made.map(({ studentId }) => studentId)).toEqual(all.toReversed().map(({ id }) => id));
    expect(new Set(made.map(({ balance }) => balance))).toEqual(new Set([100n]));
  });

  it('two servers crediting the same wallets in opposite order do not deadlock', async () => {
    const all = await students(40);
    await record(all.map((student) => credit(student, 100n)));
    for (let round = 0; round < 8; round++) {
      await Promise.all([
        record(all.map((student) => credit(student, 200n))),
        record(
          all.toReversed().map((student) => credit(student, 300n)),
          other,
        ),
      ]);
    }
    for (const student of all.slice(0, 3)) expect((await balancesOf(student)).at(-1)).toBe(4_100);
  });
});

it('creditFree leaves out unknown students and new wallets and credits the others', async () => {
  const [one, two, fresh] = await students(3);
  if (!one || !two || !fresh) throw new TypeError('no students');
  await record([credit(one, 100n), credit(two, 100n)]);
  const free = ({ admissionNumber }: Student, amount: bigint) => {
    const { by, movement: entry } = credit(one, amount);
    const { studentId: _, ...rest } = entry;
    return { by, movement: { ...rest, admissionNumber } };
  };
  const list = [
    free(one, 5n),
    free(fresh, 5n),
    free({ ...one, admissionNumber: '0' }, 5n),
    free(two, 7n),
    free(one, 1n),
  ];
  const made = await server.context.db.inSchool(school, (tx) => creditFree(tx, list));
  expect(made.map((each) => each?.balance ?? null)).toEqual([105n, null, null, 107n, 106n]);
});

it('reverseAll reverses what it can and returns the refusal of each other entry', async () => {
  const [one] = await students(1);
  if (!one) throw new TypeError('no student');
  const actor = { ...head, userId: newId() };
  const made = await record([100n, 50n, 20n].map((amount) => credit(one, amount)));
  const spent = {
    kind: 'cash-out',
    studentId: one.id,
    amount: 60n,
    counter: 'cash-desk',
    method: 'pin',
    reference: null,
  } as const;
  await server.context.db.inSchool(school, (tx) =>
    charge(tx, { actor: head, place: null, idempotencyKey: newId() }, spent),
  );
  const [large, middle, small] = made.map(({ id }) => id);
  const call = { actor, requestId: newId(), place: null };
  const back = await server.context.db.inSchool(school, (tx) =>
    reverseAll(tx, call, [small ?? '', middle ?? '', large ?? '', small ?? '', newId()], 'Wrong child'),
  );
  expect(back.map((each) => (each instanceof Refusal ? each.problem : each.balance))).toEqual([
    90n,
    40n,
    'wallet.insufficient-funds',
    'wallet.already-reversed',
    'wallet.receipt-not-found',
  ]);
  expect(await balancesOf(one)).toEqual([100, 150, 170, 110, 90, 40]);
});
