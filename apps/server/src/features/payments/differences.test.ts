import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getPayments, getProviderRegistration, registerPayments } from '@mfuko/contract/payments';
import { findPayment } from '@mfuko/contract/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { BOOKS_CHECK, bookJobs } from '../books/jobs.ts';
import { addStudent } from '../students/index.ts';
import { settle } from './book.ts';
import { paymentJobs, RECONCILE } from './jobs.ts';
import { NOBODY } from './payer.ts';
import { writeDown } from './store.ts';

let server: TestServer;
let payments: SimulatedPayments;
let school: string;
let bursar: Person;
let account: string;
const PAYBILL = '600210';

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await collectsWith(admin, school, PAYBILL);
  await admin.ask(registerPayments, { schoolSYSID: school });
  account = String(5000 + aNumber());
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id: newId(), admissionNumber: account, names: 'Imani Were', classId, pinHash: null }),
  );
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const reconcileByJob = () => paymentJobs(server.context, payments.gateway, {})[RECONCILE]?.({});
const bell = async (kind: NoticeRow['kind']) =>
  (await bursar.ask<NoticeRow[]>(getNotifications)).body.filter((notice) => notice.kind === kind);

/** Books a payment here as an earlier pull would have; it was paid an hour ago, or that many minutes. */
const bookHere = (receipt: string, amount: bigint, minutesAgo = 60) =>
  server.context.db.inSchool(school, async (tx) => {
    const paidAt = new Date(payments.clock.now() - minutesAgo * 60_000);
    await writeDown(tx, server.context, { receipt, amount, paidAt, account, payer: NOBODY, reportedBy: 'pull' });
    await settle(tx, server.context, receipt, { by: 'pull', amount, whole: { account, phone: null, paidAt } });
  });

it('reconciliation notifies the office once of a receipt that M-Pesa does not have', async () => {
  await bookHere('UKL0NOWHERE', 5_000n);
  await reconcileByJob();
  await reconcileByJob();
  const told = await bell('payment.difference');
  expect(told).toMatchObject([
    { severity: 'urgent', read: false, params: { receipt: 'UKL0NOWHERE', here: 50, there: '—' } },
  ]);
});

it('reconciliation reports a receipt with another amount and books an unknown payment', async () => {
  await payments.knobs({ dropPercent: 100 });
  await payments.payByHand(PAYBILL, 120, account);
  await payments.payByHand(PAYBILL, 80, account);
  await payments.settle(server);
  await payments.knobs({ dropPercent: 0 });
  const { transactions } = await payments.truth();
  const receiptOf = (amount: number) => transactions.find((each) => each.amount === amount)?.receipt ?? '';
  await bookHere(receiptOf(120), 11_000n);
  await payments.later(server, 20 * 60_000);
  await reconcileByJob();
  const told = (await bell('payment.difference')).filter(({ params }) => params.receipt === receiptOf(120));
  expect(told).toMatchObject([{ params: { here: 110, there: 120 } }]);
  const booked = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ state: string }>('SELECT state FROM payments WHERE school_id = $1 AND receipt = $2', [
      school,
      receiptOf(80),
    ]),
  );
  expect(booked?.state).toBe('credited');
});

it('the registration shows why the last pull failed, until a pull succeeds', async () => {
  const refused = {
    ...payments.gateway,
    pull: () => Promise.reject(new PaymentsError('refused', { description: 'Away' })),
  };
  const jobs = paymentJobs(server.context, refused, {});
  await expect(jobs[RECONCILE]?.({}), 'one school does not hold up the others').resolves.toBeUndefined();
  const failure = async () =>
    (await bursar.ask<{ pullFailure: string | null }>(getProviderRegistration, { schoolSYSID: school })).body
      .pullFailure;
  expect(await failure()).toBe('Away');
  await reconcileByJob();
  expect(await failure()).toBeNull();
});

it('a balance at M-Pesa that the books do not explain raises a notice at the second check', async () => {
  const look = async () => {
    await bookJobs(server.context, payments.gateway)[BOOKS_CHECK]?.({});
    await payments.settle(server);
  };
  await look();
  await look();
  // Booked here: 50 that M-Pesa never had, 110 instead of 120, and 80. M-Pesa holds 200.
  expect(await bell('books.wrong')).toMatchObject([{ severity: 'urgent', params: { atProvider: 'KES -40.00' } }]);
});

it('a receipt that another school has booked is not booked again', async () => {
  const other = await server.aSchool();
  const told = { receipt: 'UKL0TWICE1', amount: 7_000n, account, payer: NOBODY, reportedBy: 'pull' } as const;
  const paidAt = new Date(payments.clock.now() - 3_600_000);
  const bookIn = (where: string) =>
    server.context.db.inSchool(where, async (tx) => {
      await writeDown(tx, server.context, { ...told, paidAt });
      const whole = { account, phone: null, paidAt };
      return settle(tx, server.context, told.receipt, { by: 'pull', amount: told.amount, whole });
    });
  expect(await Promise.all([bookIn(school), bookIn(school)])).toEqual(
    expect.arrayContaining(['credited', 'settled-before']),
  );
  expect(await bookIn(other)).toBe('elsewhere');
  expect(await bookIn(other)).toBe('settled-before');
  const bursarThere = await server.aPerson('SchoolAdmin', other);
  expect((await bursarThere.ask(getPayments)).body).toMatchObject([
    { receiptNumber: told.receipt, state: 'elsewhere' },
  ]);
  expect((await bursarThere.ask(findPayment, { search: told.receipt })).body).toMatchObject([{ status: 'elsewhere' }]);
  const booked = await server.context.db.inSchool(other, (tx) =>
    tx.rows('SELECT id FROM journal_entries WHERE school_id = $1', [other]),
  );
  expect(booked).toEqual([]);
});

it('a payment younger than 15 minutes is not yet reported as a difference', async () => {
  await bookHere('UKL0BYNOW00', 3_000n, 16);
  await bookHere('UKL0NOTYET0', 3_000n, 14);
  await reconcileByJob();
  const told = (await bell('payment.difference')).map(({ params }) => params.receipt);
  expect(told).toContain('UKL0BYNOW00');
  expect(told).not.toContain('UKL0NOTYET0');
});
