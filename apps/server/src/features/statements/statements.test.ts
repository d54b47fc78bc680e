import {
  approveMpesaStatement,
  getMpesaStatement,
  getMpesaStatements,
  type MpesaStatement,
  previewMpesaStatement,
  rejectMpesaStatement,
  type StatementPreview,
  type StatementRow,
  uploadMpesaStatement,
} from '@mfuko/contract/mpesa-statements';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getProviderRegistration, reconcilePayments, registerPayments } from '@mfuko/contract/payments';
import { createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { BOOKS_CHECK, bookJobs } from '../books/jobs.ts';
import { paymentJobs, RECONCILE } from '../payments/jobs.ts';

let server: TestServer;
let payments: SimulatedPayments;
let admin: Person;
const HOUR = 3_600_000;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
  readonly guardian: string;
  readonly school: string;
}
interface Setting {
  readonly school: string;
  readonly paybill: string;
  readonly bursar: Person;
  readonly head: Person;
  readonly students: readonly [Student, Student];
}

/** Opens a school that collects by M-Pesa, with two students whose guardians have phones. */
async function aSetting(): Promise<Setting> {
  const school = await server.aSchool();
  const paybill = String(600300 + aNumber());
  const bursar = await server.aPerson('SchoolAdmin', school);
  const head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const student = async (): Promise<Student> => {
    const admissionNumber = String(4000 + aNumber());
    const guardian = `25471${String(1_000_000 + aNumber())}`;
    const made = await bursar.ask<{ sysid: string }>(createStudent, {
      admissionNumber,
      names: 'Imani Were',
      classSYSID,
    });
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO guardians (school_id, id, student_id, name, mobile_number) VALUES ($1, gen_random_uuid(), $2, 'Mama Imani', $3)`,
        [school, made.body.sysid, guardian],
      ),
    );
    return { id: made.body.sysid, admissionNumber, guardian, school };
  };
  const students = [await student(), await student()] as const;
  await collectsWith(admin, school, paybill);
  await admin.ask(registerPayments, { schoolSYSID: school });
  await bursar.ask(reconcilePayments);
  return { school, paybill, bursar, head, students };
}

const STRANGER = '254733445566';
/** Makes payments of which the server gets no callback, since the network is down. Returns the receipts. */
async function paidUnheard(paybill: string, paid: readonly { amount: number; account: string; phone: string }[]) {
  const before = new Set((await payments.truth()).transactions.map(({ receipt }) => receipt));
  payments.away(true);
  for (const { amount, account, phone } of paid) await payments.payByHand(paybill, amount, account, phone);
  await payments.simulator.flush();
  payments.away(false);
  const { transactions } = await payments.truth();
  const fresh = transactions.filter(({ receipt, state }) => !before.has(receipt) && state === 'Completed');
  return paid.map(({ amount, account }) => {
    const found = fresh.find((each) => each.amount === amount && each.account === account);
    if (!found) throw new Error(`nobody paid ${amount} for ${account}`);
    return found.receipt;
  });
}
const download = async (paybill: string) =>
  Buffer.from(
    await (await fetch(`${payments.simulator.url}/simulator/statement.csv?shortCode=${paybill}`)).arrayBuffer(),
  );
const asFile = (bytes: Uint8Array | string, filename = 'statement.csv') => ({
  Statement: { filename, mimetype: 'text/csv', bytes: Buffer.from(bytes) },
});
const uploadAs = (who: Person, bytes: Uint8Array | string, name?: string) =>
  who.ask<MpesaStatement>(uploadMpesaStatement, asFile(bytes, name));
const rowsOf = async (who: Person, sysid: string) =>
  (await who.ask<MpesaStatement & { rows: StatementRow[] }>(getMpesaStatement, { sysid })).body;
const bell = async (who: Person, kind: NoticeRow['kind']) =>
  (await who.ask<NoticeRow[]>(getNotifications)).body.filter((notice) => notice.kind === kind);
const settle = () => payments.settle(server);
async function balance({ id, school }: Student): Promise<number> {
  const account = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ balance: bigint }>('SELECT balance FROM accounts WHERE school_id = $1 AND id = $2', [school, id]),
  );
  return Number(account?.balance ?? 0n) / 100;
}
/** Returns the KES that M-Pesa holds, by the books and by M-Pesa. */
async function atProvider({ school, paybill }: Setting): Promise<{ books: number; truth: number }> {
  const books = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ cents: bigint }>(
      `SELECT -coalesce(sum(balance), 0)::bigint AS cents FROM book_balances($1) WHERE kind = 'm-pesa'`,
      [school],
    ),
  );
  const { shortCodes } = await payments.truth();
  return {
    books: Number(books?.cents ?? 0n) / 100,
    truth: shortCodes.find(({ shortCode }) => shortCode === paybill)?.utility ?? 0,
  };
}
const agree = async (setting: Setting) => {
  const { books, truth } = await atProvider(setting);
  expect(books).toBe(truth);
};

describe('after an M-Pesa outage', () => {
  it('of 50 minutes, one reconciliation credits everything', async () => {
    const setting = await aSetting();
    const { bursar, students, paybill } = setting;
    await paidUnheard(paybill, [{ amount: 300, account: students[0].admissionNumber, phone: STRANGER }]);
    await payments.later(server, 50 * 60_000);
    await paymentJobs(server.context, payments.gateway, {})[RECONCILE]?.({});
    expect(await balance(students[0])).toBe(300);
    await agree(setting);
    expect(await bell(bursar, 'payment.away')).toEqual([]);
  });

  it('of 49 hours, staff are notified and a statement with a second person credits the rest', async () => {
    const setting = await aSetting();
    const { school, paybill, bursar, head, students } = setting;
    const [own, foreign, nobodys] = await paidUnheard(paybill, [
      { amount: 500, account: students[0].admissionNumber, phone: students[0].guardian },
      { amount: 250, account: students[1].admissionNumber, phone: STRANGER },
      { amount: 70, account: 'FEES', phone: STRANGER },
    ]);
    await payments.later(server, 49 * HOUR);
    await paidUnheard(paybill, [{ amount: 40, account: students[1].admissionNumber, phone: STRANGER }]);
    await paymentJobs(server.context, payments.gateway, {})[RECONCILE]?.({});
    // M-Pesa lists the last 48 hours, so only the latest payment has come.
    expect([await balance(students[0]), await balance(students[1])]).toEqual([0, 40]);
    const [away] = await bell(bursar, 'payment.away');
    expect(away).toMatchObject({ severity: 'urgent', subject: { kind: 'statement' } });
    const standing = await bursar.ask<{ gap: { from: string; until: string } }>(getProviderRegistration, {
      schoolSYSID: school,
    });
    expect(standing.body.gap).toEqual({ from: away?.params.from, until: away?.params.until });
    for (let hour = 0; hour < 2; hour++) {
      await bookJobs(server.context, payments.gateway)[BOOKS_CHECK]?.({});
      await settle();
    }
    expect(await bell(head, 'payment.missing')).toMatchObject([{ params: { amount: 'KES 820.00' } }]);

    const file = await download(paybill);
    const seen = await bursar.ask<StatementPreview>(previewMpesaStatement, asFile(file));
    expect(seen.body).toMatchObject({ shortCode: paybill, toAsk: 3, amount: 820 });
    const kinds = new Map(seen.body.rows.map(({ receiptNumber, kind }) => [receiptNumber, kind]));
    expect([own, foreign, nobodys].map((receipt) => kinds.get(receipt ?? ''))).toEqual([
      'missing',
      'missing',
      'missing',
    ]);
    expect([await balance(students[0]), await balance(students[1])]).toEqual([0, 40]);

    const uploaded = await uploadAs(bursar, file);
    expect(uploaded.body).toMatchObject({ payments: 3, amount: 820, own: true, state: 'asking' });
    expect(await bell(bursar, 'payment.statement')).toEqual([]);
    expect(await bell(head, 'payment.statement')).toMatchObject([{ params: { count: 3, amount: 820 } }]);
    await settle();
    // M-Pesa confirms the payment by a guardian's own phone. For the stranger's, the account is in the file alone.
    expect([await balance(students[0]), await balance(students[1])]).toEqual([500, 40]);
    const rows = (await rowsOf(head, uploaded.body.sysid)).rows.map(({ receiptNumber, state }) => [
      receiptNumber,
      state,
    ]);
    expect(Object.fromEntries(rows)).toEqual({
      [own ?? '']: 'credited',
      [foreign ?? '']: 'confirmed',
      [nobodys ?? '']: 'parked',
    });
    const approved = await head.ask<MpesaStatement>(approveMpesaStatement, { sysid: uploaded.body.sysid });
    expect(approved.body).toMatchObject({ state: 'done', credited: 2, parked: 1, open: 0, own: false });
    expect(await bell(head, 'payment.statement')).toEqual([]);
    expect([await balance(students[0]), await balance(students[1])]).toEqual([500, 290]);
    await agree(setting);
    const closed = await bursar.ask(getProviderRegistration, { schoolSYSID: school });
    expect(closed.body.gap).toBeNull();
  });
});

describe('M-Pesa statement', () => {
  it('credits once whatever uploads, approvals and reconciliations are repeated', async () => {
    const setting = await aSetting();
    const { paybill, bursar, head, students } = setting;
    await paidUnheard(paybill, [
      { amount: 110, account: students[0].admissionNumber, phone: students[0].guardian },
      { amount: 90, account: students[1].admissionNumber, phone: STRANGER },
    ]);
    const file = await download(paybill);
    const [first, second] = await Promise.all([uploadAs(bursar, file), uploadAs(head, file, 'again.csv')]);
    expect(second.body.sysid).toBe(first.body.sysid);
    await settle();
    const { sysid } = first.body;
    const other = (await rowsOf(bursar, sysid)).own ? head : bursar;
    const both = await Promise.all([
      other.ask(approveMpesaStatement, { sysid }),
      admin.ask(approveMpesaStatement, { sysid }, { school: setting.school }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await settle();
    const after = [await balance(students[0]), await balance(students[1])];
    expect(after).toEqual([110, 90]);
    // Within 48 hours M-Pesa lists these payments too.
    expect((await bursar.ask(reconcilePayments)).body).toMatchObject({ pulled: 2, credited: 0, differences: 0 });
    const seen = await bursar.ask<StatementPreview>(previewMpesaStatement, asFile(file));
    expect(seen.body.rows.map(({ kind }) => kind)).toEqual(['known', 'known']);
    expect((await uploadAs(head, file)).body.sysid).toBe(sysid);
    await settle();
    expect([await balance(students[0]), await balance(students[1])]).toEqual(after);
    await agree(setting);
  });

  it('reports a payment booked with another amount, and no other', async () => {
    const { paybill, bursar, head, students } = await aSetting();
    const [first, second] = students;
    await payments.payByHand(paybill, 250, first.admissionNumber, first.guardian);
    await payments.payByHand(paybill, 90, second.admissionNumber, second.guardian);
    await settle();
    const file = String(await download(paybill)).replaceAll('250.00', '205.00');
    const seen = await bursar.ask<StatementPreview>(previewMpesaStatement, asFile(file));
    const differing = seen.body.rows.filter(({ kind }) => kind === 'differs');
    expect(differing).toMatchObject([{ amount: 205, booked: 250 }]);
    await uploadAs(bursar, file);
    const told = (await bell(head, 'payment.difference')).map(({ params }) => params);
    expect(told).toEqual([{ receipt: expect.any(String), here: 250, there: 205 }]);
    expect([await balance(first), await balance(second)]).toEqual([250, 90]);
  });

  it('overlapping statements credit each payment once', async () => {
    const setting = await aSetting();
    const { paybill, bursar, head, students } = setting;
    const pay = (amount: number) =>
      paidUnheard(paybill, [{ amount, account: students[0].admissionNumber, phone: STRANGER }]);
    await pay(45);
    const first = (await uploadAs(bursar, await download(paybill))).body.sysid;
    await pay(55);
    const second = (await uploadAs(bursar, await download(paybill))).body;
    expect(second).toMatchObject({ payments: 2, amount: 100 });
    await settle();
    await head.ask(approveMpesaStatement, { sysid: second.sysid });
    expect(await balance(students[0])).toBe(100);
    expect((await head.ask<MpesaStatement>(approveMpesaStatement, { sysid: first })).body).toMatchObject({
      state: 'done',
    });
    await settle();
    expect(await balance(students[0])).toBe(100);
    await agree(setting);
  });

  it("of another school's short code and a file that is no statement are refused", async () => {
    const { bursar, paybill } = await aSetting();
    const elsewhere = await aSetting();
    const field = async (bytes: Uint8Array | string, name?: string) => {
      const answer = await bursar.ask<{ detail: { fields: { Statement: string } } }>(
        uploadMpesaStatement,
        asFile(bytes, name),
      );
      expect([answer.status, answer.problem]).toEqual([400, 'input.malformed']);
      return answer.body.detail.fields.Statement;
    };
    expect(await field(await download(elsewhere.paybill))).toContain(elsewhere.paybill);
    const file = (await download(paybill)).toString('utf8');
    expect(await field(file.replace('Short Code:', 'Number:'))).toContain('short code');
    expect(await field('Name,Class\r\nImani,4\r\n')).toContain('Receipt No.');
    const rows = await server.context.db.inSchool(elsewhere.school, (tx) =>
      tx.rows('SELECT 1 AS one FROM payment_statements WHERE school_id = $1', [elsewhere.school]),
    );
    expect(rows).toEqual([]);
    expect((await bursar.ask(previewMpesaStatement, asFile(await download(elsewhere.paybill)))).status).toBe(400);
  });

  it('is not approved by its uploader, and the attempt is audited', async () => {
    const { school, paybill, bursar, students } = await aSetting();
    await paidUnheard(paybill, [{ amount: 60, account: students[0].admissionNumber, phone: STRANGER }]);
    const { sysid } = (await uploadAs(bursar, await download(paybill))).body;
    await settle();
    const tried = await bursar.ask(approveMpesaStatement, { sysid });
    expect([tried.status, tried.problem]).toEqual([422, 'wallet.same-person']);
    expect(await balance(students[0])).toBe(0);
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ action: string }>(
        `SELECT action FROM audit_events WHERE school_id = $1 AND subject_id = $2 ORDER BY id`,
        [school, sysid],
      ),
    );
    expect(trail.map(({ action }) => action)).toEqual(['statement.upload', 'statement.approve.same-person']);
    // The table's constraint refuses it too.
    const written = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE payment_statements SET decision = 'approved', decided_by = by_user, decided_at = now() WHERE school_id = $1 AND id = $2`,
        [school, sysid],
      ),
    );
    await expect(written).rejects.toThrow('payment_statements_second_person');
  });

  it('with a forged account credits nothing before a second person decides', async () => {
    const setting = await aSetting();
    const { paybill, bursar, head, students } = setting;
    await paidUnheard(paybill, [{ amount: 130, account: students[0].admissionNumber, phone: students[0].guardian }]);
    const file = (await download(paybill)).toString('utf8');
    const forged = file.replaceAll(students[0].admissionNumber, students[1].admissionNumber);
    const { sysid } = (await uploadAs(bursar, forged)).body;
    await settle();
    expect([await balance(students[0]), await balance(students[1])]).toEqual([0, 0]);
    const rejected = await head.ask<MpesaStatement>(rejectMpesaStatement, { sysid });
    // The money was paid, so it goes to suspense; the true statement changes nothing more.
    expect(rejected.body).toMatchObject({ state: 'rejected', parked: 1, open: 0 });
    await uploadAs(bursar, file);
    await settle();
    expect([await balance(students[0]), await balance(students[1])]).toEqual([0, 0]);
    await agree(setting);
  });

  it('a payment unknown to M-Pesa needs approval, and one it declined is never credited', async () => {
    const setting = await aSetting();
    const { paybill, bursar, head, students } = setting;
    const { transactions } = await payments.truth();
    await paidUnheard(paybill, [{ amount: 20, account: students[1].admissionNumber, phone: students[1].guardian }]);
    const [real] = (await payments.truth()).transactions.filter(
      ({ receipt }) => !transactions.some((each) => each.receipt === receipt),
    );
    // One receipt that M-Pesa does not know, and one that it says was declined.
    const file = (await download(paybill)).toString('utf8');
    const row = file.split('\r\n').find((line) => line.startsWith(real?.receipt ?? 'none')) ?? '';
    const forge = (receipt: string) => row.replace(real?.receipt ?? '', receipt).replaceAll('20.00', '900.00');
    await payments.tell('/simulator/subscribers', { msisdn: '254700000009', balance: 0 });
    await payments.payByHand(paybill, 900, students[1].admissionNumber, '254700000009');
    await settle();
    const declined = (await payments.truth()).transactions.find(
      ({ state, amount }) => state === 'Declined' && amount === 900,
    );
    const withBoth = `${file}${forge('UKNOWHERE1')}\r\n${forge(declined?.receipt ?? 'none')}\r\n`;
    const { sysid } = (await uploadAs(bursar, withBoth)).body;
    await settle();
    expect(await balance(students[1])).toBe(20);
    const states = async () =>
      Object.fromEntries((await rowsOf(head, sysid)).rows.map(({ receiptNumber, state }) => [receiptNumber, state]));
    expect(await states()).toMatchObject({ UKNOWHERE1: 'unknown', [declined?.receipt ?? '']: 'refused' });
    await head.ask(approveMpesaStatement, { sysid });
    await settle();
    expect(await balance(students[1])).toBe(920);
    expect(await states()).toMatchObject({ UKNOWHERE1: 'credited', [declined?.receipt ?? '']: 'refused' });
    // M-Pesa holds 20 and the books 920: the comparison of balances reveals two people who agreed on a lie.
    for (let hour = 0; hour < 2; hour++) {
      await bookJobs(server.context, payments.gateway)[BOOKS_CHECK]?.({});
      await settle();
    }
    expect(await bell(bursar, 'books.wrong')).toMatchObject([{ params: { atProvider: 'KES -900.00' } }]);
  });

  it('waits for a second person when M-Pesa cannot be queried', async () => {
    const { school, paybill, bursar, head, students } = await aSetting();
    await paidUnheard(paybill, [
      { amount: 75, account: students[0].admissionNumber, phone: students[0].guardian },
      { amount: 35, account: '999999', phone: STRANGER },
    ]);
    // The initiator lacks the permission to query, which the simulator checks from now on.
    await payments.tell('/simulator/shortcodes', {
      shortCode: paybill,
      consumerKey: `key-of-${paybill}-0001`,
      consumerSecret: `secret-of-${paybill}-0001`,
      passkey: 'p',
      operators: [],
    });
    const { sysid } = (await uploadAs(bursar, await download(paybill))).body;
    await settle();
    const states = async () => (await rowsOf(head, sysid)).rows.map(({ state }) => state).toSorted();
    expect(await states()).toEqual(['not-asked', 'not-asked']);
    expect((await rowsOf(head, sysid)).state).toBe('waiting');
    expect(await bell(head, 'payment.misconfigured')).toHaveLength(1);
    await head.ask(approveMpesaStatement, { sysid });
    expect(await states()).toEqual(['credited', 'parked']);
    expect(await balance(students[0])).toBe(75);
    const borne = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ by: string }>('SELECT confirmed_by AS by FROM payments WHERE school_id = $1', [school]),
    );
    expect(borne.map(({ by }) => by)).toEqual(['statement', 'statement']);
  });

  it('is hidden from other schools and agents', async () => {
    const { school, paybill, bursar, students } = await aSetting();
    const stranger = (await aSetting()).bursar;
    await paidUnheard(paybill, [{ amount: 15, account: students[0].admissionNumber, phone: STRANGER }]);
    const { sysid } = (await uploadAs(bursar, await download(paybill))).body;
    for (const call of [approveMpesaStatement, rejectMpesaStatement, getMpesaStatement])
      expect((await stranger.ask(call, { sysid })).problem).toBe('statement.not-found');
    expect((await stranger.ask<MpesaStatement[]>(getMpesaStatements)).body).toEqual([]);
    expect((await bursar.ask<MpesaStatement[]>(getMpesaStatements)).body).toMatchObject([{ sysid, payments: 1 }]);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await agent.ask(approveMpesaStatement, { sysid })).problem).toBe('session.role');
  });
});
