import { printStatements, type Statements } from '@mfuko/contract/statements';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { aStudent, move, openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';

let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Gives a school a time zone in which midnight was so many minutes ago. */
async function liveAfterMidnight(school: string, minutes: number): Promise<void> {
  const sinceUtcMidnight = Math.floor(Date.now() / 1_000) % 86_400;
  const east = (((minutes * 60 - sinceUtcMidnight) % 86_400) + 86_400) % 86_400;
  const [sign, seconds] = east > 43_200 ? ['', 86_400 - east] : ['-', east];
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  // POSIX zones state the hours to add to local time, so that zones east of UTC are negative.
  const zone = `<local>${sign}${part(seconds / 3_600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
  await owner.query('UPDATE schools SET time_zone = $2 WHERE id = $1', [school, zone]);
}

async function aSchoolWithADeposit() {
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const student = await aStudent(bursar, await server.aClass(school));
  const { id } = await server.context.db.inSchool(school, (tx) => move(tx, bursar, 'deposit', student.id, 50_000n));
  const recordedAt = async (expression: string) => {
    for (const [table, column] of [
      ['journal_entries', 'id'],
      ['postings', 'entry_id'],
    ])
      await owner.query(
        `UPDATE ${table} AS t SET at = (SELECT ${expression} FROM schools s WHERE s.id = $1) WHERE t.school_id = $1 AND t.${column} = $2`,
        [school, id],
      );
  };
  return { school, bursar, student, recordedAt };
}

const MIDNIGHT = `date_trunc('day', now() AT TIME ZONE s.time_zone) AT TIME ZONE s.time_zone`;

it('a day is closed ten minutes after midnight at the earliest', async () => {
  const { school, recordedAt } = await aSchoolWithADeposit();
  await liveAfterMidnight(school, 6);
  await recordedAt(`${MIDNIGHT} - interval '1 hour'`);
  expect(await closeDays(server.context, school, { tool: 'test' })).toBe(0);
  await liveAfterMidnight(school, 12);
  await recordedAt(`${MIDNIGHT} - interval '1 hour'`);
  expect(await closeDays(server.context, school, { tool: 'test' })).toBe(1);
});

it('an entry at midnight belongs to the new day', async () => {
  const { school, bursar, student, recordedAt } = await aSchoolWithADeposit();
  await liveAfterMidnight(school, 30);
  await recordedAt(MIDNIGHT);
  const { rows } = await owner.query<{ today: string; yesterday: string }>(
    `SELECT (now() AT TIME ZONE time_zone)::date::text AS today, ((now() AT TIME ZONE time_zone)::date - 1)::text AS yesterday
     FROM schools WHERE id = $1`,
    [school],
  );
  const { today, yesterday } = rows[0] ?? { today: '', yesterday: '' };
  const sheet = async (from: string, to: string) =>
    (await bursar.ask<Statements>(printStatements, { admissionNumber: student.admissionNumber, from, to })).body
      .statements[0];
  expect(await sheet(today, today)).toMatchObject({ opening: 0, moneyIn: 500, closing: 500 });
  expect(await sheet(yesterday, yesterday)).toMatchObject({ opening: 0, moneyIn: 0, closing: 0 });
});
