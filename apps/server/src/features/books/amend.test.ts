import * as contract from '@mfuko/contract/books';
import { decideClock, stateClock } from '@mfuko/contract/clock';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent } from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { verifyBooks } from './verify.ts';

/** Hours to add so that two days have ended, whatever the time is. */
const AHEAD = 50;
/** Hours after which every day that the wrong clock showed has ended. */
const LATER = 120;
const REASON = 'The clock said Tuesday on Sunday';

let server: TestServer;
let hand: ClockHand;
let school: string;
let bursar: Person;
let head: Person;
let student: string;
/** The day that was closed early, and the deposit made after the closing. */
let day: string;
let late: string;

beforeAll(async () => {
  server = await openTestServer();
  hand = await takeClock(server.ownerUrl);
});
afterEach(() => hand.set(0));
afterAll(async () => {
  await hand.end();
  await server.close();
});

const pay = (amount: number) =>
  bursar.ask<{ receipt: { sysid: string } }>(deposit, { admissionNumber: student, amount });
const findings = async () => (await verifyBooks(server.context, school)).findings;
const show = async (asked = day) => (await bursar.ask<contract.BookDay>(contract.bookDayOne, { day: asked })).body;
const difference = async () => (await head.ask<contract.BookDayDifference>(contract.bookDayDifference, { day })).body;
const propose = (person = bursar) => person.ask<{ sysid: string }>(contract.proposeAmendment, { day, reason: REASON });
const answer = (person: Person, sysid: string, approve = true) =>
  person.ask(contract.decideAmendment, { sysid, approve });
const bell = async () => (await head.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);
const equation = async () => (await bursar.ask<contract.Books>(contract.books)).body;

/** Closes a day early by a clock that is ahead, then deposits on that day after two persons have corrected the clock. */
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  head = await server.aPerson('SchoolAdmin', school);
  student = String(50_000 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber: student, names: 'Amina Juma', classSYSID });
  await pay(500);
  await hand.set(AHEAD);
  await pay(300);
  expect(await closeDays(server.context, school, { tool: 'test' })).toBeGreaterThanOrEqual(2);
  await hand.set(0);
  const stated = await bursar.ask<{ sysid: string }>(stateClock, { reason: REASON });
  await head.ask(decideClock, { sysid: stated.body.sysid, approve: true });
  late = (await pay(200)).body.receipt.sysid;
  day = (await bursar.ask<contract.BookDayRow[]>(contract.bookDays, { sort: 'day' })).body[0]?.day ?? '';
});

describe('amendment of a day closed early', () => {
  it('two persons amend the differing day, and later days include the amendment', async () => {
    await hand.set(LATER);
    await closeDays(server.context, school, { tool: 'test' });
    expect((await findings()).map(({ check, movementSYSID }) => [check, movementSYSID])).toContainEqual([
      'sealed',
      late,
    ]);
    expect((await equation()).difference).not.toBe(0);
    expect(await difference()).toMatchObject({
      count: 1,
      notAmendable: null,
      before: 1,
      after: 2,
      put: [{ sysid: late, kind: 'deposit', amount: 200, admissionNumber: student, by: 'Wanjiru Otieno' }],
    });
    expect((await difference()).parts).toContainEqual({ part: 'cash-desk', before: 500, after: 700 });
    const sealed = await show();
    const { sysid } = (await propose()).body;
    expect((await show()).proposal).toMatchObject({ sysid, mine: true, reason: REASON, by: 'Wanjiru Otieno' });
    expect(await bell()).toContain('books.amendment-proposed');
    expect((await answer(head, sysid)).body).toEqual({ sysid, approved: true });
    expect(await bell()).not.toContain('books.amendment-proposed');

    expect(await findings()).toEqual([]);
    expect((await equation()).difference).toBe(0);
    const mended = await show();
    expect(mended).toMatchObject({ state: 'amended', movements: 2, held: 700, difference: 0, proposal: null });
    expect(mended.seal).toBe(sealed.seal);
    expect(mended.amendments).toMatchObject([
      {
        number: 1,
        put: 1,
        reason: REASON,
        proposedBy: 'Wanjiru Otieno',
        approvedBy: 'Wanjiru Otieno',
        replaced: sealed.seal,
      },
    ]);
    const days = (await bursar.ask<contract.BookDayRow[]>(contract.bookDays, { sort: 'day' })).body;
    expect(days.map((each) => each.difference)).toEqual(days.map(() => 0));
    // Days closed from now on include the amendment in their sums.
    await pay(50);
    await hand.set(LATER + 50);
    expect(await closeDays(server.context, school, { tool: 'test' })).toBeGreaterThan(0);
    expect((await equation()).difference).toBe(0);
    expect(await findings()).toEqual([]);
  });

  it('refuses an approval by the proposer, in the table too, and a second amendment', async () => {
    await hand.set(LATER);
    const { sysid } = (await propose()).body;
    expect((await propose(head)).problem).toBe('books.amendment-open');
    expect((await answer(bursar, sysid)).problem).toBe('wallet.same-person');
    const past = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE book_amendment_proposals SET decision = 'approved', decided_by = by_user, decided_at = now()
         WHERE school_id = $1 AND id = $2`,
        [school, sysid],
      ),
    );
    await expect(past).rejects.toThrow('amendment_second_person');
    expect((await answer(head, sysid)).status).toBe(200);
    expect((await answer(head, sysid)).problem).toBe('books.no-amendment');
    expect((await propose()).problem).toBe('books.not-amendable');
  });

  it('refuses to amend a day that is not over', async () => {
    expect((await difference()).notAmendable).toBe('not-over');
    expect((await propose()).problem).toBe('books.not-amendable');
  });

  /** Deposits on the closed day again, which the corrected clock would no longer allow. */
  async function payAgain(amount: number) {
    await hand.set(0);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE clock_corrections SET begins = clock_timestamp(), newest = clock_timestamp(), until =
           (SELECT max(at) FROM journal_entries WHERE school_id = $1) WHERE school_id = $1`,
        [school],
      ),
    );
    expect((await pay(amount)).status).toBe(200);
    await hand.set(LATER);
  }

  it('a day can be amended again for later entries, and each amendment states its own', async () => {
    await hand.set(LATER);
    await answer(head, (await propose()).body.sysid);
    const first = await show();
    await payAgain(70);
    await payAgain(30);
    expect(await difference()).toMatchObject({ count: 2, notAmendable: null, before: 2, after: 4 });
    expect((await answer(head, (await propose()).body.sysid)).status).toBe(200);
    const mended = await show();
    expect(mended).toMatchObject({ state: 'amended', movements: 4, held: 800, difference: 0 });
    expect(mended.amendments).toMatchObject([
      { number: 2, put: 2, replaced: first.amendments[0]?.seal },
      { number: 1, put: 1, replaced: first.seal },
    ]);
    expect(await findings()).toEqual([]);
    // The newest amendment counts, also as the base of the next one.
    expect(await difference()).toMatchObject({ count: 0, before: 4, after: 4 });
    await payAgain(20);
    expect(await difference()).toMatchObject({ count: 1, before: 4, after: 5 });
    expect((await answer(head, (await propose()).body.sysid)).status).toBe(200);
    expect((await show()).amendments).toMatchObject([
      { number: 3, put: 1, replaced: mended.amendments[0]?.seal },
      { number: 2, put: 2 },
      { number: 1, put: 1 },
    ]);
    expect(await findings()).toEqual([]);
  });

  it('refuses an approval when more entries came since the proposal', async () => {
    await hand.set(LATER);
    const { sysid } = (await propose()).body;
    await payAgain(70);
    expect((await answer(head, sysid)).problem).toBe('books.day-changed');
    // The proposal is still open; after a rejection, the amendment can be proposed again.
    await answer(bursar, sysid, false);
    expect((await propose()).status).toBe(200);
  });
});

