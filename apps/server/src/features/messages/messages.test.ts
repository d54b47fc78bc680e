import { randomUUID } from 'node:crypto';
import * as contract from '@mfuko/contract/messages';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { addContact, createStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSmsSimulator } from '../../../../simulators/src/sms/index.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { africasTalkingSms, SmsError, tellSmsSimulator } from '../../gateways/sms/index.ts';
import { credit } from '../ledger/index.ts';
import { noteBack } from './gateway-state.ts';
import { messageHooks } from './hooks.ts';
import { enqueueMessage, sendNow } from './send.ts';
import { tryAgainIn } from './store.ts';

let server: TestServer;
let school: string;
let classId: string;
let bursar: Person;
let admin: Person;
let simulator: Awaited<ReturnType<typeof startSmsSimulator>>;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  classId = await server.aClass(school, 'Grade 5');
  [bursar, admin] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('Admin')]);
  simulator = await startSmsSimulator({ port: 0, clock: { now: () => 0 } });
  await tellSmsSimulator(simulator.url, ACCOUNT);
}, 60_000);
afterAll(async () => {
  await simulator.close();
  await server.close();
});

const ACCOUNT = { username: 'nyota', apiKey: 'key' };
const gateway = () => africasTalkingSms({ ...ACCOUNT, senderId: null, baseUrl: simulator.url });
const PIN = '739154';

/** Creates a student with money and guardians; returns the guardians' numbers. */
async function aStudent(guardians = 2, language: 'en' | 'sw' = 'en') {
  const admissionNumber = String(5_000 + aNumber());
  const student = await bursar.ask<{ sysid: string }>(createStudent, {
    ...{ admissionNumber, names: 'Achieng Mary Odhiambo', classSYSID: classId, checkPin: PIN },
  });
  expect(student.status).toBe(200);
  const numbers: string[] = [];
  for (let each = 0; each < guardians; each++) {
    const mobileNumber = `2547${String(20_000_000 + aNumber())}`;
    numbers.push(mobileNumber);
    await bursar.ask(addContact, { name: 'Mama', mobileNumber, language, studentSYSID: student.body.sysid });
  }
  await bursar.ask(deposit, { admissionNumber, amount: '1000' });
  return { admissionNumber, id: student.body.sysid, numbers };
}

const payOut = (admissionNumber: string, amount = '150') =>
  bursar.ask(cashOutPin, { admissionNumber, pin: PIN, amount });

interface Row {
  id: string;
  state: string;
  kind: string;
  turn: number;
  to_hash: Buffer;
  cost: bigint | null;
  provider_id: string | null;
}

function messagesTo(number: string): Promise<Row[]> {
  const hash = server.context.keys.digest('phone', number);
  return server.context.db.inSchool(school, (tx) =>
    tx.rows<Row>('SELECT * FROM sms_messages WHERE school_id = $1 AND to_hash = $2 ORDER BY id', [school, hash]),
  );
}

/** Ends the pause of a message, and the gateway's outage if there is one. */
async function makeDue(id = '') {
  await server.context.db.inSchool(school, (tx) => tryAgainIn(tx, id, 0));
  await server.context.db.inPlatform(noteBack);
}

/** Sends the newest message to a number through the simulator; returns the message. */
async function sendTo(number: string, by = gateway()) {
  const [newest] = (await messagesTo(number)).slice(-1);
  await makeDue(newest?.id);
  await sendNow(server.context, by, { id: newest?.id ?? '', schoolId: school });
  const [after] = (await messagesTo(number)).slice(-1);
  return after;
}

/** Runs the jobs that write receipts, without sending the messages. */
async function writeReceipts() {
  const jobs = await server.context.db.inSchool(school, (tx) =>
    tx.rows<{ id: string }>(`SELECT m.id FROM journal_entries m WHERE m.school_id = $1 AND m.kind = 'cash-out'`, [
      school,
    ]),
  );
  const { writeReceiptOf } = await import('../wallet/receipt.ts');
  for (const { id } of jobs) await server.context.db.inSchool(school, (tx) => writeReceiptOf(tx, server.context, id));
}

