import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal } from '@mfuko/contract/seal';
import pg from 'pg';
import { readMasterKey } from '../src/platform/crypto/key-files.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import { APP_ROLE } from '../src/platform/database/app-role.ts';
import { processorTime } from './cpu.ts';
import type { CashDesk } from './desks.ts';

export const STUDENTS = 1_920;

/** School of the bench, with people at its cash desks. */
export interface BenchSchool {
  readonly id: string;
  readonly code: string;
  /** SQL for the id of the student with number `:n`. */
  readonly studentSql: string;
  userId(place: number): string;
  /** Sessions, one for each desk. */
  readonly tokens: readonly string[];
}

export function benchSchool(place: number, desks: number): BenchSchool {
  const group = String(place).padStart(4, '0');
  return {
    id: `01990000-${group}-7000-8000-000000000001`,
    code: `B${place}`,
    studentSql: `('01990000-${group}-7000-9000-' || lpad(:n::text, 12, '0'))::uuid`,
    userId: (desk) => `01990000-${group}-7000-a000-${String(desk).padStart(12, '0')}`,
    tokens: Array.from({ length: desks }, () => randomBytes(32).toString('base64url')),
  };
}

/** URL of the database of a server's folder as the application. */
export function appUrlOf(ownerUrl: string, dataDir: string): string {
  const app = new URL(ownerUrl);
  app.username = APP_ROLE;
  app.password = readFileSync(join(dataDir, 'keys', 'database-app.key'), 'utf8').trim();
  return app.href;
}

/** Makes the school with a wallet for each student, and its people with their sessions. */
export async function fill(school: BenchSchool, appUrl: string, dataDir: string): Promise<void> {
  const keys = openKeys(readMasterKey(dataDir, false));
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const phone = (desk: number) => `2547${school.id.slice(11, 13)}${String(100_000 + desk)}`;
  const people = school.tokens.map(
    (_, desk) =>
      `('${school.id}', '${school.userId(desk)}', 'SchoolAdmin', '${phone(desk)}', 'b@example.com', 'Akinyi', 'Odhiambo', 'none')`,
  );
  const held = school.tokens.map(
    (token, desk) => `('\\x${keys.digest('session', token).toString('hex')}', '${school.userId(desk)}')`,
  );
  await client.query(`
    BEGIN; SET LOCAL app.scope = 'platform';
    INSERT INTO schools (id, county_id, code, official_name, short_name, town)
      SELECT '${school.id}', id, '${school.code}', 'Bench', 'Bench', 'Kisumu' FROM counties LIMIT 1;
    INSERT INTO sessions (token_hash, user_id) VALUES ${held};
    SET LOCAL app.scope = ''; SET LOCAL app.school_id = '${school.id}';
    INSERT INTO users (school_id, id, role, phone, email, first_name, last_names, password_hash) VALUES ${people};
    INSERT INTO classes (school_id, id, name) VALUES ('${school.id}', '${school.id}', 'Bench');
    INSERT INTO students (school_id, id, admission_number, names, class_id)
      SELECT '${school.id}', ${school.studentSql.replace(':n', 'n')}, n::text, 'Amina Juma', '${school.id}' FROM generate_series(1, ${STUDENTS}) AS n;
    SELECT move_pocket_money('${school.id}', json_agg(json_build_object('id', gen_random_uuid(),
      'token', left(gen_random_uuid()::text, 16), 'kind', 'deposit', 'student', id, 'direction', 1, 'amount', 100,
      'counter', 'cash-desk', 'by_user', '${school.userId(0)}', 'reference', 'opening'))) FROM students;
    COMMIT`);
  await client.end();
}

/** As autovacuum does within a minute: without it the planner believes that the new tables are empty. */
export async function analyze(ownerUrl: string): Promise<void> {
  const boss = new pg.Client({ connectionString: ownerUrl });
  await boss.connect();
  await boss.query('ANALYZE');
  await boss.end();
}

/** One desk for each session of the school, each with students of its own, at the server that `urlOf` names for it. */
export async function cashDesksAt(school: BenchSchool, urlOf: (desk: number) => string): Promise<CashDesk[]> {
  const desks = school.tokens.length;
  return Promise.all(
    school.tokens.map(async (token, place) => {
      const url = urlOf(place);
      const config = (await (await fetch(`${url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
      const wire = { key: config.wireKey, id: config.wireKeyId };
      return {
        port: Number(new URL(url).port),
        headers: {
          'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'bench', n: randomUUID(), ts: Date.now() })),
          opToken: seal(wire, 'opToken', token),
          long: '34.75',
          lat: '-0.09',
          'content-type': 'application/json',
        },
        numbers: Array.from({ length: Math.floor(STUDENTS / desks) }, (_, turn) => String(1 + place + turn * desks)),
      };
    }),
  );
}

export interface Books {
  readonly answered: number;
  readonly movements: number;
  readonly wallets: number;
  readonly trail: number;
}

/** Number of deposits by the stored answers, the journal, the wallets and the trail. */
export async function readBooks(school: BenchSchool, appUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const { rows } = await client
    .query(`BEGIN; SET LOCAL app.school_id = '${school.id}';
    SELECT (SELECT count(*) FROM idempotency_keys WHERE status = 200 AND input_hash <> '\\x${'5a'.repeat(32)}')::int AS answered,
           (SELECT count(*) FROM journal_entries WHERE longitude IS NOT NULL)::int AS movements,
           (SELECT (sum(balance) / 100)::int - count(*)::int FROM accounts WHERE kind = 'wallet')
             - (SELECT count(*) FROM journal_entries WHERE longitude IS NULL AND reference = 'bench')::int AS wallets,
           (SELECT count(*) FROM audit_events WHERE detail <> '{"movement": "${school.id}"}')::int AS trail;`)
    .then((results) => (results as unknown as pg.QueryResult<Books>[]).at(-1) ?? { rows: [] });
  await client.end();
  if (!rows[0]) throw new Error('the books are gone');
  return rows[0];
}

/** Throws where the books do not hold what was acknowledged. */
export function requireMatchingBooks(acknowledged: number, books: Books): void {
  process.stdout.write(`\nacknowledged ${acknowledged}: ${JSON.stringify(books)}\n`);
  if (new Set([acknowledged, ...Object.values(books)]).size !== 1)
    throw new Error('The books do not hold what was acknowledged.');
}

/** Runs it, and says what each of its deposits cost: milliseconds of processor time, of all that took part. */
export async function costOf<T>(
  work: () => Promise<T>,
  deposits: (done: T) => number,
): Promise<{ done: T; cost: number }> {
  const before = processorTime();
  const done = await work();
  return { done, cost: (processorTime() - before) / deposits(done) };
}

/** The median of what each round came to. */
export function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
