import * as contract from '@mfuko/contract/fingerprints';
import { createStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { openKeys } from '../../platform/crypto/keys.ts';
import { readFunctions } from '../../platform/database/sql-functions.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from './fingers.testkit.ts';

/** Columns that the application's role must not read. */
const SEALED = {
  fingerprints: 'sealed_template',
  replaced_fingerprints: 'sealed_template',
  picture_sketches: 'sealed',
  student_keys: 'wrapped',
} as const;
const REFUSED = '42501';

let server: TestServer;
let school: string;
let other: string;
let child: string;
/** An attacker with the application's password, or with an SQL injection. */
let intruder: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  [school, other] = [await server.aSchool(), await server.aSchool()];
  child = await enrolled(await server.aPerson('SchoolAdmin', school), school, '7001', 71);
  await enrolled(await server.aPerson('SchoolAdmin', other), other, '7002', 72);
  // Each kind needs a row; the replaced impression is inserted directly.
  await asOwner(
    server,
    school,
    `INSERT INTO replaced_fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, enrolled_by,
       enrolled_at, newer_id, replaced_by)
     SELECT school_id, gen_random_uuid(), student_id, finger, sealed_template || '\\x00', algorithm, quality, enrolled_by,
       enrolled_at, id, enrolled_by FROM fingerprints`,
  );
  intruder = new pg.Client({ connectionString: server.appUrl });
  await intruder.connect();
});
afterAll(async () => {
  await intruder.end();
  await server.close();
});

