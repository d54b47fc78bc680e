/**
 * `npm run bench:deposits`: acknowledged deposits a second over HTTP, by 1, 16 and 64 cash desks at once, beside PostgreSQL's
 * own client (pgbench) calling the same function in the same PostgreSQL, which flushes as it does for a school. Everything
 * between the two is ours: session, role, school, input, Idempotency-Key, audit. Three ways to pay take turns, so that a busy
 * machine is slow for all: together, each alone (BATCH_MAX_CALLS=1), and bare. In the end the books are held against what
 * was acknowledged.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seal } from '@mfuko/contract/seal';
import pg from 'pg';
import { runServer } from '../../../e2e/server.ts';
import { readMasterKey } from '../src/platform/crypto/key-files.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import { APP_ROLE } from '../src/platform/database/app-role.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { processorTime } from './cpu.ts';
import { type CashDesk, type Figures, pay } from './desks.ts';
import { type Bare, pgbench, type Work } from './pgbench.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,16,64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const MOST = 64;
const STUDENTS = 1_920;
const SCHOOL = '01990000-0000-7000-8000-000000000001';
const STUDENT_SQL = `('01990000-0000-7000-9000-' || lpad(:n::text, 12, '0'))::uuid`;

const userId = (place: number) => `01990000-0000-7000-a000-${String(place).padStart(12, '0')}`;

/** A school of so many students with a wallet each, and so many people at its cash desks, each with a session. */
async function fill({ app, owner }: Record<'app' | 'owner', string>, sessions: readonly Buffer[]): Promise<void> {
  const client = new pg.Client({ connectionString: app });
  await client.connect();
  const people = sessions.map(
    (_, place) =>
      `('${SCHOOL}', '${userId(place)}', 'SchoolAdmin', '2547110${10_000 + place}', 'b@example.com', 'Akinyi', 'Odhiambo', 'none')`,
  );
  const held = sessions.map((hash, place) => `('\\x${hash.toString('hex')}', '${userId(place)}')`);
  await client.query(`
    BEGIN; SET LOCAL app.scope = 'platform';
    INSERT INTO schools (id, county_id, code, official_name, short_name, town)
      SELECT '${SCHOOL}', id, 'B1', 'Bench', 'Bench', 'Kisumu' FROM counties LIMIT 1;
    INSERT INTO sessions (token_hash, user_id) VALUES ${held};
    SET LOCAL app.scope = ''; SET LOCAL app.school_id = '${SCHOOL}';
    INSERT INTO users (school_id, id, role, phone, email, first_name, last_names, password_hash) VALUES ${people};
    INSERT INTO classes (school_id, id, name) VALUES ('${SCHOOL}', '${SCHOOL}', 'Bench');
    INSERT INTO students (school_id, id, admission_number, names, class_id)
      SELECT '${SCHOOL}', ${STUDENT_SQL.replace(':n', 'n')}, n::text, 'Amina Juma', '${SCHOOL}' FROM generate_series(1, ${STUDENTS}) AS n;
    SELECT move_pocket_money('${SCHOOL}', json_agg(json_build_object('id', gen_random_uuid(),
      'token', left(gen_random_uuid()::text, 16), 'kind', 'deposit', 'student', id, 'direction', 1, 'amount', 100,
      'counter', 'cash-desk', 'by_user', '${userId(0)}', 'reference', 'opening'))) FROM students;
    COMMIT`);
  await client.end();
  // As autovacuum does within a minute: without it the planner believes that the new tables are empty.
  const boss = new pg.Client({ connectionString: owner });
  await boss.connect();
  await boss.query('ANALYZE');
  await boss.end();
}

/** One desk for each session, each with students of its own. */
async function cashDesksAt(url: string, tokens: readonly string[]): Promise<CashDesk[]> {
  const config = (await (await fetch(`${url}/api/auth/config`)).json()) as { wireKey: string; wireKeyId: number };
  const wire = { key: config.wireKey, id: config.wireKeyId };
  return tokens.map((token, place) => ({
    port: Number(new URL(url).port),
    headers: {
      'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'bench', n: randomUUID(), ts: Date.now() })),
      opToken: seal(wire, 'opToken', token),
      long: '34.75',
      lat: '-0.09',
      'content-type': 'application/json',
    },
    numbers: Array.from({ length: STUDENTS / MOST }, (_, turn) => String(1 + place + turn * MOST)),
  }));
}

interface Books {
  readonly answered: number;
  readonly movements: number;
  readonly wallets: number;
  readonly trail: number;
}

