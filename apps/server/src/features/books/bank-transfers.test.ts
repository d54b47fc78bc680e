import * as contract from '@mfuko/contract/bank-transfers';
import { type BookDay, type Books, bookDayOne, bookDays, books } from '@mfuko/contract/books';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent } from '@mfuko/contract/students';
import { todo } from '@mfuko/contract/today';
import { deposit } from '@mfuko/contract/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { verifyBooks } from './verify.ts';

/** Hours to add so that the day has ended, whatever the time is. */
const AHEAD = 50;

let server: TestServer;
let hand: ClockHand;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  hand = await takeClock(server.ownerUrl);
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  head = await server.aPerson('SchoolAdmin', school);
  const admissionNumber = String(60_000 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
  await bursar.ask(deposit, { admissionNumber, amount: 900 });
});
afterEach(() => hand.set(0));
afterAll(async () => {
  await hand.end();
  await server.close();
});

type Transfer = contract.BankTransfer;
const propose = (input: object = {}, key?: string) =>
  bursar.ask<Transfer>(
    contract.proposeBankTransfer,
    { way: 'to-bank', amount: 400, reference: 'SLIP 17', ...input },
    key ? { key } : {},
  );
const approve = (person: Person, sysid: string, key?: string) =>
  person.ask<Transfer>(contract.approveBankTransfer, { sysid }, key ? { key } : {});
const list = async (input: object = {}) => (await head.ask<Transfer[]>(contract.getBankTransfers, input)).body;
const held = async () => {
  const { body } = await bursar.ask<Books>(books);
  const amountOf = (wanted: string) => body.held.find(({ part }) => part === wanted)?.amount;
  return [amountOf('cash-desk'), amountOf('bank'), body.difference];
};
const findings = async () => (await verifyBooks(server.context, school)).findings;

describe('bank transfers', () => {
  it('a transfer moves the books once a second person has approved it', async () => {
    const { body: proposed } = await propose();
    expect(proposed).toMatchObject({ state: 'proposed', mine: true, by: 'Wanjiru Otieno', decidedBy: null });
    expect(await held()).toEqual([900, 0, 0]);
    const { body: notices } = await head.ask<NoticeRow[]>(getNotifications);
    expect(notices).toMatchObject([{ kind: 'books.transfer-proposed', params: { amount: 400, reference: 'SLIP 17' } }]);
    expect((await head.ask(todo)).body).toMatchObject({ counts: { transfers: 1 } });
    expect((await approve(head, proposed.sysid)).body).toMatchObject({ state: 'approved', mine: false });
    expect((await head.ask<NoticeRow[]>(getNotifications)).body).toEqual([]);
    expect(await held()).toEqual([500, 400, 0]);
    expect((await head.ask(todo)).body).toMatchObject({ counts: { transfers: 0 } });
    await approve(head, (await propose({ way: 'to-desk', amount: 150, reference: 'CHQ 3' })).body.sysid);
    expect(await held()).toEqual([650, 250, 0]);
    expect(await list()).toMatchObject([{ reference: 'CHQ 3' }, { reference: 'SLIP 17' }]);
    expect(await list({ state: 'proposed' })).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  it('an approval by the proposer is refused and audited', async () => {
    const { body: proposed } = await propose();
    expect((await approve(bursar, proposed.sysid)).problem).toBe('wallet.same-person');
    expect(await held()).toEqual([900, 0, 0]);
    const traces = await server.context.db.inSchool(school, (tx) =>
      tx.rows(`SELECT action FROM audit_events WHERE school_id = $1 AND action = 'books.same-person'`, [school]),
    );
    expect(traces).toHaveLength(1);
  });

  it('repeated keys and concurrent approvals move a transfer once, and a rejected one never', async () => {
    const { body: proposed } = await propose({}, 'one-key');
    expect((await propose({}, 'one-key')).body).toEqual(proposed);
    const third = await server.aPerson('SchoolAdmin', school);
    const answers = await Promise.all([head, third, head, third].map((person) => approve(person, proposed.sysid)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await held()).toEqual([500, 400, 0]);
    const { body: other } = await propose({ reference: 'SLIP 18' });
    expect((await head.ask(contract.rejectBankTransfer, { sysid: other.sysid })).body).toMatchObject({
      state: 'rejected',
    });
    expect((await approve(head, other.sysid)).problem).toBe('books.transfer-decided');
    expect(await held()).toEqual([500, 400, 0]);
  });

  it('a slip is accepted once in any spelling, unless its proposal was rejected', async () => {
    const { body: first } = await propose({ reference: 'ab 17' });
    expect((await propose({ reference: 'AB17', amount: 5 })).problem).toBe('books.slip-taken');
    await bursar.ask(contract.rejectBankTransfer, { sysid: first.sysid });
    const { body: again } = await propose({ reference: 'AB17' });
    await approve(head, again.sysid);
    for (const reference of ['A B 1 7', 'AB-1/7.', '#ＡＢ１７'])
      expect((await propose({ reference })).problem).toBe('books.slip-taken');
    expect((await propose({ reference: 'AB017' })).status).toBe(200);
  });

  it("another school's user neither sees nor decides a transfer", async () => {
    const { body: proposed } = await propose();
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask<Transfer[]>(contract.getBankTransfers)).body).toEqual([]);
    expect((await approve(stranger, proposed.sysid)).problem).toBe('books.no-transfer');
    expect((await stranger.ask(contract.rejectBankTransfer, { sysid: proposed.sysid })).status).toBe(404);
  });

  it("the day's sheet lists the transfer with its slip and both names", async () => {
    await approve(head, (await propose()).body.sysid);
    await propose({ reference: 'waits still' });
    await hand.set(AHEAD);
    await closeDays(server.context, school, { tool: 'test' });
    // Two days are closed if midnight has passed since the deposit.
    const { body: days } = await bursar.ask<{ day: string }[]>(bookDays);
    const sheets = await Promise.all(days.map(({ day }) => bursar.ask<BookDay>(bookDayOne, { day })));
    const names = { proposedBy: 'Wanjiru Otieno', approvedBy: 'Wanjiru Otieno' };
    const transfers = sheets.flatMap(({ body }) => body.transfers);
    expect(transfers).toMatchObject([{ way: 'to-bank', amount: 400, reference: 'SLIP 17', ...names }]);
    const moved = sheets.flatMap(({ body }) => body.moved);
    expect(moved).toContainEqual({ kind: 'bank-transfer', count: 1, amount: 400, fee: 0 });
  });

  it('verifyBooks finds a transfer whose proposal was changed or deleted', async () => {
    await approve(head, (await propose()).body.sysid);
    const owner = await openOwner(server.ownerUrl);
    try {
      await owner.query('ALTER TABLE bank_transfers NO FORCE ROW LEVEL SECURITY');
      await owner.query('UPDATE bank_transfers SET amount = amount + 1 WHERE school_id = $1', [school]);
      expect(await findings()).toMatchObject([{ check: 'bank-transfer', says: 'KES 400.01', should: 'KES 400.00' }]);
      await owner.query('DELETE FROM bank_transfers WHERE school_id = $1', [school]);
      expect(await findings()).toMatchObject([{ check: 'bank-transfer', should: 'what it was for' }]);
    } finally {
      await owner.end();
    }
  });
});
