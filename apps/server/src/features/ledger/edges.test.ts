import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { type Db, openDatabase, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import {
  type Credit,
  charge,
  closeWallet,
  creditAll,
  creditFree,
  type JournalEntry,
  LEDGER_BUNDLE,
  moveSchoolMoney,
  reverseAll,
} from './index.ts';

let server: TestServer;
let school: string;
let head: Person;
let owner: pg.Client;
/** A second server on the same database. */
let other: Db;
let child: Student;
let sibling: Student;

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  other = openDatabase(server.appUrl, 2);
});
beforeEach(async () => {
  [child, sibling] = [await aStudent(), await aStudent()];
  await inSchool((tx) => creditAll(tx, [deposit(child, 100n), deposit(sibling, 100n)]));
});
afterAll(async () => {
  await other.close();
  await owner.end();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.context.db.inSchool(school, work);

async function aStudent(): Promise<Student> {
  const student = { id: newId(), admissionNumber: String(aNumber()) };
  const classId = await server.aClass(school);
  await inSchool((tx) => addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null }));
  return student;
}

const by = (key: string | null = newId()) => ({ actor: head, place: null, idempotencyKey: key });
const entry = ({ id }: Student, amount: bigint): JournalEntry => {
  return { kind: 'deposit', studentId: id, amount, counter: 'cash-desk', method: null, reference: null };
};
const deposit = (student: Student, amount: bigint, key: string | null = newId()): Credit => {
  return { by: by(key), movement: entry(student, amount) };
};
const cashOut = (student: Student, amount: bigint) =>
  inSchool((tx) => charge(tx, by(), { ...entry(student, amount), kind: 'cash-out', method: 'pin' }));

/** Credits a list by `creditFree`, which never waits for a lock; returns the balance that each payment leaves in its wallet. */
async function paidFree(payments: readonly [Student, bigint, string?][]): Promise<(bigint | null)[]> {
  const list = payments.map(([{ admissionNumber, ...student }, amount, key]) => {
    const { studentId: _, ...movement } = entry({ ...student, admissionNumber }, amount);
    return { by: by(key), movement: { ...movement, admissionNumber } };
  });
  return (await inSchool((tx) => creditFree(tx, list))).map((made) => made?.balance ?? null);
}

describe('creditFree leaves out', () => {
  it('a payment whose idempotency key has been used', async () => {
    const key = newId();
    await inSchool((tx) =>
      tx.row(`INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer) VALUES ($1, $2, '', 200, '')`, [
        school,
        key,
      ]),
    );
    const paid = await paidFree([
      [child, 5n],
      [sibling, 7n, key],
      [child, 1n],
    ]);
    expect(paid).toEqual([105n, null, 106n]);
  });

  it('a student whose row is locked', async () => {
    await other.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, child.id]);
      const paid = paidFree([
        [child, 5n],
        [sibling, 7n],
      ]);
      expect(await isBlocked(server, paid)).toBe(false);
      expect(await paid).toEqual([null, 107n]);
    });
  });

  it('a wallet that is locked', async () => {
    await other.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM accounts WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, child.id]);
      const paid = paidFree([
        [child, 5n],
        [sibling, 7n],
      ]);
      expect(await isBlocked(server, paid)).toBe(false);
      expect(await paid).toEqual([null, 107n]);
    });
  });

  it('a student who has left', async () => {
    await owner.query(`UPDATE students SET status = 'left' WHERE id = $1`, [child.id]);
    const paid = await paidFree([
      [child, 5n],
      [sibling, 7n],
    ]);
    expect(paid).toEqual([null, 107n]);
  });
});

it('creditAll waits for a student being changed and refuses one who left meanwhile', async () => {
  await owner.query('BEGIN');
  await owner.query('SELECT 1 FROM students WHERE id = $1 FOR UPDATE', [child.id]);
  await owner.query(`UPDATE students SET status = 'left' WHERE id = $1`, [child.id]);
  const asked = inSchool((tx) => creditAll(tx, [deposit(child, 5n)]));
  const waited = await isBlocked(server, asked);
  await owner.query('COMMIT');
  await expect(asked).rejects.toMatchObject({ problem: 'student.not-found' });
  expect(waited).toBe(true);
});

