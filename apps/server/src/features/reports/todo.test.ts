import * as campus from '@mfuko/contract/campus';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as limits from '@mfuko/contract/limits';
import * as messages from '@mfuko/contract/messages';
import * as refunds from '@mfuko/contract/refunds';
import * as students from '@mfuko/contract/students';
import * as suspense from '@mfuko/contract/suspense';
import * as tills from '@mfuko/contract/tills';
import * as contract from '@mfuko/contract/today';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith } from '../../../tests/payments.testkit.ts';
import type { Actor } from '../../platform/http/call.ts';
import { anAuthenticator } from '../session/second-factor.testkit.ts';
import { readTodo } from './todo.ts';

const PIN = '274951';
const NOTHING_TO_DO = {
  approvals: 0,
  suspense: 0,
  suspenseProposed: 0,
  reversals: 0,
  refunds: 0,
  refundsFailed: 0,
  statements: 0,
  tills: 0,
  messages: 0,
  exceptions: 0,
  books: 0,
  amendments: 0,
  transfers: 0,
  erasures: 0,
  absent: 0,
  devices: 0,
  subsidies: 0,
  reenrolment: 0,
  unusual: 0,
};

let server: TestServer;
let school: string;
let head: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  head = await server.aPerson('SchoolAdmin', school);
  stranger = await server.aPerson('SchoolAdmin', await server.aSchool('Jua'));
});
afterAll(() => server.close());

async function inSchool(text: string, values: unknown[] = []): Promise<void> {
  await server.context.db.inSchool(school, (tx) => tx.row(text, [school, ...values]));
}

async function todo(person = head): Promise<contract.Todo> {
  return (await person.ask<contract.Todo>(contract.todo)).body;
}

async function rowsOf(endpoint: Endpoint, filter: object): Promise<number> {
  const { status, headers } = await head.ask(endpoint, { ...filter, page: 1, pageSize: 1 });
  expect(status).toBe(200);
  return Number(headers['x-total-count']);
}

