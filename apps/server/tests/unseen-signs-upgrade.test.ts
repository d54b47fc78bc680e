import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeTestDatabase } from './database.ts';

const [SCHOOL, CLASS, CHILD, OTHER, MOTHER, BARRED, USER] = Array.from(
  { length: 7 },
  (_, n) => `0190a000-0000-7000-8000-00000000000${n}`,
);

it('the migration removes invisible characters from stored names and reasons, and keeps others', async () => {
  const database = await makeTestDatabase('empty');
  onTestFinished(() => database.drop());
  await migrate(database.ownerUrl, { upTo: 249 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`SET app.school_id = '${SCHOOL}'`);
  await owner.query(
    `INSERT INTO schools (id, county_id, code, official_name, short_name, town)
     SELECT '${SCHOOL}', id, 'KILIMO', 'Kilimo Primary', 'Kilimo', 'Nairobi' FROM counties LIMIT 1`,
  );
  await owner.query(`INSERT INTO classes (school_id, id, name) VALUES ('${SCHOOL}', '${CLASS}', '4 Blue')`);
  await owner.query(
    `INSERT INTO students (school_id, id, admission_number, names, class_id)
     VALUES ('${SCHOOL}', '${CHILD}', '4001', $1, '${CLASS}'), ('${SCHOOL}', '${OTHER}', '4002', $2, '${CLASS}')`,
    ['Amina\u3164 No\u200bor\u202e', "Zoë  Ng'endo 🎓"],
  );
  await owner.query(
    `INSERT INTO guardians (school_id, id, student_id, name, mobile_number)
     VALUES ('${SCHOOL}', '${MOTHER}', '${CHILD}', $1, '254722000001')`,
    ['\u200b\u202e'],
  );
  await owner.query(
    `INSERT INTO collectors (school_id, id, student_id, name, relation, blocked_reason, added_by)
     VALUES ('${SCHOOL}', '${BARRED}', '${CHILD}', $1, 'Uncle', $2, '${USER}')`,
    ['Tom\u00ad Were', '\u202eCourt order'],
  );
  await migrate(database.ownerUrl);
  const { rows } = await owner.query(
    `SELECT (SELECT array_agg(names ORDER BY admission_number) FROM students) AS students, (SELECT name FROM guardians) AS guardian,
            (SELECT array[name, blocked_reason] FROM collectors) AS barred,
            (SELECT count(*)::int FROM pg_class WHERE relname IN ('students', 'guardians', 'collectors', 'users') AND relforcerowsecurity) AS forced`,
  );
  expect(rows).toEqual([
    {
      students: ['Amina Noor', "Zoë  Ng'endo 🎓"],
      // Nothing would be left of it.
      guardian: '\u200b\u202e',
      barred: ['Tom Were', 'Court order'],
      forced: 4,
    },
  ]);
});