it('a double press returns the first entry with balance and fee', async () => {
  const made = await inSchool((tx) => creditAll(tx, [deposit(child, 30n, null), deposit(child, 30n, null)]));
  const [first] = made;
  expect(first).toMatchObject({ repeated: false, balance: 130n, fee: 0n });
  expect(made[1]).toEqual({ ...first, repeated: true });
});

it("a collection's fee leaves at least a cent of the amount", async () => {
  await owner.query(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'collection', 20)`, [school]);
  const collect = (amount: bigint): Credit => {
    return { by: by(), movement: { ...entry(child, amount), kind: 'collection', counter: 'm-pesa' } };
  };
  const made = await inSchool((tx) => creditAll(tx, [collect(50n), collect(20n), collect(1n)]));
  expect(made.map(({ balance, fee }) => [balance, fee])).toEqual([
    [130n, 20n],
    [131n, 19n],
    [132n, 0n],
  ]);
});

it('creditAll locks wallets in student order across several statements', async () => {
  const [low, high] = child.id < sibling.id ? [child, sibling] : [sibling, child];
  // More moves of `high` than one statement takes; all but the first are double presses, which are cheap.
  const many = Array.from({ length: 251 }, () => deposit(high, 1n, null));
  let paid: Promise<unknown> | undefined;
  await other.inSchool(school, async (tx) => {
    await tx.row('SELECT 1 FROM accounts WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, low.id]);
    paid = inSchool((own) => creditAll(own, [...many, deposit(low, 2n)]));
    expect(await isBlocked(server, paid)).toBe(true);
    const { rows } = await owner.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE SKIP LOCKED', [high.id]);
    expect(rows).toEqual([{ id: high.id }]);
  });
  await paid;
  const { rows } = await owner.query('SELECT id, balance::int FROM accounts WHERE id IN ($1, $2)', [low.id, high.id]);
  expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(
    new Map([
      [low.id, 102],
      [high.id, 101],
    ]),
  );
});

describe('closeWallet', () => {
  it("a closed wallet's entries cannot be reversed", async () => {
    const [paidIn] = await inSchool((tx) => creditAll(tx, [deposit(child, 40n)]));
    const { id: paidOut } = await cashOut(child, 140n);
    await inSchool((tx) => closeWallet(tx, child.id));
    const actor = { ...head, userId: newId() };
    const call = { actor, requestId: newId(), place: null };
    const back = await inSchool((tx) => reverseAll(tx, call, [paidIn?.id ?? '', paidOut], 'Wrong child'));
    expect(back.map((each) => each instanceof Refusal && each.problem)).toEqual([
      'wallet.receipt-not-found',
      'wallet.receipt-not-found',
    ]);
  });

  it('closes an empty wallet only, and no other', async () => {
    await inSchool((tx) => closeWallet(tx, child.id));
    await cashOut(sibling, 100n);
    await inSchool((tx) => closeWallet(tx, sibling.id));
    const { rows } = await owner.query('SELECT id, closed FROM accounts WHERE id = ANY ($1)', [[child.id, sibling.id]]);
    expect(new Map(rows.map(({ id, closed }) => [id, closed]))).toEqual(
      new Map([
        [child.id, false],
        [sibling.id, true],
      ]),
    );
  });
});

it("the bundle lists a student's money that was never in the wallet", async () => {
  const paid = { id: newId(), kind: 'refund-paid', gains: 'payouts', loses: 'm-pesa', amount: 25n } as const;
  await inSchool((tx) =>
    moveSchoolMoney(tx, [{ ...paid, studentId: child.id, by: head.userId, reference: 'UAFB4CK123' }]),
  );
  const subject = { ...child, names: '', guardians: [] };
  const [wallet, money] = await server.context.db.readSchool(school, (tx) =>
    Promise.all(LEDGER_BUNDLE.map(({ read }) => read(tx, server.context, subject))),
  );
  expect(wallet).toEqual([{ balance: 100n, closed: false }]);
  expect(money).toMatchObject([
    { movement: 'deposit', amount: 100n, change: 100n, balanceAfter: 100n },
    { movement: 'refund-paid', amount: 25n, change: null, balanceAfter: null },
  ]);
});

it('an entry kind without a fee rule costs no fee', async () => {
  const { rows } = await owner.query(`SELECT fee_of($1, 'deposit', 10000) AS fee`, [school]);
  expect(rows).toEqual([{ fee: 0n }]);
});