async function enrolled(bursar: Person, where: string, admissionNumber: string, finger: number): Promise<string> {
  const made = await bursar.ask<{ sysid: string }>(createStudent, {
    ...{ admissionNumber, names: 'Amina Noor', classSYSID: await server.aClass(where) },
  });
  const consent = { ConsentBy: 'Mary Odhiambo', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
  const taken = await bursar.ask(contract.uploadStudentFingerprintAdm, {
    ...{ AdmissionNumber: admissionNumber, ...consent, ...print(finger, 1) },
  });
  expect(taken).toMatchObject({ status: 200 });
  return made.body.sysid;
}

/** Runs a statement in the intruder's session, inside a school, and returns its rows or the error code. */
async function tries(text: string, values: unknown[] = [], where = school): Promise<object[] | string> {
  await intruder.query(`SET app.school_id = '${where}'`);
  return intruder.query(text, values).then(
    ({ rows }) => rows,
    (error: pg.DatabaseError) => error.code ?? 'no code',
  );
}

/** Reads all sealed values of a school as the owner. */
async function sealedOf(where: string): Promise<Map<string, Buffer[]>> {
  const found = new Map<string, Buffer[]>();
  for (const [table, column] of Object.entries(SEALED))
    found.set(
      table,
      (await asOwner<{ sealed: Buffer }>(server, where, `SELECT ${column} AS sealed FROM ${table}`)).map(
        ({ sealed }) => sealed,
      ),
    );
  return found;
}

/** Reads all rows of all tables, with the columns that the application's role may read. */
async function dump(): Promise<string> {
  const readable = await tries(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
       AND has_column_privilege(c.oid, a.attnum, 'SELECT')
     GROUP BY c.relname`,
  );
  const parts: string[] = [];
  for (const { name, columns } of readable as { name: string; columns: string }[])
    parts.push(JSON.stringify(await tries(`SELECT row_to_json(t) AS row FROM (SELECT ${columns} FROM ${name}) AS t`)));
  return parts.join('\n');
}

/** Calls of each function; the first value is the reading secret. */
const READINGS: readonly (readonly [string, string, () => unknown[]])[] = [
  ['reference_templates_of', 'SELECT sealed, wrapped FROM reference_templates_of($1, $2, 1::smallint)', () => ['7001']],
  [
    'sealed_templates',
    'SELECT sealed, wrapped FROM sealed_templates($1, ARRAY(SELECT id FROM fingerprints WHERE student_id = $2))',
    () => [child],
  ],
  ['sealed_sketches', `SELECT sealed FROM sealed_sketches($1, $2, '{}')`, () => [child]],
  ['student_key', 'SELECT student_key($1, $2) AS wrapped', () => [child]],
  [
    'spend_picture',
    `SELECT key, sketch_sealed FROM spend_picture(current_setting('app.school_id')::uuid, $2, gen_random_uuid()::text::bytea, '{}', $1)`,
    () => [child],
  ],
  [
    'use_picture',
    `SELECT key, sketch_sealed FROM use_picture(current_setting('app.school_id')::uuid, $2, gen_random_uuid()::text::bytea, '{}', $1, '', $3, '', 24)`,
    () => [child, newId()],
  ],
];

describe('sealed fingerprint columns', () => {
  it.each(Object.entries(SEALED))(
    "the application's role cannot read the sealed column of %s",
    async (table, column) => {
      expect((await sealedOf(school)).get(table)?.length).toBeGreaterThan(0);
      expect(await tries(`SELECT ${column} FROM ${table}`)).toBe(REFUSED);
      expect(await tries(`SELECT * FROM ${table}`)).toBe(REFUSED);
      expect(await tries(`SELECT 1 FROM ${table} WHERE ${column} > '\\x80'`)).toBe(REFUSED);
      expect(await tries(`COPY ${table} TO STDOUT`)).toBe(REFUSED);
      expect(await tries(`DELETE FROM ${table} RETURNING ${column}`)).toBe(REFUSED);
      // Counting the rows is allowed, and the missing right is the only guard: once granted, the same session reads everything.
      expect(await tries(`SELECT count(*)::int > 0 AS some FROM ${table}`)).toEqual([{ some: true }]);
      await asOwner(server, school, `GRANT SELECT (${column}) ON ${table} TO mfuko_app`);
      expect(await tries(`SELECT ${column} AS sealed FROM ${table}`)).toHaveLength(
        (await sealedOf(school)).get(table)?.length ?? 0,
      );
      await asOwner(server, school, `REVOKE SELECT (${column}) ON ${table} FROM mfuko_app`);
    },
  );

  it("a dump by the application's role contains no sealed bytes", async () => {
    const sealed = [...(await sealedOf(school)).values()].flat().map((bytes) => bytes.toString('hex'));
    expect(sealed.length).toBeGreaterThanOrEqual(4);
    const dumped = await dump();
    expect(dumped).toContain('Amina Noor');
    expect(sealed.filter((hex) => dumped.includes(hex))).toEqual([]);
    await asOwner(server, school, 'GRANT SELECT ON student_keys TO mfuko_app');
    const wider = await dump();
    await asOwner(server, school, 'REVOKE SELECT ON student_keys FROM mfuko_app');
    await asOwner(server, school, 'GRANT SELECT (school_id, student_id, created_at) ON student_keys TO mfuko_app');
    expect(sealed.filter((hex) => wider.includes(hex))).not.toEqual([]);
  });

  it.each(READINGS)(
    '%s returns sealed bytes only for the right reading secret and the own school',
    async (_name, text, rest) => {
      for (const wrong of [null, Buffer.alloc(0), Buffer.alloc(32), openKeys(Buffer.alloc(32)).readingSecret])
        expect(await tries(text, [wrong, ...rest()])).toBe(REFUSED);
      const right = server.context.keys.readingSecret;
      const own = await tries(text, [right, ...rest()]);
      expect(JSON.stringify(own)).toContain('Buffer');
      // Even the right secret opens nothing of another school.
      expect(JSON.stringify(await tries(text, [right, ...rest()], other))).not.toContain('Buffer');
      // With the check removed, the same session can read.
      const check = readFunctions().find(({ name }) => name === 'require_reading_secret')?.text ?? '';
      await asOwner(server, school, check.replace(/\bIF NOT EXISTS\b/, 'IF false AND NOT EXISTS'));
      const unguarded = await tries(text, [null, ...rest()]);
      await asOwner(server, school, check);
      expect(JSON.stringify(unguarded)).toContain('Buffer');
      expect(await tries(text, [null, ...rest()])).toBe(REFUSED);
    },
  );

  it('only reviewed functions run with the rights of the owner', async () => {
    const functions = await tries(
      `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef ORDER BY 1`,
    );
    // A function that is added here has been reviewed for everything that it returns.
    expect((functions as { name: string }[]).map(({ name }) => name)).toEqual([
      ...['drop_jobs_about', 'enqueue_job', 'enqueue_one_job', 'queued_jobs', 'redact_free_texts'],
      ...['reference_templates_of', 'require_reading_secret', 'sealed_sketches', 'sealed_templates', 'student_key'],
    ]);
  });

  it("the application's role can neither read, change nor shadow the reading secret", async () => {
    const [kept] = await asOwner<{ digest: Buffer }>(server, school, 'SELECT digest FROM reading_secret');
    expect(kept?.digest).toHaveLength(32);
    expect(await tries('SELECT digest FROM reading_secret')).toBe(REFUSED);
    expect(await tries(`UPDATE reading_secret SET digest = sha256('mine')`)).toBe(REFUSED);
    expect(await tries(`INSERT INTO reading_secret (digest) VALUES (sha256('mine'))`)).toBe(REFUSED);
    // A temporary table of the same name does not replace the real one.
    expect(await tries(`CREATE TEMPORARY TABLE reading_secret AS SELECT sha256('mine') AS digest`)).not.toContainEqual(
      expect.anything(),
    );
    expect(await tries('SELECT student_key($1, $2)', [Buffer.from('mine'), child])).toBe(REFUSED);
    // The digest itself opens nothing either.
    expect(await tries('SELECT student_key($1, $2)', [kept?.digest, child])).toBe(REFUSED);
  });
});
