// Two concurrent calls, each of them sent first in turn: whichever commits first, no money goes out twice or on outdated data.
import { randomUUID } from 'node:crypto';
import { addCollector, getReleases, setLeavesAlone } from '@mfuko/contract/collectors';
import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { cancelExeat, type Exeat, grantExeat } from '@mfuko/contract/exeats';
import { checkInPin, checkOutPin, type GateEvent } from '@mfuko/contract/gate';
import { uploadDeposits } from '@mfuko/contract/imports';
import * as limits from '@mfuko/contract/limits';
import { reconcilePayments, registerPayments } from '@mfuko/contract/payments';
import { approveRefund, type Refund, refund } from '@mfuko/contract/refunds';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import { approveSettlement, proposeSettlement, rejectSettlement } from '@mfuko/contract/suspense';
import * as wallet from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBooks } from '../src/features/books/index.ts';
import { aChild, type Child, PIN } from '../src/features/erasure/known-child.testkit.ts';
import { park } from '../src/features/suspense/index.ts';
import { type Answered, aNumber, openTestServer, type Person, type TestServer } from './kit.ts';
import { setTimeZoneToNoon } from './noon.testkit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from './payments.testkit.ts';

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);
const PAYBILL = '600267';
const NEW_PIN = '836042';
const LONG = 300_000;

let server: TestServer;
let payments: SimulatedPayments;
let school: string;
let classSYSID: string;
let head: Person;
let bursar: Person;
let third: Person;
let guard: Person;
let owner: pg.Client;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  classSYSID = await server.aClass(school);
  [head, bursar, third] = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
  ];
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  await collectsWith(admin, school, PAYBILL);
  expect((await admin.ask(registerPayments, { schoolSYSID: school })).status).toBe(200);
  await payments.knobs({ dropPercent: 100 });
  // Most paybills ask nobody before a payment.
  await payments.tell('/simulator/shortcodes', {
    shortCode: PAYBILL,
    consumerKey: `key-of-${PAYBILL}-0001`,
    consumerSecret: `secret-of-${PAYBILL}-0001`,
    passkey: `passkey-of-${PAYBILL}-0001`,
    operators: [],
    validationEnabled: false,
  });
  const rules = { sysid: school, requireCollector: true, requireExeat: true };
  expect((await admin.ask(updateSchoolSettings, rules)).status).toBe(200);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

type Sent<Body = unknown> = Promise<Answered<Body>>;

/** Sends both without waiting, in this order or, every other round, the other; neither is turned away for the other's sake. */
async function atOnce<One, Other>(
  round: number,
  one: () => Sent<One>,
  other: () => Sent<Other>,
): Promise<[Answered<One>, Answered<Other>]> {
  const begin = (): [Sent<One>, Sent<Other>] => {
    if (round % 2 === 0) return [one(), other()];
    const sent = other();
    return [one(), sent];
  };
  const answers = await Promise.all(begin());
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  return answers;
}

const key = () => ({ key: randomUUID() });
const aStudent = () => aChild(head, classSYSID);
const payIn = ({ admissionNumber }: Child, amount: number) =>
  bursar.ask(wallet.deposit, { admissionNumber, amount }, key());
const cashOut = ({ admissionNumber }: Child, amount: number, pin = PIN, who = bursar, options = key()) =>
  who.ask(wallet.cashOutPin, { admissionNumber, amount, pin }, options);
const inWallet = async ({ sysid }: Child) => {
  const { rows } = await owner.query<{ balance: bigint }>(
    `SELECT balance FROM accounts WHERE student_id = $1 AND kind = 'wallet'`,
    [sysid],
  );
  return Number(rows[0]?.balance ?? 0) / 100;
};
const isErased = async ({ sysid }: Child) =>
  (await owner.query('SELECT 1 FROM students WHERE id = $1 AND erased_at IS NOT NULL', [sysid])).rowCount === 1;

