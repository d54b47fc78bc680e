import * as contract from '@mfuko/contract/clock';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent } from '@mfuko/contract/students';
import { openTill } from '@mfuko/contract/tills';
import { cashOutPin, deposit, getWallet, reverse } from '@mfuko/contract/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { TimeSource } from '../../gateways/time/index.ts';
import { newId } from '../../platform/records/id.ts';
import { closeDays } from '../books/index.ts';
import { credit } from '../ledger/index.ts';
import { checkClock, measureClockOffset } from './index.ts';

const PIN = '274951';
const DAY = 24;

let server: TestServer;
let hand: ClockHand;
let school: string;
let bursar: Person;
let head: Person;
let guard: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  hand = await takeClock(server.ownerUrl);
});
/** Each test has a new school, because records persist. */
async function begin(): Promise<string> {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school);
  classSYSID = await server.aClass(school);
  return aStudent();
}
afterEach(async () => {
  await hand.set(0);
  await server.context.db.inPlatform((tx) =>
    tx.row('UPDATE clock_checks SET checked_at = NULL, offset_ms = NULL, source = NULL'),
  );
});
afterAll(async () => {
  await hand.end();
  await server.close();
});

async function aStudent(): Promise<string> {
  const admissionNumber = String(40_000 + aNumber());
  const made = await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  expect(made.status).toBe(200);
  return admissionNumber;
}

const pay = (admissionNumber: string, amount: number, key?: string) =>
  bursar.ask<{ receipt: { sysid: string } }>(deposit, { admissionNumber, amount }, key ? { key } : {});
const balance = async (admissionNumber: string) =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
const status = async (person = bursar) => (await person.ask<contract.ClockStatus>(contract.clockStatus)).body;
/** Network time that agrees with the machine's clock. */
const network: TimeSource = {
  name: 'time.example',
  ask: async () => ({ networkMs: Date.now(), steadyMs: performance.now() }),
};

describe('clock set back a day', () => {
  it('refuses a deposit, which succeeds under the same key once the clock is right', async () => {
    const student = await begin();
    await pay(student, 500);
    await hand.set(-DAY);
    const key = newId();
    const refused = await pay(student, 200, key);
    expect(refused).toMatchObject({ status: 503, problem: 'clock.behind' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(
        /^The clock of the server shows \d+ \w+ \d{4} \d\d:\d\d, but money was recorded on/,
      ),
      detail: { why: 'movement' },
    });
    expect(await balance(student)).toBe(500);
    await hand.set(0);
    expect((await pay(student, 200, key)).status).toBe(200);
    expect(await balance(student)).toBe(700);
  });

  it('refuses an equal deposit without a key instead of taking it for a double press', async () => {
    const student = await begin();
    await pay(student, 500);
    await hand.set(-DAY);
    expect((await pay(student, 500)).problem).toBe('clock.behind');
    await hand.set(0);
    expect(await balance(student)).toBe(500);
  });

  it('refuses cash-outs, reversals, openTill and collections', async () => {
    const student = await begin();
    const paid = await pay(student, 500);
    await hand.set(-DAY);
    const out = await bursar.ask(cashOutPin, { admissionNumber: student, amount: 100, pin: PIN });
    expect(out.problem).toBe('clock.behind');
    const back = await head.ask(reverse, { sysid: paid.body.receipt.sysid, reason: 'typed twice' });
    expect(back.problem).toBe('clock.behind');
    expect((await bursar.ask(openTill, { float: 0 })).problem).toBe('clock.behind');
    const { db } = server.context;
    const collected = db.inSchool(school, async (tx) => {
      const student = await tx.row<{ id: string }>('SELECT id FROM students WHERE school_id = $1 LIMIT 1', [school]);
      await credit(
        tx,
        { actor: null, place: null, idempotencyKey: newId() },
        {
          kind: 'collection',
          studentId: student?.id ?? '',
          amount: 5_000n,
          counter: 'm-pesa',
          method: null,
          reference: 'TST1',
        },
      );
    });
    await expect(collected).rejects.toThrow('The clock of the server shows');
    expect(await balance(student)).toBe(500);
  });

  it('still allows check-ins and check-outs', async () => {
    const student = await begin();
    expect((await guard.ask(checkInPin, { admissionNumber: student, pin: PIN }, { key: newId() })).status).toBe(200);
    await hand.set(-DAY);
    expect((await guard.ask(checkOutPin, { admissionNumber: student, pin: PIN }, { key: newId() })).status).toBe(200);
    expect((await guard.ask(checkInPin, { admissionNumber: student, pin: PIN }, { key: newId() })).status).toBe(200);
  });

  it('a PIN lock that lies in the future ends, so that the student can leave', async () => {
    const student = await begin();
    const tries = (pin: string) => guard.ask(checkOutPin, { admissionNumber: student, pin }, { key: newId() });
    await guard.ask(checkInPin, { admissionNumber: student, pin: PIN }, { key: newId() });
    for (let wrong = 0; wrong < 5; wrong++) await tries('111222');
    expect((await tries(PIN)).problem).toBe('pin.locked');
    await hand.set(-DAY);
    expect((await tries(PIN)).status).toBe(200);
  });

  it('a clock two seconds behind is tolerated', async () => {
    const student = await begin();
    await pay(student, 500);
    await hand.set(-1 / 1800);
    expect((await pay(student, 200, newId())).status).toBe(200);
  });
});

