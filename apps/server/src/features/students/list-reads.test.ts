import type { Endpoint } from '@mfuko/contract/endpoint';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getHistory, type HistoryRow } from '@mfuko/contract/reports';
import { getStudent, getStudents } from '@mfuko/contract/students';
import { getBalances } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  await clockAt('12:00');
  await addStudents(130);
});
afterAll(() => server.close());

const inSchool = (sql: string, ...values: unknown[]) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(sql, [school, ...values]));

async function addStudents(count: number): Promise<void> {
  await inSchool(
    `INSERT INTO students (school_id, id, admission_number, names, class_id)
     SELECT $1, gen_random_uuid(), '7' || n, 'Wanjiku Kamau', $2 FROM generate_series(1, $3::int) n`,
    await server.aClass(school),
    count,
  );
}

/** Moves the school to a time zone in which the local time is about that hour. */
async function clockAt(time: '12:00' | '02:00'): Promise<void> {
  await inSchool(
    `UPDATE schools SET time_zone = (SELECT name FROM pg_timezone_names
       WHERE name LIKE 'Etc/GMT%' AND extract(hour FROM clock_timestamp() AT TIME ZONE name) = extract(hour FROM $2::time) LIMIT 1)
     WHERE id = $1`,
    time,
  );
}

/** Returns the reads of lists in the school's history, newest first. */
async function history(): Promise<unknown[]> {
  const { body } = await head.ask<HistoryRow[]>(getHistory, { kind: 'school', sysid: school });
  return body
    .filter(({ action }) => action === 'school.read-list')
    .map(({ by, changes }) => ({ by, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }));
}

async function told(who: Person): Promise<NoticeRow[]> {
  await server.runJobs();
  const { body } = await who.ask<NoticeRow[]>(getNotifications);
  return body.filter(({ kind }) => kind === 'students.list-read');
}

/** Makes a person a known reader of long lists. */
const usual = ({ userId }: Person) =>
  inSchool(
    `INSERT INTO list_reads (school_id, user_id, day, path, rows) VALUES ($1, $2, current_date - 40, 'student/getStudents', 500)`,
    userId,
  );
const read = (who: Person, input: object = {}) => askSettled(who, getStudents, input);

/** Calls, and waits for the background work that the call started. */
async function askSettled(who: Person, list: Endpoint, input: object = {}) {
  const answered = await who.ask<object[]>(list, input);
  await server.settled();
  return answered;
}

describe('reading more students than a class', () => {
  it('is recorded with user, list and rows, whole or by page', async () => {
    for (const page of [1, 2]) await read(bursar, { page, pageSize: 100 });
    await askSettled(bursar, getBalances);
    expect(await history()).toEqual([
      { by: 'Wanjiru Otieno', list: 'wallet/getBalances', rows: 130 },
      { by: 'Wanjiru Otieno', list: 'student/getStudents', rows: 130 },
    ]);
    expect(JSON.stringify(await inSchool('SELECT detail FROM audit_events WHERE school_id = $1'))).not.toContain(
      'Kamau',
    );
  });

  it('is recorded again at each doubling, and a class is not', async () => {
    await read(bursar, { page: 1, pageSize: 100 });
    expect(await history()).toEqual([]);
    for (let times = 0; times < 4; times++) await read(bursar);
    expect(await history()).toMatchObject([{ rows: 490 }, { rows: 230 }]);
  });

  it('notifies the others the first time, unless usual for the reader', async () => {
    await usual(head);
    await read(head);
    expect(await told(bursar)).toEqual([]);
    await read(bursar);
    await askSettled(bursar, getBalances);
    expect(await told(head)).toMatchObject([{ subject: { kind: 'user', id: bursar.userId }, params: { count: 130 } }]);
    expect(await told(bursar)).toEqual([]);
  });

  it('notifies at night whoever reads', async () => {
    await usual(bursar);
    await clockAt('02:00');
    await read(bursar);
    expect(await told(head)).toHaveLength(1);
  });

  it('is not recorded when the list was refused', async () => {
    const agent = await server.aPerson('CheckAgent', school);
    expect((await read(agent)).status).toBe(403);
    expect(await inSchool('SELECT 1 FROM list_reads WHERE school_id = $1')).toEqual([]);
  });
});

// At least one of these two zones has another date than Nairobi at any hour.
it.each(['Etc/GMT-14', 'Etc/GMT+12'])("list reads and looks at students use the school's day (%s)", async (zone) => {
  await inSchool('UPDATE schools SET time_zone = $2 WHERE id = $1', zone);
  expect((await head.ask(getStudent, { admissionNumber: '71' })).status).toBe(200);
  await read(head);
  for (const table of ['student_access_log', 'list_reads'])
    expect(
      await inSchool(
        `SELECT day = (clock_timestamp() AT TIME ZONE $2)::date AS today FROM ${table} WHERE school_id = $1`,
        zone,
      ),
    ).toEqual([{ today: true }]);
});
