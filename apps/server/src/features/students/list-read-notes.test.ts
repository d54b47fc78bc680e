import { getStudents } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { Db } from '../../platform/database/database.ts';
import { openListReadNotes } from './list-read-notes.ts';

let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    tx.rows(
      `INSERT INTO students (school_id, id, admission_number, names, class_id)
       SELECT $1, gen_random_uuid(), '7' || n, 'Wanjiku Kamau', $2 FROM generate_series(1, 130) n`,
      [school, classId],
    ),
  );
});
afterAll(() => server.close());

/** Returns a read as the registry reports it. */
const listRead = (rows: number) => ({
  origin: { actor: { userId: bursar.userId }, requestId: 'r' },
  actor: { userId: bursar.userId, names: 'Wanjiru Otieno' },
  schoolId: school,
  path: 'student/getStudents',
  rows,
});
const noted = () =>
  server.context.db.inSchool(school, (tx) =>
    tx.rows<{ rows: number }>('SELECT rows FROM list_reads WHERE school_id = $1', [school]),
  );

describe('note of a list read', () => {
  it('does not delay the answer and is written once possible', async () => {
    const owner = new pg.Client(server.ownerUrl);
    await owner.connect();
    await owner.query('BEGIN; LOCK TABLE list_reads IN ACCESS EXCLUSIVE MODE');
    const answers = await Promise.all([bursar.ask<object[]>(getStudents), bursar.ask<object[]>(getStudents)]);
    await owner.query('COMMIT');
    await owner.end();
    expect(answers.map(({ status, body }) => [status, body.length])).toEqual([
      [200, 130],
      [200, 130],
    ]);
    await server.settled();
    expect(await noted()).toEqual([{ rows: 260 }]);
  });

  it('that failed is written with the next try, with reads made meanwhile', async () => {
    let failures = 2;
    const faults: unknown[] = [];
    const db: Pick<Db, 'inSchool'> = {
      inSchool: (id, work) =>
        failures-- > 0 ? Promise.reject(new Error('away')) : server.context.db.inSchool(id, work),
    };
    const notes = openListReadNotes(db, (fault) => void faults.push(fault), [0, 0]);
    for (const rows of [20, 3, 4]) notes.note(listRead(rows));
    await notes.settled();
    expect([await noted(), faults.length]).toEqual([[{ rows: 27 }], 2]);
  });

  it('close writes notes that wait for another try', async () => {
    let failures = 1;
    const db: Pick<Db, 'inSchool'> = {
      inSchool: (id, work) =>
        failures-- > 0 ? Promise.reject(new Error('away')) : server.context.db.inSchool(id, work),
    };
    const notes = openListReadNotes(db, () => undefined, [3_600_000]);
    notes.note(listRead(7));
    await notes.close();
    expect(await noted()).toEqual([{ rows: 7 }]);
  });

  it('is dropped after the last try, and the next read starts anew', async () => {
    let isAway = true;
    const faults: unknown[] = [];
    const db: Pick<Db, 'inSchool'> = {
      inSchool: (id, work) => (isAway ? Promise.reject(new Error('away')) : server.context.db.inSchool(id, work)),
    };
    const notes = openListReadNotes(db, (fault) => void faults.push(fault), [0]);
    notes.note(listRead(7));
    await notes.settled();
    expect(faults).toHaveLength(2);
    isAway = false;
    notes.note(listRead(8));
    await notes.settled();
    expect(await noted()).toEqual([{ rows: 8 }]);
  });
});