it("a clock before the software's release refuses money and cannot be declared right", async () => {
  const student = await begin();
  await hand.set((Date.UTC(2019, 0, 3) - Date.now()) / 3_600_000);
  const refused = await pay(student, 500);
  expect(refused).toMatchObject({ problem: 'clock.behind', body: { detail: { why: 'release' } } });
  expect(JSON.stringify(refused.body)).toContain('2019');
  expect((await bursar.ask(contract.stateClock, { reason: 'it is right' })).problem).toBe('clock.not-statable');
});

it('the database rejects an entry dated into a closed day', async () => {
  const student = await begin();
  await hand.set(-2 * DAY);
  await pay(student, 500);
  await hand.set(0);
  expect(await closeDays(server.context, school, { tool: 'test' })).toBeGreaterThan(0);
  const put = server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO journal_entries (school_id, id, kind, amount, fee, at)
       SELECT $1, $2, 'float', 5, 0, min(at) FROM journal_entries WHERE school_id = $1`,
      [school, newId()],
    ),
  );
  await expect(put).rejects.toThrow('a closed day takes no movement');
});

describe('clock that differs from network time', () => {
  it('refuses money while the clock is a day ahead, until it is set', async () => {
    const student = await begin();
    await hand.set(DAY);
    expect(await measureClockOffset(server.context, network)).toBeGreaterThan(23 * 3_600_000);
    const refused = await pay(student, 500);
    expect(refused).toMatchObject({ problem: 'clock.behind', body: { detail: { why: 'network' } } });
    expect((await status()).fault).toMatchObject({ why: 'network', offsetSeconds: 86_400 });
    await hand.set(0);
    // A comparison from before the clock was set back lies in the future and is ignored.
    expect((await pay(student, 500)).status).toBe(200);
  });

  it('closes no day while the clock is wrong', async () => {
    const student = await begin();
    await pay(student, 500);
    await hand.set(2 * DAY + 2);
    await measureClockOffset(server.context, network);
    expect(await closeDays(server.context, school, { tool: 'test' })).toBe(0);
    await server.context.db.inPlatform((tx) => tx.row('UPDATE clock_checks SET offset_ms = 0'));
    expect(await closeDays(server.context, school, { tool: 'test' })).toBeGreaterThan(0);
  });

  it('tolerates four minutes, and a comparison older than an hour is ignored', async () => {
    const student = await begin();
    await hand.set(4 / 60);
    await measureClockOffset(server.context, network);
    expect((await pay(student, 500)).status).toBe(200);
    await hand.set(10 / 60);
    await measureClockOffset(server.context, network);
    expect((await pay(student, 200)).problem).toBe('clock.behind');
    await hand.set(10 / 60 + 1.1);
    expect((await pay(student, 200)).status).toBe(200);
  });

  it('a failed comparison keeps the last one', async () => {
    await begin();
    await hand.set(DAY);
    await measureClockOffset(server.context, network);
    expect(await measureClockOffset(server.context, { name: 'nobody', ask: async () => null })).toBeNull();
    expect((await status()).fault?.why).toBe('network');
  });
});

describe('clock fault', () => {
  it('notifies the school and the platform once and appears in the status', async () => {
    const student = await begin();
    const admin = await server.aPerson('Admin');
    await pay(student, 500);
    await hand.set(-DAY);
    expect((await checkClock(server.context))?.why).toBe('movement');
    await checkClock(server.context);
    const told = async (person: Person) =>
      (await person.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'clock.wrong');
    expect(await told(bursar)).toHaveLength(1);
    expect(await told(admin)).toHaveLength(1);
    expect((await status(guard)).fault).toMatchObject({ why: 'movement' });
    await hand.set(0);
    expect((await status(guard)).fault).toBeNull();
  });

  it('appears in the readiness endpoint, which stays ok', async () => {
    const ready = async () => (await server.app.inject('/api/health/ready')).json();
    expect(await ready()).toEqual({ status: 'ok' });
    await hand.set(DAY);
    await measureClockOffset(server.context, network);
    expect(await ready()).toEqual({ status: 'ok', clock: 'network' });
  });
});

describe('clock that was ahead', () => {
  /** Deposits while the clock is a day ahead, then corrects the clock. */
  async function paidTomorrow(): Promise<string> {
    const student = await begin();
    await hand.set(DAY);
    await pay(student, 500);
    await hand.set(0);
    return student;
  }
  const state = (person: Person) =>
    person.ask<{ sysid: string }>(contract.stateClock, { reason: 'It said tomorrow after the power cut' });
  const bell = async () => (await head.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);
  const approve = (person: Person, sysid: string, yes = true) =>
    person.ask(contract.decideClock, { sysid, approve: yes });

  it('refuses money until two persons declare the clock right', async () => {
    const student = await paidTomorrow();
    expect((await pay(student, 200)).problem).toBe('clock.behind');
    const { sysid } = (await state(bursar)).body;
    expect((await status(head)).statement).toMatchObject({ sysid, by: 'Wanjiru Otieno', mine: false });
    expect(await bell()).toContain('clock.stated');
    expect((await status(guard)).statement).toBeNull();
    expect((await pay(student, 200)).problem).toBe('clock.behind');
    expect((await approve(head, sysid)).status).toBe(200);
    expect(await bell()).not.toContain('clock.stated');
    expect((await pay(student, 200)).status).toBe(200);
    expect(await balance(student)).toBe(700);
    expect((await status()).fault).toBeNull();
  });

  it('refuses an approval by the proposer and by other roles', async () => {
    const student = await paidTomorrow();
    const { sysid } = (await state(bursar)).body;
    expect((await approve(bursar, sysid)).problem).toBe('wallet.same-person');
    expect((await state(head)).problem).toBe('clock.statement-open');
    expect((await approve(guard, sysid)).problem).toBe('session.role');
    expect((await approve(head, newId())).problem).toBe('clock.no-statement');
    expect((await pay(student, 200)).problem).toBe('clock.behind');
    expect((await approve(bursar, sysid, false)).body).toEqual({ sysid, approved: false });
    expect((await approve(head, sysid)).problem).toBe('clock.no-statement');
  });

  it('the database rejects an approval by the proposer', async () => {
    await paidTomorrow();
    const { sysid } = (await state(bursar)).body;
    const past = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE clock_statements SET decision = 'approved', decided_by = by_user, decided_at = now() WHERE school_id = $1 AND id = $2`,
        [school, sysid],
      ),
    );
    await expect(past).rejects.toThrow('clock_second_person');
  });

  it('a clock set back after the declaration is caught again', async () => {
    const student = await paidTomorrow();
    const { sysid } = (await state(bursar)).body;
    await approve(head, sysid);
    await hand.set(2);
    expect((await pay(student, 200)).status).toBe(200);
    await hand.set(1);
    expect((await pay(student, 300)).problem).toBe('clock.behind');
    await hand.set(-1);
    expect((await pay(student, 300)).problem).toBe('clock.behind');
    await hand.set(3);
    expect((await pay(student, 300)).status).toBe(200);
    await hand.set(2 * DAY);
    expect((await pay(student, 400)).status).toBe(200);
    await hand.set(5);
    expect((await pay(student, 400)).problem).toBe('clock.behind');
  });

  it('refuses an approval when the clock was set again meanwhile', async () => {
    const student = await paidTomorrow();
    const { sysid } = (await state(bursar)).body;
    await hand.set(2 * DAY);
    expect((await pay(student, 200)).status).toBe(200);
    await hand.set(0);
    expect((await approve(head, sysid)).problem).toBe('clock.changed');
  });

  it('refuses a declaration when there is no fault', async () => {
    await begin();
    expect((await state(bursar)).problem).toBe('clock.is-right');
  });
});