describe('money', () => {
  it(
    'a cash-out that races a PIN reset succeeds at most once, by the old PIN',
    async () => {
      const ended: number[] = [];
      for (const round of ROUNDS) {
        const child = await aStudent();
        await payIn(child, 1_000);
        const set = () => head.ask(students.updateStudent, { sysid: child.sysid, checkPin: NEW_PIN });
        const [reset, paid] = await atOnce(round, set, () => cashOut(child, 100));
        expect(reset.status).toBe(200);
        expect(['wallet.hold', 'pin.wrong', undefined]).toContain(paid.problem);
        ended.push(paid.status);
        expect((await cashOut(child, 100)).problem).toBe('pin.wrong');
        expect((await cashOut(child, 90, NEW_PIN)).problem).toBe('wallet.hold');
        expect(await inWallet(child)).toBe(paid.status === 200 ? 900 : 1_000);
      }
      expect(ended).toHaveLength(ROUNDS.length);
    },
    LONG,
  );

  it(
    'a refund approval that races a change of the number pays out or is refused, never both',
    async () => {
      /** A proposed refund, and the two calls that compete for it. */
      async function proposedRefund() {
        const child = await aStudent();
        await payIn(child, 200);
        await head.ask(students.updateStudent, { sysid: child.sysid, status: 'left' });
        const { rows } = await owner.query<{ id: string }>('SELECT id FROM guardians WHERE student_id = $1', [
          child.sysid,
        ]);
        const asked = { admissionNumber: child.admissionNumber, mobileNumber: child.phone, reason: 'Left' };
        const { status, body } = await bursar.ask<Refund>(refund, asked, key());
        expect(status).toBe(200);
        const mobileNumber = `2547${String(60_000_000 + aNumber())}`;
        return {
          child,
          change: () => third.ask(students.updateContact, { sysid: rows[0]?.id, mobileNumber }),
          approve: () => head.ask(approveRefund, { sysid: body.sysid }),
        };
      }
      for (const round of ROUNDS) {
        const { child, change, approve } = await proposedRefund();
        const [changed, approved] = await atOnce(round, change, approve);
        expect(changed.status).toBe(200);
        expect([undefined, 'refund.not-guardian']).toContain(approved.problem);
        expect(await inWallet(child)).toBe(approved.status === 200 ? 0 : 200);
      }
      // One after the other: once the office has its answer, nobody can approve a refund to that number.
      const last = await proposedRefund();
      expect((await last.change()).status).toBe(200);
      expect((await last.approve()).problem).toBe('refund.not-guardian');
    },
    LONG,
  );

  it(
    'closing an attempt that races its cash-out reports it recorded, or voids its key',
    async () => {
      for (const round of ROUNDS) {
        const child = await aStudent();
        await payIn(child, 500);
        const attempt = key();
        const [closed, paid] = await atOnce(
          round,
          () => bursar.ask<{ outcome: string }>(wallet.closeAttempt, attempt),
          () => cashOut(child, 100, PIN, bursar, attempt),
        );
        expect(closed.status).toBe(200);
        const recorded = closed.body.outcome === 'recorded';
        expect([paid.status, paid.problem]).toEqual(recorded ? [200, undefined] : [409, 'idempotency.void']);
        expect((await cashOut(child, 100, PIN, bursar, attempt)).status).toBe(paid.status);
        expect(await inWallet(child)).toBe(recorded ? 400 : 500);
      }
    },
    LONG,
  );

  it(
    'two approvals of a repeated slip allow two more deposits, not more',
    async () => {
      for (const round of ROUNDS) {
        const child = await aStudent();
        const { admissionNumber } = child;
        const slip = { admissionNumber, amount: 70, channel: 'bank', reference: `SLIP ${aNumber()} X` };
        const enter = (who: Person) => who.ask(wallet.deposit, slip, key());
        expect((await enter(bursar)).status).toBe(200);
        const ask = async (who: Person) => {
          const wish = { admissionNumber, amount: 70, reason: 'Two of one number', reference: slip.reference };
          return (await who.ask<limits.Approval>(limits.requestApproval, wish)).body.sysid;
        };
        const [mine, yours] = [await ask(bursar), await ask(third)];
        const given = await atOnce(
          round,
          () => head.ask(limits.approve, { sysid: mine }),
          () => head.ask(limits.approve, { sysid: yours }),
        );
        expect(given.map(({ status }) => status)).toEqual([200, 200]);
        const paid = await Promise.all([bursar, third, bursar, third].map(enter));
        expect(paid.filter(({ status }) => status === 200)).toHaveLength(2);
        expect(await inWallet(child)).toBe(210);
      }
    },
    LONG,
  );

  it(
    'approving and rejecting a settlement concurrently succeeds once',
    async () => {
      for (const round of ROUNDS) {
        const child = await aStudent();
        const payment = {
          receipt: `SBM${aNumber()}Q`,
          amount: 150_00n,
          account: 'LOST',
          why: 'unknown-account',
        } as const;
        const parked = await server.context.db.inSchool(school, (tx) =>
          park(tx, server.context, { ...payment, paidAt: new Date(), payerName: null, payerHash: null }),
        );
        await bursar.ask(proposeSettlement, { sysid: parked.id, admissionNumber: child.admissionNumber });
        const [settled, rejected] = await atOnce(
          round,
          () => head.ask(approveSettlement, { sysid: parked.id }),
          () => third.ask(rejectSettlement, { sysid: parked.id }),
        );
        expect([settled.status, rejected.status].filter((status) => status === 200)).toHaveLength(1);
        expect(await inWallet(child)).toBe(settled.status === 200 ? 150 : 0);
      }
    },
    LONG,
  );
});