/** Creates a student whose first guardian has a receipt that is not sent yet. */
async function aReceipt(guardians = 2) {
  const student = await aStudent(guardians);
  expect((await payOut(student.admissionNumber)).status).toBe(200);
  await writeReceipts();
  return student;
}

const report = (form: Record<string, string>, path = messageHooks(server.context).deliveryReports) =>
  server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

describe('receipt SMS', () => {
  it('a receipt goes once to the first guardian, in their language and in one segment', async () => {
    const { admissionNumber, numbers } = await aStudent(2, 'sw');
    await payOut(admissionNumber);
    await server.runJobs();
    await writeReceipts();
    await server.runJobs();
    const got = server.sent.filter(({ to }) => numbers.includes(to));
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({ to: numbers[0], kind: 'cash-out-receipt' });
    expect(got[0]?.text).toMatch(
      new RegExp(`^Nyota: Achieng O\\. \\(${admissionNumber}\\) amechukua KES 150 taslimu, .*Salio KES 850\\.$`),
    );
    const [row] = await messagesTo(numbers[0] ?? '');
    expect(row).toMatchObject({ state: 'sent', turn: 1 });
  });

  it('a receipt is written only if the money moves', async () => {
    const { id, numbers, admissionNumber } = await aStudent(1);
    const { enqueueReceipt } = await import('../wallet/index.ts');
    await server.context.db
      .inSchool(school, async (tx) => {
        const by = { actor: null, place: null, idempotencyKey: null };
        const made = await credit(tx, by, {
          kind: 'collection',
          studentId: id,
          amount: 5_000n,
          counter: 'm-pesa',
          method: null,
          reference: 'SKL9A1B2C3',
        });
        await enqueueReceipt(tx, made.id, 'collection');
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect((await payOut(admissionNumber, '5000')).status).toBe(422);
    await server.runJobs();
    expect(await messagesTo(numbers[0] ?? '')).toEqual([]);
  });

  it('no receipt is written when the school turns it off', async () => {
    const { admissionNumber, numbers } = await aStudent(1);
    await admin.ask(contract.updateMessageSettings, { cashOut: false }, { school });
    await payOut(admissionNumber);
    await server.runJobs();
    expect(await messagesTo(numbers[0] ?? '')).toEqual([]);
    await admin.ask(contract.updateMessageSettings, { cashOut: true }, { school });
  });
});

describe('provider answer', () => {
  it('an accepted message stores provider id, state and cost, and adds to the month', async () => {
    const { numbers } = await aReceipt();
    const before = (await bursar.ask<{ spent: number }>(contract.getMonth)).body.spent;
    expect(await sendTo(numbers[0] ?? '')).toMatchObject({ state: 'sent', cost: 8_000n });
    const { spent } = (await bursar.ask<{ spent: number }>(contract.getMonth)).body;
    expect(spent - before).toBeCloseTo(0.8, 4);
  });

  it.each([
    ['number', 'failed', 1],
    ['route', 'waiting', 0],
    ['never', 'failed', 0],
    ['later', 'waiting', 0],
    ['away', 'waiting', 0],
    ['busy', 'waiting', 0],
    ['unsure', 'waiting', 0],
    ['hold', 'waiting', 0],
    ['stop', 'waiting', 0],
  ] as const)('after %s the message is %s, and %i goes to the next guardian', async (failure, state, next) => {
    const { numbers } = await aReceipt();
    const refusing = { send: () => Promise.reject(new SmsError('the gateway refused with 999', failure)) };
    const after = await sendTo(numbers[0] ?? '', refusing);
    expect(after?.state).toBe(state);
    if (state === 'failed') expect(after?.cost).toBe(0n);
    expect(await messagesTo(numbers[1] ?? '')).toHaveLength(next);
    await server.context.db.inPlatform((tx) => tx.row('UPDATE sms_gateway SET stopped_until = NULL'));
  });

  it('a message that was sent is not sent again when its job runs again', async () => {
    const { numbers } = await aReceipt(1);
    const [message] = await messagesTo(numbers[0] ?? '');
    let taken = 0;
    const counting = { send: () => Promise.resolve({ providerId: `ATXid_${++taken}`, cost: 8_000n }) };
    for (let run = 0; run < 3; run++)
      await sendNow(server.context, counting, { id: message?.id ?? '', schoolId: school });
    expect(taken).toBe(1);
  });

  it('a message that was tried several times is charged once', async () => {
    const { numbers } = await aReceipt(1);
    const [message] = await messagesTo(numbers[0] ?? '');
    const spent = async () => (await bursar.ask<{ spent: number }>(contract.getMonth)).body.spent;
    const before = await spent();
    const later = { send: () => Promise.reject(new SmsError('the gateway is busy', 'later')) };
    for (let time = 0; time < 3; time++) {
      await makeDue(message?.id);
      await sendNow(server.context, later, { id: message?.id ?? '', schoolId: school });
    }
    expect((await sendTo(numbers[0] ?? ''))?.state).toBe('sent');
    expect((await spent()) - before).toBeCloseTo(0.8, 4);
  });

  it('a sign-in code with an unknown outcome is not sent again, nor to another guardian', async () => {
    const to = `2547${String(30_000_000 + aNumber())}`;
    await server.context.db.inSchool(school, (tx) =>
      enqueueMessage(tx, server.context, { to, text: '123456 is your code', kind: 'sign-in-code' }, 300),
    );
    const [code] = await messagesTo(to);
    let tries = 0;
    const unsure = {
      send: () => {
        tries++;
        return Promise.reject(new SmsError('the gateway cannot be reached', 'unsure'));
      },
    };
    const where = { id: code?.id ?? '', schoolId: school };
    for (let time = 0; time < 2; time++) {
      await makeDue(code?.id);
      await sendNow(server.context, unsure, where);
    }
    expect(tries).toBe(1);
    const all = await messagesTo(to);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ state: 'failed', to_sealed: null, text_sealed: null });
  });

  it('while the gateway is stopped receipts wait and codes are still tried', async () => {
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE sms_gateway SET stopped_until = now() + interval '5 minutes', stop_reason = 'no money'`),
    );
    const { numbers } = await aReceipt(1);
    expect((await sendTo(numbers[0] ?? ''))?.state).toBe('waiting');
    const to = `2547${String(30_000_000 + aNumber())}`;
    await server.context.db.inSchool(school, (tx) =>
      enqueueMessage(tx, server.context, { to, text: '1', kind: 'sign-in-code' }, 300),
    );
    expect((await sendTo(to))?.state).toBe('sent');
    // A message was taken, so the others go on.
    expect((await sendTo(numbers[0] ?? ''))?.state).toBe('sent');
  });
});

describe('delivery report', () => {
  /** Creates a receipt that the provider has taken. */
  async function sent(guardians = 2) {
    const student = await aReceipt(guardians);
    const message = await sendTo(student.numbers[0] ?? '');
    return {
      ...student,
      id: message?.provider_id ?? '',
      first: student.numbers[0] ?? '',
      second: student.numbers[1] ?? '',
    };
  }
  const asOwner = async () => {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    return owner;
  };
  /** Returns the number of queued notices of undelivered messages. */
  const alarms = async () => {
    const { rows } = await (await asOwner()).query(
      `SELECT 1 FROM graphile_worker._private_jobs WHERE payload::text LIKE '%sms.unreached%'`,
    );
    return rows.length;
  };
  const waiting = async (owner: pg.Client) => {
    // Within a transaction, statistics are a snapshot until it is cleared.
    await owner.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await owner.query(
      `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
    );
    return rows.length;
  };
  const stateOf = async (number: string) => (await messagesTo(number)).at(-1)?.state;

  it('is accepted with the hook secret only', async () => {
    const { id, first } = await sent(1);
    const answer = await report({ id, status: 'Success' }, `/hooks/sms/${'A'.repeat(43)}/d`);
    expect(answer.statusCode).toBe(404);
    expect(await stateOf(first)).toBe('sent');
    expect((await report({ id, status: 'Success' })).statusCode).toBe(200);
    expect(await stateOf(first)).toBe('delivered');
  });

  it('moves the state forwards only, whatever the order and repetition', async () => {
    const { id, first } = await sent(1);
    const before = await alarms();
    for (const status of ['Buffered', 'Submitted', 'Sent', 'Buffered']) await report({ id, status });
    expect(await stateOf(first)).toBe('buffered');
    for (const status of ['Success', 'Success', 'Failed', 'Buffered', 'AbsentSubscriber']) await report({ id, status });
    expect(await stateOf(first)).toBe('delivered');
    // The staff is not notified of a message that arrived.
    expect(await alarms()).toBe(before);
  });

  it('two concurrent reports are processed one after the other', async () => {
    const { id, first, second } = await sent();
    const [message] = await messagesTo(first);
    const owner = await asOwner();
    await owner.query(`SET app.school_id = '${school}'; BEGIN`);
    // The first report waits for this insert while holding the message; the other arrives meanwhile.
    await owner.query(
      `INSERT INTO sms_reports (school_id, id, message_id, status) VALUES ($1, gen_random_uuid(), $2, 'Success')`,
      [school, message?.id],
    );
    const one = report({ id, status: 'Success' });
    await vi.waitFor(async () => expect(await waiting(owner)).toBe(1), { timeout: 15_000, interval: 5 });
    const other = report({ id, status: 'AbsentSubscriber' });
    await Promise.race([
      other,
      vi.waitFor(async () => expect(await waiting(owner)).toBe(2), { timeout: 15_000, interval: 5 }),
    ]);
    await owner.query('ROLLBACK');
    await Promise.all([one, other]);
    expect([await stateOf(first), await messagesTo(second)]).toEqual(['delivered', []]);
  });

  it('a report of an unknown message changes nothing', async () => {
    const { first } = await sent(1);
    const count = () =>
      server.context.db.inPlatform((tx) => tx.row<{ n: number }>('SELECT count(*)::int AS n FROM sms_reports'));
    const before = await count();
    expect((await report({ id: `ATXid_${randomUUID()}`, status: 'Success' })).statusCode).toBe(200);
    expect([await count(), await stateOf(first)]).toEqual([before, 'sent']);
  });

  it.each([
    [{ status: 'AbsentSubscriber' }, 1],
    [{ status: 'Expired' }, 1],
    [{ status: 'Failed', failureReason: 'DeliveryFailure' }, 1],
    [{ status: 'Rejected', failureReason: 'UserInBlackList' }, 1],
    [{ status: 'Failed', failureReason: 'InsufficientCredit' }, 0],
  ] as const)('%j sends %i to the next guardian, once', async (form, next) => {
    const { id, first, second } = await sent();
    for (let time = 0; time < 3; time++) await report({ id, ...form });
    expect(await stateOf(first)).toBe('undelivered');
    expect(await messagesTo(second)).toHaveLength(next);
    await server.context.db.inPlatform((tx) => tx.row('UPDATE sms_gateway SET stopped_until = NULL'));
  });

  it('falls over to the second guardian and no further', async () => {
    const student = await aReceipt(3);
    const [first = '', second = '', third = ''] = student.numbers;
    const one = await sendTo(first);
    await report({ id: one?.provider_id ?? '', status: 'AbsentSubscriber' });
    const two = await sendTo(second);
    expect(two).toMatchObject({ turn: 2, state: 'sent' });
    await report({ id: two?.provider_id ?? '', status: 'AbsentSubscriber' });
    expect(await messagesTo(third)).toEqual([]);
    expect(await messagesTo(first)).toHaveLength(1);
  });

  it('an undelivered message can be sent again once, by its own school', async () => {
    const { id, first } = await sent(1);
    const [message] = await messagesTo(first);
    const again = () => bursar.ask(contract.sendAgain, { sysid: message?.id });
    expect((await again()).problem).toBe('message.not-again');
    await report({ id, status: 'AbsentSubscriber' });
    const shown = await bursar.ask<{ canSendAgain: boolean; text: string }>(contract.getMessage, {
      sysid: message?.id,
    });
    expect(shown.body).toMatchObject({ canSendAgain: true, state: 'undelivered', reason: 'AbsentSubscriber' });
    expect((await again()).status).toBe(200);
    expect((await again()).problem).toBe('message.not-again');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.getMessage, { sysid: message?.id })).status).toBe(404);
  });

  it('getMessageGateway returns the hook addresses to Admins only', async () => {
    const { deliveryReports, optOut } = messageHooks(server.context);
    const { body } = await admin.ask(contract.getMessageGateway, {});
    const { publicUrl } = server.context.config;
    expect(body).toMatchObject({
      hooks: { deliveryReports: publicUrl + deliveryReports, optOut: publicUrl + optOut },
    });
    expect((await bursar.ask(contract.getMessageGateway, {})).status).toBe(403);
  });

  it('an opt-out stops non-urgent messages to a number until a delivery there', async () => {
    const { admissionNumber, first, second, id } = await sent();
    await report({ senderId: 'MFUKO', phoneNumber: `+${first}` }, messageHooks(server.context).optOut);
    const out = () => server.context.db.inPlatform((tx) => tx.rows('SELECT 1 FROM sms_opt_outs'));
    expect(await out()).toHaveLength(1);
    // The next receipt goes to the next guardian.
    await payOut(admissionNumber, '160');
    await writeReceipts();
    expect(await sendTo(first)).toMatchObject({ state: 'failed', failure: 'the guardian wants no messages' });
    expect(await messagesTo(second)).toHaveLength(1);
    await report({ id, status: 'Success' });
    expect(await out()).toHaveLength(0);
  });
});

