import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeTestDatabase } from './database.ts';

const [SCHOOL, CLASS, CHILD, MOTHER, NOBODY] = Array.from(
  { length: 5 },
  (_, n) => `0190a000-0000-7000-8000-00000000000${n}`,
);

it('the upgrade keeps consent and collector codes that guardians were sent before', async () => {
  const database = await makeTestDatabase('empty');
  onTestFinished(() => database.drop());
  await migrate(database.ownerUrl, { upTo: 227 });
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
    `INSERT INTO students (school_id, id, admission_number, names, class_id) VALUES ('${SCHOOL}', '${CHILD}', '4001', 'Amina Noor', '${CLASS}')`,
  );
  await owner.query(
    `INSERT INTO guardians (school_id, id, student_id, name, mobile_number) VALUES ('${SCHOOL}', '${MOTHER}', '${CHILD}', 'Mary Noor', '254722000001')`,
  );
  const code = `gen_random_uuid(), '${CHILD}', '${MOTHER}'`;
  await owner.query(
    `INSERT INTO consent_codes (school_id, id, student_id, contact_id, phone_hash, code_hash, tries, sent_by)
     VALUES ('${SCHOOL}', ${code}, '\\x01', '\\x02', 2, '${NOBODY}')`,
  );
  await owner.query(
    `INSERT INTO collector_codes (school_id, id, student_id, contact_id, name, phone_hash, code_hash, tries, sent_by, ended_at)
     VALUES ('${SCHOOL}', ${code}, 'Peter Kamau', '\\x03', '\\x04', 1, '${NOBODY}', NULL),
            ('${SCHOOL}', gen_random_uuid(), '${CHILD}', '${NOBODY}', 'Of nobody', '\\x03', '\\x04', 1, '${NOBODY}', now())`,
  );
  await migrate(database.ownerUrl);
  const { rows } = await owner.query(
    'SELECT purpose, name, tries, ended_at IS NULL AS live FROM guardian_codes ORDER BY purpose',
  );
  expect(rows).toEqual([
    { purpose: 'collector', name: 'Peter Kamau', tries: 1, live: true },
    { purpose: 'consent', name: null, tries: 2, live: true },
  ]);
});
