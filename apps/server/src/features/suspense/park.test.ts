import { createHash } from 'node:crypto';
import { getNotifications } from '@mfuko/contract/notices';
import { createStudent } from '@mfuko/contract/students';
import { proposeReversal, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { credit } from '../ledger/index.ts';
import { type ParkedPayment, park } from './index.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let wallet: string;

const HASH = createHash('sha256').update('254711223344').digest('hex');

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const made = await bursar.ask<{ sysid: string }>(createStudent, {
    names: 'Achieng Odhiambo',
    admissionNumber: '4417',
    classSYSID,
  });
  wallet = made.body.sysid;
});
afterAll(() => server.close());

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);
const aPayment = (more: Partial<ParkedPayment> = {}): ParkedPayment => ({
  receipt: `UAF${aNumber()}X`,
  amount: 150_00n,
  paidAt: new Date('2026-01-15T05:30:15Z'),
  account: '4471',
  payerName: 'ACHIENG',
  payerHash: HASH,
  why: 'unknown-account',
  ...more,
});

async function sums(): Promise<Record<string, number>> {
  const rows = await inSchool((tx) =>
    tx.rows<{ kind: string; cents: bigint }>(
      `SELECT a.kind, sum(p.amount)::bigint AS cents FROM postings p
       JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id WHERE p.school_id = $1 GROUP BY a.kind`,
      [school],
    ),
  );
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

describe('park', () => {
  it('a parked payment moves suspense and M-Pesa once per receipt', async () => {
    const payment = aPayment();
    const first = await inSchool((tx) => park(tx, server.context, payment));
    expect(await sums()).toEqual({ suspense: 15_000, 'm-pesa': -15_000 });
    expect(await inSchool((tx) => park(tx, server.context, payment))).toEqual(first);
    const both = aPayment();
    const done = await Promise.allSettled([1, 2, 3].map(() => inSchool((tx) => park(tx, server.context, both))));
    expect(done.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await sums()).toEqual({ suspense: 30_000, 'm-pesa': -30_000 });
  });

  it('parking notifies the staff and stores the payer sealed', async () => {
    const told = await bursar.ask<{ kind: string; params: object }[]>(getNotifications);
    expect(told.body[0]).toMatchObject({ kind: 'suspense.parked', params: { amount: 150, account: '4471' } });
    const rows = await inSchool((tx) =>
      tx.rows('SELECT i::text AS row, encode(payer_sealed, $2) AS sealed FROM suspense_items i WHERE school_id = $1', [
        school,
        'escape',
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain('ACHIENG');
    expect(JSON.stringify(rows)).not.toContain(HASH);
  });
});

it('reversing a collection parks it in suspense again, from suspense or straight from M-Pesa', async () => {
  const before = await sums();
  for (const [counter, reference] of [
    ['m-pesa', 'UAFSTRAIGHT'],
    ['suspense', null],
  ] as const) {
    const mover = { actor: null, place: null, idempotencyKey: newId() };
    const entry = {
      kind: 'collection',
      studentId: wallet,
      amount: 70_00n,
      counter,
      method: null,
      reference,
    } as const;
    const { id } = await inSchool((tx) => credit(tx, mover, entry));
    const head = await server.aPerson('SchoolAdmin', school);
    await head.ask(proposeReversal, { sysid: id, reason: 'Another student' });
    expect((await bursar.ask(reverse, { sysid: id, reason: 'Another student' })).status).toBe(200);
    const [item] = await inSchool((tx) =>
      tx.rows(
        'SELECT why, receipt, amount, student_id, state FROM suspense_items WHERE school_id = $1 ORDER BY parked_at DESC',
        [school],
      ),
    );
    expect(item).toEqual({ why: 'reversed', receipt: reference, amount: 7_000n, student_id: wallet, state: 'open' });
  }
  const after = await sums();
  expect(after).toEqual({
    ...before,
    suspense: (before.suspense ?? 0) + 7_000,
    'm-pesa': (before['m-pesa'] ?? 0) - 7_000,
    wallet: 0,
  });
});