describe('monthly cap', () => {
  it('stops receipts and announcements, notifies the staff once and never stops codes', async () => {
    const { numbers } = await aReceipt(1);
    const other = await aReceipt(1);
    const { spent } = (await bursar.ask<{ spent: number }>(contract.getMonth)).body;
    await admin.ask(contract.updateMessageSettings, { cap: (Math.floor(spent * 100) / 100).toFixed(2) }, { school });
    expect((await sendTo(numbers[0] ?? ''))?.state).toBe('stopped');
    expect((await sendTo(other.numbers[0] ?? ''))?.state).toBe('stopped');
    const told = await server.context.db.inSchool(school, (tx) =>
      tx.rows('SELECT 1 FROM sms_months WHERE school_id = $1 AND notified_at IS NOT NULL', [school]),
    );
    expect(told).toHaveLength(1);
    const counted = await bursar.ask<{ recipients: number }>(contract.countAudience);
    const input = { textEn: 'School closes at noon.', recipients: counted.body.recipients };
    expect((await bursar.ask(contract.announce, input)).problem).toBe('message.over-cap');
    const to = `2547${String(30_000_000 + aNumber())}`;
    await server.context.db.inSchool(school, (tx) =>
      enqueueMessage(tx, server.context, { to, text: '1', kind: 'sign-in-code' }, 300),
    );
    expect((await sendTo(to))?.state).toBe('sent');
    await admin.ask(contract.updateMessageSettings, { cap: '5000' }, { school });
  });

  it("holds for concurrent sends and equals the sum of the messages' costs", async () => {
    const students = await Promise.all(Array.from({ length: 6 }, () => aStudent(1)));
    for (const { admissionNumber } of students) await payOut(admissionNumber);
    await writeReceipts();
    const { spent } = (await bursar.ask<{ spent: number }>(contract.getMonth)).body;
    await admin.ask(
      contract.updateMessageSettings,
      { cap: (Math.round(spent * 100) / 100 + 1.6).toFixed(2) },
      { school },
    );
    const states = await Promise.all(students.map(({ numbers }) => sendTo(numbers[0] ?? '')));
    expect(states.filter((each) => each?.state === 'sent')).toHaveLength(2);
    const sums = await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `SELECT (SELECT sum(cost) FROM sms_months WHERE school_id = $1) = (SELECT sum(cost) FROM sms_messages
           WHERE school_id = $1 AND month IS NOT NULL) AS same`,
        [school],
      ),
    );
    expect(sums).toEqual({ same: true });
    await admin.ask(contract.updateMessageSettings, { cap: '5000' }, { school });
  });
});

