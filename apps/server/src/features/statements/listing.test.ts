import {
  getMpesaStatement,
  getMpesaStatements,
  type MpesaStatement,
  rejectMpesaStatement,
  type StatementRow,
  uploadMpesaStatement,
} from '@mfuko/contract/mpesa-statements';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';

const PAYBILL = '600800';
const TITLES =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

let payments: SimulatedPayments;
let server: TestServer;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  await collectsWith(await server.aPerson('Admin'), school, PAYBILL);
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const paid = (receipt: string, amount: string) =>
  `${receipt},20-11-2026 08:30:15,,Pay Bill,Completed,${amount},,,,Pay Bill,2547****344 - JANE,,LOST`;
const upload = (name: string, ...rows: string[]) =>
  bursar.ask<MpesaStatement>(uploadMpesaStatement, {
    Statement: {
      filename: name,
      mimetype: 'text/csv',
      bytes: Buffer.from([`Short Code:,${PAYBILL}`, '', TITLES, ...rows].join('\r\n')),
    },
  });
const rowsOf = async ({ body: { sysid } }: { body: MpesaStatement }) =>
  (await head.ask<MpesaStatement & { rows: StatementRow[] }>(getMpesaStatement, { sysid })).body.rows;

it('each M-Pesa statement lists its own rows and has no decider before a decision', async () => {
  const one = await upload('one.csv', paid('UEA1AAAAA1', '100.00'), paid('UEA1AAAAA2', '200.00'));
  const other = await upload('other.csv', paid('UEA1AAAAA3', '300.00'));
  expect((await rowsOf(one)).map(({ receiptNumber, amount }) => [receiptNumber, amount])).toEqual([
    ['UEA1AAAAA1', 100],
    ['UEA1AAAAA2', 200],
  ]);
  expect((await rowsOf(other)).map(({ receiptNumber }) => receiptNumber)).toEqual(['UEA1AAAAA3']);
  const listed = async () => (await head.ask<MpesaStatement[]>(getMpesaStatements, { sort: 'date' })).body;
  expect(await listed()).toMatchObject([
    {
      fileName: 'one.csv',
      by: 'Wanjiru Otieno',
      own: false,
      payments: 2,
      amount: 300,
      decidedBy: null,
    },
    { fileName: 'other.csv', payments: 1, amount: 300, decidedBy: null },
  ]);
  await head.ask(rejectMpesaStatement, { sysid: one.body.sysid });
  expect(await listed()).toMatchObject([{ state: 'rejected', decidedBy: 'Wanjiru Otieno' }, { decidedBy: null }]);
  const trail = await server.context.db.inSchool(school, (tx) =>
    tx.rows<{ action: string }>('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at', [one.body.sysid]),
  );
  expect(trail.map(({ action }) => action)).toEqual(['statement.upload', 'statement.reject']);
});

it('a receipt stated with two amounts is left out of the statement', async () => {
  const made = await upload(
    'two.csv',
    paid('UEA1BBBBB1', '100.00'),
    paid('UEA1BBBBB1', '900.00'),
    paid('UEA1BBBBB2', '5.00'),
  );
  expect((await rowsOf(made)).map(({ receiptNumber }) => receiptNumber)).toEqual(['UEA1BBBBB2']);
});

it('a statement with nothing to ask about raises no notice', async () => {
  const made = await upload('known.csv', paid('UEA1CCCCC1', '100.00'), paid('UEA1CCCCC1', '900.00'));
  const told = (await head.ask<NoticeRow[]>(getNotifications)).body.filter(
    ({ subject }) => subject?.id === made.body.sysid,
  );
  expect([made.status, told]).toEqual([200, []]);
});

it('one statement uploaded four times at once is stored once', async () => {
  const all = await Promise.all([1, 2, 3, 4].map((copy) => upload(`copy-${copy}.csv`, paid('UEA1DDDDD1', '40.00'))));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(all.map(({ body }) => body.sysid)).size).toBe(1);
});