describe('school set-up', () => {
  it('reports each step, and one student without a PIN does not reopen it', async () => {
    expect((await todo()).setup).toEqual({
      done: {
        ...{ factors: true, logo: false, classes: false, students: false, pins: false },
        ...{ limits: false, fingerLimit: false, payments: false, till: false },
      },
      withoutPin: 0,
      withoutFactor: null,
      lacksFactor: true,
      dismissed: false,
    });
    const classSYSID = await server.aClass(school, 'Grade 5');
    for (const admissionNumber of ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
      await head.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
    await head.ask(students.createStudent, { admissionNumber: '10', names: 'Juma Ali Hassan', classSYSID });
    const { setup } = await todo();
    expect(setup).toMatchObject({ done: { classes: true, students: true, pins: true, till: false }, withoutPin: 1 });
    await head.ask(students.createStudent, { admissionNumber: '11', names: 'Otieno Were', classSYSID });
    expect((await todo()).setup).toMatchObject({ done: { pins: false }, withoutPin: 2 });
  });

  it('needs a finger limit and other limits', async () => {
    const admin = await server.aPerson('Admin');
    const set = (more: object) => admin.ask(limits.setLimits, { scope: 'school', ...more }, { school });
    await set({ fingerAlone: 200 });
    expect((await todo()).setup.done).toMatchObject({ limits: false, fingerLimit: true });
    await set({ fingerAlone: null, day: 500 });
    expect((await todo()).setup.done).toMatchObject({ limits: true, fingerLimit: false });
    await set({ day: null });
    expect((await todo()).setup.done).toMatchObject({ limits: false, fingerLimit: false });
  });

  it('needs addresses registered for the present paybill, unless schools share it', async () => {
    const admin = await server.aPerson('Admin');
    const connected = async () => (await todo()).setup.done.payments;
    await collectsWith(admin, school, '600411');
    expect(await connected()).toBe(false);
    await inSchool('INSERT INTO provider_registrations (school_id, registered_at, short_code) VALUES ($1, now(), $2)', [
      '600411',
    ]);
    expect(await connected()).toBe(true);
    await collectsWith(admin, school, '600412');
    expect(await connected()).toBe(false);
    await collectsWith(admin, school, '600412', 'NYOTA');
    expect(await connected()).toBe(true);
  });

  it('names money handlers without a second factor in production', async () => {
    const jua = await server.aSchool('Jua');
    const [bursar, cashier] = [
      await server.aPerson('SchoolAdmin', jua),
      await server.aPerson('CheckAgent', jua, ['cashier']),
    ];
    await server.aPerson('CheckAgent', jua, ['gate']);
    const { db, clock, config } = server.context;
    const production = { clock, config: { ...config, production: true } };
    const setup = async (hasFactor: boolean) => {
      const actor = { userId: bursar.userId, hasFactor } as Actor;
      return (await db.readSchool(jua, (tx) => readTodo(tx, production, actor))).setup;
    };
    const names = 'Wanjiru Otieno';
    expect(await setup(false)).toMatchObject({
      done: { factors: false },
      withoutFactor: [names, names],
      lacksFactor: true,
    });
    await anAuthenticator(bursar);
    expect(await setup(true)).toMatchObject({ done: { factors: false }, withoutFactor: [names], lacksFactor: false });
    await anAuthenticator(cashier);
    expect(await setup(true)).toMatchObject({ done: { factors: true }, withoutFactor: [] });
  });

  it('can be dismissed once, per school', async () => {
    expect((await head.ask(contract.dismissSetup)).status).toBe(200);
    expect((await head.ask(contract.dismissSetup)).status).toBe(200);
    expect([(await todo()).setup.dismissed, (await todo(stranger)).setup.dismissed]).toEqual([true, false]);
    const told = await server.context.db.readSchool(school, (tx) =>
      tx.rows(`SELECT 1 FROM audit_events WHERE action = 'school.dismiss-setup'`),
    );
    expect(told).toHaveLength(1);
  });
});

describe('to-do counts', () => {
  it('equal the rows of the lists they lead to and exclude other schools', async () => {
    expect((await todo()).counts).toEqual(NOTHING_TO_DO);
    const student = `(SELECT id FROM students WHERE school_id = $1 AND admission_number = '1')`;
    await head.ask(wallet.deposit, { admissionNumber: '1', amount: 500 });
    await inSchool(
      `INSERT INTO cash_approvals (school_id, id, student_id, amount, reason, asked_by, asked_at)
       SELECT $1, gen_random_uuid(), ${student}, 100, 'School trip', gen_random_uuid(), now() - make_interval(hours => hour)
       FROM unnest(ARRAY[1, 13]) AS hour`,
    );
    await inSchool(
      `INSERT INTO gate_exceptions (school_id, id, kind, student_id) VALUES ($1, gen_random_uuid(), 'in-overridden', ${student})`,
    );
    for (const state of ['open', 'open', 'proposed', 'settled']) {
      const parked = (text: string) => inSchool(text, [state]);
      await parked(
        `INSERT INTO suspense_items (school_id, id, why, amount, paid_at, account, entry_id, state)
         SELECT $1, gen_random_uuid(), 'unknown-account', 100, now(), '99', id, $2 FROM journal_entries WHERE school_id = $1
           AND NOT EXISTS (SELECT 1 FROM suspense_items s WHERE s.school_id = $1 AND s.entry_id = journal_entries.id) LIMIT 1`,
      );
      await head.ask(wallet.deposit, { admissionNumber: '2', amount: 10 + (await todo()).counts.suspense });
    }
    const { body: till } = await head.ask(tills.openTill, { float: 0 });
    await head.ask(tills.closeTill, { sysid: till.sysid, counted: 0 });
    await inSchool(
      `INSERT INTO sms_messages (school_id, id, kind, state, expires_at, created_at, again_of)
       VALUES ($1, '00000000-0000-4000-8000-000000000001', 'announcement', 'failed', now(), now(), NULL),
              ($1, '00000000-0000-4000-8000-000000000002', 'announcement', 'undelivered', now(), now(), NULL),
              ($1, '00000000-0000-4000-8000-000000000003', 'announcement', 'delivered', now(), now(), '00000000-0000-4000-8000-000000000002'),
              ($1, '00000000-0000-4000-8000-000000000004', 'announcement', 'failed', now(), now() - interval '31 days', NULL)`,
    );
    await inSchool(`INSERT INTO book_states (school_id, checked_at, difference, findings) VALUES ($1, now(), -500, 0)`);

    await inSchool(
      `INSERT INTO reversal_proposals (school_id, id, entry_id, reason, by_user)
       SELECT $1, gen_random_uuid(), e.id, s.admission_number, gen_random_uuid() FROM journal_entries e JOIN students s
         ON s.school_id = $1 AND s.id = e.student_id WHERE e.school_id = $1 AND s.admission_number IN ('1', '2')`,
    );
    await inSchool(
      `UPDATE reversal_proposals SET decision = 'rejected', decided_by = id, decided_at = now() WHERE school_id = $1 AND reason = '1'`,
    );
    for (const admissionNumber of ['1', '2']) {
      const { sysid } = (await head.ask(students.getStudent, { admissionNumber })).body;
      const mobileNumber = `25472200000${admissionNumber}`;
      await head.ask(students.addContact, { studentSYSID: sysid, name: 'Mzazi', mobileNumber });
      await inSchool(`UPDATE students SET status = 'left', left_at = now() WHERE school_id = $1 AND id = $2`, [sysid]);
      const { body } = await head.ask(refunds.refund, { admissionNumber, mobileNumber, reason: 'Left' });
      if (admissionNumber === '2') await head.ask(refunds.rejectRefund, { sysid: body.sysid });
    }
    const { counts } = await todo();
    expect(counts).toEqual({
      ...NOTHING_TO_DO,
      approvals: 1,
      suspense: 2,
      suspenseProposed: 1,
      reversals: 1,
      refunds: 1,
      tills: 1,
      messages: 1,
      exceptions: 1,
      books: 1,
    });
    expect({
      approvals: await rowsOf(limits.getApprovals, { state: 'pending' }),
      suspense: await rowsOf(suspense.getSuspense, { state: 'open' }),
      suspenseProposed: await rowsOf(suspense.getSuspense, { state: 'proposed' }),
      reversals: await rowsOf(wallet.getBalances, { waiting: 'reversal' }),
      refunds: await rowsOf(refunds.getRefunds, { state: 'proposed' }),
      tills: await rowsOf(tills.getTills, { status: 'closed' }),
      messages: await rowsOf(messages.getMessages, { notArrived: 'true' }),
      exceptions: await rowsOf(campus.getExceptions, { settled: 'false' }),
    }).toEqual({
      approvals: 1,
      suspense: 2,
      suspenseProposed: 1,
      reversals: 1,
      refunds: 1,
      tills: 1,
      messages: 1,
      exceptions: 1,
    });
    expect((await todo(stranger)).counts).toEqual(NOTHING_TO_DO);
  });

  it('count a failed refund until it is proposed again or nothing is left', async () => {
    const { sysid } = (await head.ask(students.getStudent, { admissionNumber: '2' })).body;
    const fail = () =>
      inSchool(
        `UPDATE refunds SET state = 'failed', decided_by = coalesce(decided_by, gen_random_uuid()), decided_at = now(),
                  payout_id = id::text, ended_at = now(),
                  entry_id = (SELECT id FROM journal_entries WHERE school_id = $1 LIMIT 1),
                  end_entry_id = (SELECT id FROM journal_entries WHERE school_id = $1 LIMIT 1), result_text = 'The receiver is not known'
                WHERE school_id = $1 AND student_id = $2 AND state = 'proposed'`,
        [sysid],
      );
    const failed = async () => [
      (await todo()).counts.refundsFailed,
      await rowsOf(refunds.getRefunds, { unpaid: 'true' }),
    ];
    const propose = () =>
      head.ask(refunds.refund, { admissionNumber: '2', mobileNumber: '254722000002', reason: 'Left' });
    expect(await failed()).toEqual([0, 0]);
    await propose();
    await fail();
    expect(await failed()).toEqual([1, 1]);
    const again = await propose();
    expect([again.status, await failed()]).toEqual([200, [0, 0]]);
    await head.ask(refunds.rejectRefund, { sysid: again.body.sysid });
    expect(await failed()).toEqual([1, 1]);
    await propose();
    await fail();
    // A student whose refund failed twice is owed one refund.
    expect(await failed()).toEqual([1, 1]);
    await inSchool(`UPDATE students SET status = 'active', left_at = NULL WHERE school_id = $1 AND id = $2`, [sysid]);
    expect(await failed()).toEqual([0, 0]);
    await inSchool(`UPDATE students SET status = 'left', left_at = now() WHERE school_id = $1 AND id = $2`, [sysid]);
    expect(await failed()).toEqual([1, 1]);
    const other = await server.aPerson('SchoolAdmin', school);
    const paidIn = await server.context.db.readSchool(school, (tx) =>
      tx.rows<{ id: string }>(
        `SELECT id FROM journal_entries e WHERE school_id = $1 AND student_id = $2 AND kind = 'deposit'
           AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = $1 AND b.reverses = e.id)`,
        [school, sysid],
      ),
    );
    for (const { id } of paidIn)
      expect((await other.ask(wallet.reverse, { sysid: id, reason: 'Another child' })).status).toBe(200);
    expect(await failed()).toEqual([0, 0]);
  });
});