it('an announcement to a class goes to each number once, in its language', async () => {
  const own = await server.aClass(school, 'Form 4');
  const phones = [1, 2].map(() => `2547${String(40_000_000 + aNumber())}`);
  for (const [index, mobileNumber] of [...phones, phones[0]].entries()) {
    const admissionNumber = String(8_000 + aNumber());
    const student = await bursar.ask<{ sysid: string }>(createStudent, {
      ...{ admissionNumber, names: 'Otieno Ouma', classSYSID: own, checkPin: PIN },
    });
    // The first number is entered twice: the language entered last counts.
    const language = index < 2 ? 'sw' : 'en';
    await bursar.ask(addContact, { name: 'Baba', mobileNumber, language, studentSYSID: student.body.sysid });
  }
  const counted = await bursar.ask(contract.countAudience, { classSYSID: own });
  expect(counted.body).toMatchObject({ recipients: 2, inKiswahili: 1, price: 0.8 });
  const input = { textEn: 'School closes at noon.', textSw: 'Shule inafungwa saa sita.', classSYSID: own };
  expect((await bursar.ask(contract.announce, { ...input, recipients: 3 })).problem).toBe('message.audience-changed');
  const made = await bursar.ask<{ sysid: string }>(contract.announce, { ...input, recipients: 2 });
  expect(made.body).toMatchObject({ className: 'Form 4', recipients: 2 });
  await server.runJobs();
  const got = server.sent.filter(({ to }) => phones.includes(to));
  expect(got.map(({ to, text }) => [to, text]).sort()).toEqual(
    [
      [phones[0], 'School closes at noon.'],
      [phones[1], 'Shule inafungwa saa sita.'],
    ].sort(),
  );
  const listed = await bursar.ask<{ sent: number }[]>(contract.getAnnouncements);
  expect(listed.body[0]).toMatchObject({ sent: 2, recipients: 2, cost: 1.6 });
});