describe('an erasure that races money', () => {
  async function asked(): Promise<Child> {
    const child = await aStudent();
    expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
    return child;
  }
  const erase = ({ sysid }: Child) => head.ask(approveErase, { sysid });
  /** The child is gone and has no money, or is there and has it. */
  async function isWhole(child: Child, erased: Answered, paid: number): Promise<void> {
    expect(await isErased(child)).toBe(erased.status === 200);
    expect(await inWallet(child)).toBe(paid);
    if (erased.status === 200) expect(paid).toBe(0);
    else expect(erased.problem).toBe('erase.blocked');
  }

  it(
    'refuses either the erasure or the deposit',
    async () => {
      for (const round of ROUNDS) {
        const child = await asked();
        const [erased, paid] = await atOnce(
          round,
          () => erase(child),
          () => payIn(child, 80),
        );
        expect([erased.status, paid.status].filter((status) => status === 200)).toHaveLength(1);
        await isWhole(child, erased, paid.status === 200 ? 80 : 0);
      }
    },
    LONG,
  );

  it(
    'refuses either the erasure or the whole list of deposits',
    async () => {
      for (const round of ROUNDS) {
        const [child, other] = [await asked(), await aStudent()];
        const lines = [other, child].map(({ admissionNumber }) => `${admissionNumber},60,`);
        const bytes = Buffer.from(`Admission Number,Amount,Reference\n${lines.join('\n')}\n`);
        const Deposits = { filename: `list-${round}.csv`, mimetype: 'text/csv', bytes };
        const [erased, paid] = await atOnce(
          round,
          () => erase(child),
          () => bursar.ask(uploadDeposits, { Deposits }, key()),
        );
        expect([erased.status, paid.status].filter((status) => status === 200)).toHaveLength(1);
        await isWhole(child, erased, paid.status === 200 ? 60 : 0);
        expect(await inWallet(other)).toBe(paid.status === 200 ? 60 : 0);
      }
    },
    LONG,
  );

  it(
    'erases the student only if the last cash-out came first',
    async () => {
      for (const round of ROUNDS) {
        const child = await aStudent();
        await payIn(child, 100);
        // The proposal was made while there was none.
        await cashOut(child, 100);
        expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
        await payIn(child, 40);
        const [erased, paid] = await atOnce(
          round,
          () => erase(child),
          () => cashOut(child, 40),
        );
        expect(paid.status).toBe(200);
        await isWhole(child, erased, 0);
      }
    },
    LONG,
  );

  it(
    'an M-Pesa payment is in the wallet of a student who remains, or in suspense after the erasure',
    async () => {
      for (const round of ROUNDS) {
        const child = await asked();
        await payments.payByHand(PAYBILL, 60, child.admissionNumber);
        await payments.simulator.flush();
        const receipt = (await payments.truth()).transactions.find(
          (each) => each.account === child.admissionNumber,
        )?.receipt;
        // M-Pesa's list contains the payment, whose callback was lost.
        const list = () => bursar.ask(reconcilePayments);
        const [erased] = await atOnce(round, () => erase(child), list);
        expect((await list()).status).toBe(200);
        const { rows } = await owner.query(`SELECT 1 FROM suspense_items WHERE receipt = $1 AND state = 'open'`, [
          receipt,
        ]);
        await isWhole(child, erased, erased.status === 200 ? 0 : 60);
        expect(rows).toHaveLength(erased.status === 200 ? 1 : 0);
      }
    },
    LONG,
  );
});

