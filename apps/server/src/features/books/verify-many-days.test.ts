import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { aStudent, keepRows, move, openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { verifyBooks } from './verify.ts';

/** The days since exceed a page of closed days twice; entries exist on a few of them. */
const DAYS_AGO = [45, 30, 24, 5, 2];

let server: TestServer;
let owner: pg.Client;
let school: string;
let entries: string[];
let closed: number;
let putBack: () => Promise<void>;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  const bursar = await server.aPerson('SchoolAdmin', school);
  const student = await aStudent(bursar, await server.aClass(school));
  entries = [];
  for (const days of DAYS_AGO) {
    const { id } = await server.context.db.inSchool(school, (tx) => move(tx, bursar, 'deposit', student.id, 500n));
    for (const [table, column] of [
      ['journal_entries', 'id'],
      ['postings', 'entry_id'],
    ])
      await owner.query(
        `UPDATE ${table} SET at = at - make_interval(days => $3) WHERE school_id = $1 AND ${column} = $2`,
        [school, id, days],
      );
    entries.push(id);
  }
  closed = await closeDays(server.context, school, { tool: 'test' });
  putBack = await keepRows(owner);
});
afterEach(() => putBack());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const verify = () => verifyBooks(server.context, school);
const dayOf = async (number: number) => {
  const { rows } = await owner.query<{ day: string }>(
    'SELECT day::text FROM book_days WHERE school_id = $1 AND number = $2',
    [school, number],
  );
  return rows[0]?.day;
};

it('verifyBooks checks more closed days than one page holds', async () => {
  expect(closed).toBeGreaterThan(40);
  expect(await verify()).toEqual({ movements: 5, postings: 10, days: closed, findings: [] });
});

it.each([0, 1, 2, 3, 4])('verifyBooks names the day of a touched entry: %i', async (place) => {
  const { rows } = await owner.query<{ day: string }>(
    `SELECT d.day::text FROM book_days d JOIN journal_entries m ON m.school_id = d.school_id AND m.at >= d.begins AND m.at < d.ends
     WHERE m.school_id = $1 AND m.id = $2`,
    [school, entries[place]],
  );
  await owner.query(`UPDATE journal_entries SET reference = 'touched' WHERE school_id = $1 AND id = $2`, [
    school,
    entries[place],
  ]);
  expect((await verify()).findings).toMatchObject([
    { check: 'sealed', movementSYSID: entries[place], day: rows[0]?.day },
  ]);
});

it.each([1, 19, 20, 21, 40, 41])('verifyBooks finds a removed day: number %i', async (number) => {
  const [gone, next] = [await dayOf(number), await dayOf(number + 1)];
  await owner.query('DELETE FROM book_days WHERE school_id = $1 AND number = $2', [school, number]);
  const { days, findings } = await verify();
  expect(days).toBe(closed - 1);
  expect(findings.filter(({ check }) => check === 'day')).toEqual([
    expect.objectContaining({ day: next, should: expect.stringContaining('a day before it was removed') }),
    expect.objectContaining({ day: gone, says: 'nothing: the day was removed' }),
  ]);
});

it.each([1, 20, 21, 41])('verifyBooks finds a changed day: number %i', async (number) => {
  await owner.query(
    `UPDATE book_days SET closing = jsonb_set(closing, '{wallet}', '1') WHERE school_id = $1 AND number = $2`,
    [school, number],
  );
  expect((await verify()).findings).toMatchObject([{ check: 'day', day: await dayOf(number) }]);
});