describe('tampered amendment', () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = await openOwner(server.ownerUrl);
    await owner.query(
      'ALTER TABLE book_amendments NO FORCE ROW LEVEL SECURITY; ALTER TABLE book_amendments DISABLE TRIGGER USER',
    );
  });
  afterAll(() => owner.end());
  beforeEach(async () => {
    await hand.set(LATER);
    const { sysid } = (await propose()).body;
    await answer(head, sysid);
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['changed', `UPDATE book_amendments SET reason = 'another' WHERE school_id = $1`],
    ['given to another person', 'UPDATE book_amendments SET approved_by = gen_random_uuid() WHERE school_id = $1'],
    ['removed', 'DELETE FROM book_amendments WHERE school_id = $1'],
    ['numbered anew', 'UPDATE book_amendments SET number = 2 WHERE school_id = $1'],
  ])('an amendment that was %s is found, and its day with it', async (_name, damage) => {
    await owner.query(damage, [school]);
    const found = await findings();
    expect(found).toContainEqual(expect.objectContaining({ check: 'amendment', day }));
    expect(found).toContainEqual(expect.objectContaining({ check: 'sealed', movementSYSID: late }));
  });

  it('a changed entry of an amended day is found and not amendable', async () => {
    await owner.query('UPDATE journal_entries SET reference = $3 WHERE school_id = $1 AND id = $2', [
      school,
      late,
      'touched',
    ]);
    expect(await findings()).toContainEqual(expect.objectContaining({ check: 'sealed', movementSYSID: late, day }));
    expect((await propose()).problem).toBe('books.not-amendable');
    expect((await difference()).notAmendable).toBe('touched');
  });

  it('a day with a changed sealed entry is not amendable', async () => {
    await owner.query('DELETE FROM book_amendments WHERE school_id = $1', [school]);
    await owner.query(`UPDATE journal_entries SET reference = 'touched' WHERE school_id = $1 AND amount = 50000`, [
      school,
    ]);
    expect(await difference()).toMatchObject({ count: 1, notAmendable: 'touched' });
    expect((await propose()).problem).toBe('books.not-amendable');
  });

  it('an amendment without an audit event is found', async () => {
    await owner.query(`DELETE FROM audit_events WHERE school_id = $1 AND action = 'books.amend-day'`, [school]);
    expect(await findings()).toContainEqual(expect.objectContaining({ check: 'amendment', day }));
  });

  it('the application can neither change nor delete amendments', async () => {
    for (const text of [
      'DELETE FROM book_amendments WHERE school_id = $1',
      'UPDATE book_amendments SET newest = 0 WHERE school_id = $1',
    ])
      await expect(server.context.db.inSchool(school, (tx) => tx.row(text, [school]))).rejects.toThrow(
        'permission denied',
      );
  });

  it("another school's user finds neither the day nor the amendment", async () => {
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    await hand.set(LATER);
    expect((await stranger.ask(contract.bookDayDifference, { day })).problem).toBe('books.no-day');
    expect((await answer(stranger, newId())).problem).toBe('books.no-amendment');
  });
});