describe('announcement', () => {
  let own: string;
  let phones: string[];
  let second: Person;

  beforeAll(async () => {
    own = await server.aClass(school, 'Form 1');
    second = await server.aPerson('SchoolAdmin', school);
    phones = [];
    for (let each = 0; each < 3; each++) {
      const mobileNumber = `2547${String(60_000_000 + aNumber())}`;
      phones.push(mobileNumber);
      const student = {
        admissionNumber: String(9_000 + aNumber()),
        names: 'Otieno Ouma',
        classSYSID: own,
        checkPin: PIN,
      };
      const { sysid } = (await bursar.ask<{ sysid: string }>(createStudent, student)).body;
      await bursar.ask(addContact, { name: 'Baba', mobileNumber, studentSYSID: sysid });
    }
  });

  const write = (textEn: string, by = bursar) =>
    by.ask<contract.Announcement>(contract.announce, { textEn, classSYSID: own, recipients: 3 });
  const got = async (text: string) => {
    await server.runJobs();
    return server.sent.filter((each) => each.text === text && phones.includes(each.to)).length;
  };
  const approve = (sysid: string, by = second) =>
    by.ask<contract.Announcement>(contract.approveAnnouncement, { sysid });
  const waiting = async () =>
    (await second.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'announcement.waits').length;
  const from = async (announceApproval: number) => {
    const { status } = await admin.ask(contract.updateMessageSettings, { announceApproval }, { school });
    expect(status).toBe(200);
  };

  it('to more guardians than announceApproval waits for a second person', async () => {
    await from(2);
    try {
      const text = 'Parents meet on Friday at ten.';
      const before = await waiting();
      const made = await write(text);
      expect(made.body.approval).toEqual({ state: 'waiting', why: ['recipients'], by: null, own: true });
      expect(await got(text)).toBe(0);
      expect((await approve(made.body.sysid, bursar)).problem).toBe('message.same-person');
      expect(await got(text)).toBe(0);
      expect(await waiting()).toBe(before + 1);
      const released = await approve(made.body.sysid);
      expect(released.body.approval).toMatchObject({ state: 'approved', why: ['recipients'], own: false });
      expect(await got(text)).toBe(3);
      expect(await waiting()).toBe(before);
      expect((await approve(made.body.sysid)).problem).toBe('message.decided');
      expect(await got(text)).toBe(3);
    } finally {
      await from(300);
    }
    const text = 'Parents meet on Saturday at ten.';
    expect((await write(text)).body.approval).toBeNull();
    expect(await got(text)).toBe(3);
  });

  it('that asks for payment to a foreign number waits, and is not sent once rejected', async () => {
    const text = 'Pay fees to Paybill 400200 from today.';
    const made = await write(text);
    expect(made.body.approval).toMatchObject({ state: 'waiting', why: ['payment'] });
    const turned = await second.ask<contract.Announcement>(contract.rejectAnnouncement, { sysid: made.body.sysid });
    expect(turned.body.approval).toMatchObject({ state: 'rejected' });
    expect((await approve(made.body.sysid)).problem).toBe('message.decided');
    expect(await got(text)).toBe(0);
  });

  it("with the school's own paybill is sent at once", async () => {
    const code = String(700_000 + aNumber());
    await server.context.db.inSchool(school, (tx) =>
      tx.row('INSERT INTO short_codes (code, school_id) VALUES ($2, $1)', [school, code]),
    );
    const text = `Pay fees to Paybill ${code}.`;
    expect((await write(text)).body.approval).toBeNull();
    expect(await got(text)).toBe(3);
  });

  it("the database rejects an approval by its author, and another school's user cannot approve", async () => {
    const made = await write('Pay to till 400211.');
    const byHand = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE announcements SET decision = 'approved', decided_by = by_user, decided_at = now()
         WHERE school_id = $1 AND id = $2`,
        [school, made.body.sysid],
      ),
    );
    await expect(byHand).rejects.toThrow(/announcement_second_person|two/);
    expect(await got('Pay to till 400211.')).toBe(0);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await approve(made.body.sysid, stranger)).problem).toBe('message.not-found');
  });

  it('security messages pass the monthly cap, announcements do not', async () => {
    const { spent } = (await bursar.ask<{ spent: number }>(contract.getMonth)).body;
    await admin.ask(contract.updateMessageSettings, { cap: (Math.floor(spent * 100) / 100).toFixed(2) }, { school });
    try {
      const [to, other] = [1, 2].map(() => `2547${String(70_000_000 + aNumber())}`) as [string, string];
      await server.context.db.inSchool(school, async (tx) => {
        await enqueueMessage(tx, server.context, { to, text: 'The PIN was changed', kind: 'security' }, 300);
        await enqueueMessage(tx, server.context, { to: other, text: 'Come', kind: 'announcement' }, 300);
      });
      expect((await sendTo(to))?.state).toBe('sent');
      expect((await sendTo(other))?.state).toBe('stopped');
    } finally {
      await admin.ask(contract.updateMessageSettings, { cap: '5000' }, { school });
    }
  });

  it('that completes a foreign number of an earlier announcement waits', async () => {
    const first = 'Our new paybill begins with 400. The rest follows tomorrow.';
    expect((await write(first)).body.approval).toBeNull();
    expect(await got(first)).toBe(3);
    const rest = 'As promised, the second part is 200.';
    expect((await write(rest)).body.approval).toMatchObject({ state: 'waiting', why: ['payment'] });
    expect(await got(rest)).toBe(0);
  });
});