async function readBooks(appUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const { rows } = await client
    .query(`BEGIN; SET LOCAL app.school_id = '${SCHOOL}';
    SELECT (SELECT count(*) FROM idempotency_keys WHERE status = 200 AND input_hash <> '\\x${'5a'.repeat(32)}')::int AS answered,
           (SELECT count(*) FROM journal_entries WHERE longitude IS NOT NULL)::int AS movements,
           (SELECT (sum(balance) / 100)::int - count(*)::int FROM accounts WHERE kind = 'wallet')
             - (SELECT count(*) FROM journal_entries WHERE longitude IS NULL AND reference = 'bench')::int AS wallets,
           (SELECT count(*) FROM audit_events WHERE detail <> '{"movement": "${SCHOOL}"}')::int AS trail;`)
    .then((results) => (results as unknown as pg.QueryResult<Books>[]).at(-1) ?? { rows: [] });
  await client.end();
  if (!rows[0]) throw new Error('the books are gone');
  return rows[0];
}

/** Runs it, and says what each of its deposits cost: milliseconds of processor time, of all that took part. */
async function costOf<T>(work: () => Promise<T>, deposits: (done: T) => number): Promise<{ done: T; cost: number }> {
  const before = processorTime();
  const done = await work();
  return { done, cost: (processorTime() - before) / deposits(done) };
}

const WAYS = ['together', 'each alone', 'bare function', 'bare, same rows'] as const;
type Way = (typeof WAYS)[number];
type Round = Figures & { readonly cost: number };

async function overHttp(desks: readonly CashDesk[]): Promise<Round> {
  const { done, cost } = await costOf(
    () => pay(desks, SECONDS),
    ({ acknowledged }) => acknowledged,
  );
  return { ...done, cost };
}

/** The median of what each round came to. */
function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

const environment = { LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '10' };
const server = await runServer(environment, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
const alone = await runServer({ ...environment, BATCH_MAX_CALLS: '1' }, server.dataDir);
try {
  const app = new URL(postgres.ownerUrl);
  app.username = APP_ROLE;
  app.password = readFileSync(join(server.dataDir, 'keys', 'database-app.key'), 'utf8').trim();
  const keys = openKeys(readMasterKey(server.dataDir, false));
  const tokens = Array.from({ length: MOST }, () => randomBytes(32).toString('base64url'));
  await fill(
    { app: app.href, owner: postgres.ownerUrl },
    tokens.map((token) => keys.digest('session', token)),
  );
  const together = await cashDesksAt(server.url, tokens);
  const single = await cashDesksAt(alone.url, tokens);
  const bare: Bare = { appUrl: app.href, school: SCHOOL, user: userId(0), studentSql: STUDENT_SQL, students: STUDENTS };

  const bareBy = async (work: Work, clients: number): Promise<Round> => {
    const { done: rate, cost } = await costOf(
      () => pgbench(bare, work, clients, SECONDS),
      (each) => each * SECONDS,
    );
    return { rate, p50: Number.NaN, p95: Number.NaN, acknowledged: 0, cost };
  };

  await pay(together, 2);
  await pay(single, 1);
  let acknowledged = (await readBooks(app.href)).answered;
  process.stdout.write(
    '| clients | | a second | p50 ms | p95 ms | processor ms each | together : this | by processor time |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const clients of values.clients.split(',').map(Number)) {
    const rounds: Record<Way, Round>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const one = {
        together: await overHttp(together.slice(0, clients)),
        'bare function': await bareBy('function', clients),
        'bare, same rows': await bareBy('same rows', clients),
        'each alone': await overHttp(single.slice(0, clients)),
      };
      acknowledged += one.together.acknowledged + one['each alone'].acknowledged;
      rounds.push(one);
    }
    for (const way of WAYS) {
      const of = (read: (one: Record<Way, Round>) => number, digits: number) =>
        middle(rounds.map(read)).toFixed(digits);
      const cells = [
        of((one) => one[way].rate, 0),
        of((one) => one[way].p50, 1),
        of((one) => one[way].p95, 1),
        of((one) => one[way].cost, 2),
        // Within a round, since what else the machine does changes from one to the next.
        of((one) => one.together.rate / one[way].rate, 2),
        of((one) => one[way].cost / one.together.cost, 2),
      ];
      process.stdout.write(`| ${clients} | ${way} | ${cells.join(' | ')} |\n`);
    }
  }
  const books = await readBooks(app.href);
  process.stdout.write(`\nacknowledged ${acknowledged}: ${JSON.stringify(books)}\n`);
  if (new Set([acknowledged, ...Object.values(books)]).size !== 1)
    throw new Error('The books do not hold what was acknowledged.');
} finally {
  await alone.end('SIGTERM');
  await postgres.stop();
  await server.stop();
}
process.exit(0);
