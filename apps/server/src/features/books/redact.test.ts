import { decideAmendment, proposeAmendment } from '@mfuko/contract/books';
import { decideClock, stateClock } from '@mfuko/contract/clock';
import { createStudent } from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { eraseFromBooks, moveBooks } from './redact.testkit.ts';
import { verifyBooks } from './verify.ts';

/** Hours to add so that two days have ended, whatever the time is. */
const AHEAD = 50;

let server: TestServer;
let owner: pg.Client;
let hand: ClockHand;
let school: string;
let bursar: Person;
let head: Person;
let child: { id: string; admissionNumber: string };
let other: { id: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  hand = await takeClock(server.ownerUrl);
});
afterEach(() => hand.set(0));
afterAll(async () => {
  await hand.end();
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  const classSYSID = await server.aClass(school);
  [child, other] = [await add(classSYSID, 'Nanjala Wekesa'), await add(classSYSID, 'Nanjala Juma')];
});

async function add(classSYSID: string, names: string) {
  const admissionNumber = String(50_000 + aNumber());
  const { body } = await bursar.ask<{ sysid: string }>(createStudent, { admissionNumber, names, classSYSID });
  return { id: body.sysid, admissionNumber };
}
async function pay({ admissionNumber }: { admissionNumber: string }, reference?: string): Promise<string> {
  const { body } = await bursar.ask<{ receipt: { sysid: string } }>(deposit, {
    // Different amounts, so that no deposit counts as a double press of another.
    ...{ admissionNumber, amount: 100 + (aNumber() % 400) },
    ...(reference === undefined ? {} : { reference }),
  });
  return body.receipt.sysid;
}
async function close(): Promise<void> {
  await hand.set(AHEAD);
  expect(await closeDays(server.context, school, { tool: 'test' })).toBeGreaterThanOrEqual(2);
}
const findings = async () =>
  (await verifyBooks(server.context, school)).findings.map(({ check, movementSYSID }) => [check, movementSYSID]);
const redact = () => eraseFromBooks(server, school, child);
const references = async () =>
  (
    await owner.query<{ reference: string | null }>(
      'SELECT reference FROM journal_entries WHERE school_id = $1 ORDER BY at, id',
      [school],
    )
  ).rows.map(({ reference }) => reference);
const change = (id: string, reference: string) =>
  owner.query('UPDATE journal_entries SET reference = $3 WHERE school_id = $1 AND id = $2', [school, id, reference]);

describe('redaction of a reference', () => {
  it('removes references that name the erased student only, and the books still verify', async () => {
    await pay(child, "Nanjala's aunt");
    await pay(other, 'For nanjala wekesa');
    await pay(other, 'From Nanjala of Form 2');
    await pay(child, 'Slip 17');
    await close();
    await redact();
    expect(await references()).toEqual(['…', '…', 'From Nanjala of Form 2', 'Slip 17']);
    expect(await findings()).toEqual([]);
  });

  it('a redacted reference that is changed again is found', async () => {
    const entry = await pay(child, "Nanjala's aunt");
    await close();
    await redact();
    await change(entry, 'Slip 99');
    expect(await findings()).toContainEqual(['sealed', entry]);
    await expect(moveBooks(server, school)).rejects.toThrow('do not match their seal');
  });

  it('redacted rows move to other keys', async () => {
    await pay(child, "Nanjala's aunt");
    await close();
    await redact();
    expect((await moveBooks(server, school)).size).toBeGreaterThanOrEqual(2);
  });

  it('redacting a changed row does not hide the change', async () => {
    const entry = await pay(child, 'Slip 17');
    await close();
    await change(entry, 'Nanjala');
    await redact();
    expect(await references()).toEqual(['…']);
    expect(await findings()).toContainEqual(['sealed', entry]);
  });

  it('the application cannot write a redaction itself', async () => {
    const entry = await pay(child, 'Slip 17');
    await expect(
      server.context.db.inSchool(school, (tx) =>
        tx.row(`UPDATE journal_entries SET reference = '…' WHERE school_id = $1 AND id = $2`, [school, entry]),
      ),
    ).rejects.toThrow(/permission denied/);
  });
});

describe("redaction of an amendment's reason", () => {
  const reason = 'Nanjala Wekesa stood at the clock';
  const reasons = async () =>
    (await owner.query('SELECT reason FROM book_amendments WHERE school_id = $1', [school])).rows;
  const say = (text: string) =>
    owner.query('UPDATE book_amendments SET reason = $2 WHERE school_id = $1', [school, text]);

  beforeEach(async () => {
    await owner.query('ALTER TABLE book_amendments NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER');
    await pay(child);
    await close();
    await hand.set(0);
    const stated = await bursar.ask<{ sysid: string }>(stateClock, { reason: 'The clock said Tuesday' });
    await head.ask(decideClock, { sysid: stated.body.sysid, approve: true });
    await pay(child);
    await hand.set(AHEAD * 2);
    await closeDays(server.context, school, { tool: 'test' });
    const { rows } = await owner.query<{ day: string }>(
      'SELECT day::text FROM book_days WHERE school_id = $1 ORDER BY number LIMIT 1',
      [school],
    );
    const proposed = await bursar.ask<{ sysid: string }>(proposeAmendment, { day: rows[0]?.day, reason });
    const decided = await head.ask(decideAmendment, { sysid: proposed.body.sysid, approve: true });
    expect([decided.status, await findings()]).toEqual([200, []]);
  });

  it('removes a reason that names the student, and a later change is found', async () => {
    await redact();
    expect([await reasons(), await findings()]).toEqual([[{ reason: '…' }], []]);
    await moveBooks(server, school);
    await say('The clock');
    expect(await findings()).toContainEqual(['amendment', null]);
    await expect(moveBooks(server, school)).rejects.toThrow('do not match their seal');
  });

  it('redacting a changed reason does not hide the change', async () => {
    await say(`${reason}, and nobody else`);
    await redact();
    expect(await reasons()).toEqual([{ reason: '…' }]);
    expect(await findings()).toContainEqual(['amendment', null]);
  });
});
