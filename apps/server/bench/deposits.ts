/**
 * `npm run bench:deposits`: acknowledged deposits a second over HTTP, by 1, 16 and 64 cash desks at once, beside PostgreSQL's
 * own client (pgbench) calling the same function in the same PostgreSQL, which flushes as it does for a school. Everything
 * between the two is ours: session, role, school, input, Idempotency-Key, audit. Three ways to pay take turns, so that a busy
 * machine is slow for all: together, each alone (BATCH_MAX_CALLS=1), and bare. In the end the books are held against what
 * was acknowledged.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runServer } from '../../../e2e/server.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import {
  analyze,
  appUrlOf,
  benchSchool,
  cashDesksAt,
  costOf,
  fill,
  middle,
  readBooks,
  requireMatchingBooks,
  STUDENTS,
} from './deposit-school.ts';
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
const MAX_CLIENTS = 64;
const SCHOOL = benchSchool(1, MAX_CLIENTS);

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

const environment = { LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '10' };
const server = await runServer(environment, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
const alone = await runServer({ ...environment, SHARED_FOLDER: 'true', BATCH_MAX_CALLS: '1' }, server.dataDir);
try {
  const appUrl = appUrlOf(postgres.ownerUrl, server.dataDir);
  await fill(SCHOOL, appUrl, server.dataDir);
  await analyze(postgres.ownerUrl);
  const together = await cashDesksAt(SCHOOL, () => server.url);
  const single = await cashDesksAt(SCHOOL, () => alone.url);
  const bare: Bare = {
    appUrl,
    school: SCHOOL.id,
    user: SCHOOL.userId(0),
    studentSql: SCHOOL.studentSql,
    students: STUDENTS,
  };

  const bareBy = async (work: Work, clients: number): Promise<Round> => {
    const { done: rate, cost } = await costOf(
      () => pgbench(bare, work, clients, SECONDS),
      (each) => each * SECONDS,
    );
    return { rate, p50: Number.NaN, p95: Number.NaN, acknowledged: 0, cost };
  };

  await pay(together, 2);
  await pay(single, 1);
  let acknowledged = (await readBooks(SCHOOL, appUrl)).answered;
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
  requireMatchingBooks(acknowledged, await readBooks(SCHOOL, appUrl));
} finally {
  await alone.end('SIGTERM');
  await postgres.stop();
  await server.stop();
}
process.exit(0);