describe('concurrent gate calls for one student', () => {
  const leavesFrom = '2020-01-01T08:00';
  async function inside(): Promise<Child> {
    const child = await aStudent();
    expect((await guard.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: PIN })).status).toBe(200);
    return child;
  }
  const grant = ({ sysid }: Child, who = head) =>
    who.ask<Exeat>(grantExeat, { studentSYSID: sysid, leavesFrom, returnBy: '2999-01-01T08:00', reason: 'Fees' });
  const uncle = { name: 'Joseph Otieno', relation: 'Uncle' };
  const out = ({ admissionNumber }: Child, more: object = {}) =>
    guard.ask<GateEvent>(checkOutPin, { admissionNumber, pin: PIN, ...more }, key());
  async function collectorOf({ sysid }: Child): Promise<string> {
    const added = await head.ask<{ sysid: string }>(addCollector, { studentSYSID: sysid, ...uncle });
    await owner.query(`UPDATE collectors SET added_at = added_at - interval '2 days' WHERE student_id = $1`, [sysid]);
    return added.body.sysid;
  }
  const releasesOf = async ({ sysid }: Child) => (await head.ask<object[]>(getReleases, { studentSYSID: sysid })).body;

  it(
    'grant one of two overlapping exeats',
    async () => {
      for (const round of ROUNDS) {
        const child = await inside();
        const granted = await atOnce(
          round,
          () => grant(child),
          () => grant(child, bursar),
        );
        expect(granted.map(({ problem }) => problem).sort()).toEqual(['exeat.overlap', undefined]);
      }
    },
    LONG,
  );

  it(
    'either check the student out by an exeat or cancel it',
    async () => {
      for (const round of ROUNDS) {
        const child = await inside();
        const collectorSYSID = await collectorOf(child);
        const { sysid } = (await grant(child)).body;
        const [cancelled, gone] = await atOnce(
          round,
          () => head.ask(cancelExeat, { sysid, reason: 'Mother called' }),
          () => out(child, { collectorSYSID }),
        );
        expect([cancelled.problem, gone.problem].filter((problem) => problem === undefined)).toHaveLength(1);
        expect([cancelled.problem ?? 'exeat.used', gone.problem ?? 'exeat.required']).toEqual([
          'exeat.used',
          'exeat.required',
        ]);
        expect((await bursar.ask(cancelExeat, { sysid, reason: 'Mother called' })).problem).toBe('exeat.used');
      }
    },
    LONG,
  );

  it(
    'a barred collector cannot collect after the bar was answered',
    async () => {
      for (const round of ROUNDS) {
        const child = await inside();
        const collectorSYSID = await collectorOf(child);
        await grant(child);
        const [barred, gone] = await atOnce(
          round,
          () => head.ask(addCollector, { studentSYSID: child.sysid, ...uncle, blockedReason: 'Court order' }),
          () => out(child, { collectorSYSID }),
        );
        expect(barred.status).toBe(200);
        expect([undefined, 'collector.blocked']).toContain(gone.problem);
        expect(await releasesOf(child)).toHaveLength(gone.status === 200 ? 1 : 0);
        if (gone.status !== 200) continue;
        const admissionNumber = child.admissionNumber;
        await guard.ask(checkInPin, { admissionNumber, pin: PIN, override: 'Forgot the bag' });
        expect((await out(child, { collectorSYSID, override: 'Forgot' })).problem).toBe('collector.blocked');
      }
    },
    LONG,
  );

  it(
    'changing leavesAlone of a class during passages causes no server error',
    async () => {
      const children: Child[] = [];
      for (let count = 0; count < 6; count++) children.push(await inside());
      for (const child of children) await collectorOf(child);
      for (const round of ROUNDS) {
        const change = (leavesAlone: boolean, who: Person) => who.ask(setLeavesAlone, { classSYSID, leavesAlone });
        const passages = children.map(async ({ admissionNumber }) => {
          const gone = await guard.ask(
            checkOutPin,
            { admissionNumber, pin: PIN, leavesAlone: true, override: 'Fees' },
            key(),
          );
          const back = await guard.ask(checkInPin, { admissionNumber, pin: PIN, override: 'Back' }, key());
          return [gone, back];
        });
        const changed = await atOnce(
          round,
          () => change(round % 4 < 2, head),
          () => change(round % 4 >= 2, bursar),
        );
        expect(changed.map(({ status }) => status)).toEqual([200, 200]);
        expect((await Promise.all(passages)).flat().filter(({ status }) => status >= 500)).toEqual([]);
      }
    },
    LONG,
  );
});

it(
  'the books have no findings after all races',
  async () => {
    // PostgreSQL has no row counts yet for a database that is minutes old.
    await owner.query('ANALYZE');
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
  },
  LONG,
);
