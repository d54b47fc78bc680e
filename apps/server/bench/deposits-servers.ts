/**
 * `npm run bench:deposits-servers`: acknowledged deposits a second by 64 cash desks of four schools, on 1, 2 and 4 server processes (`--servers`) over one
 * PostgreSQL. Either each school's desks are spread over all servers, or all desks of a school come to one. The ways take turns, so that a busy machine is
 * slow for all. All of it is on one machine, so it shows what a further process costs and not what a further machine brings.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningServer, runServer } from '../../../e2e/server.ts';
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
} from './deposit-school.ts';
import { type CashDesk, type Figures, pay } from './desks.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});
const COUNTS = values.servers.split(',').map(Number);
const SECONDS = Number(values.seconds);
const SCHOOLS = 4;
const DESKS = 16;

interface Way {
  readonly servers: number;
  readonly how: 'spread' | 'by school';
  readonly desks: readonly CashDesk[];
}
type Round = Figures & { readonly cost: number };

const environment = { LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '10' };
const first = await runServer(environment, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir: first.dataDir, log: () => undefined });
const servers: RunningServer[] = [first];
try {
  while (servers.length < Math.max(...COUNTS))
    servers.push(await runServer({ ...environment, SHARED_FOLDER: 'true' }, first.dataDir));
  const appUrl = appUrlOf(postgres.ownerUrl, first.dataDir);
  const schools = Array.from({ length: SCHOOLS }, (_, place) => benchSchool(place + 1, DESKS));
  for (const school of schools) await fill(school, appUrl, first.dataDir);
  await analyze(postgres.ownerUrl);
  const ways: Way[] = [];
  for (const count of COUNTS) {
    for (const how of count === 1 ? (['spread'] as const) : (['spread', 'by school'] as const)) {
      const at = (place: number) => servers[place % count]?.url ?? '';
      const desks = schools.map((school, place) => cashDesksAt(school, (desk) => at(how === 'spread' ? desk : place)));
      ways.push({ servers: count, how, desks: (await Promise.all(desks)).flat() });
    }
  }
  const rounds = new Map<Way, Round[]>(ways.map((way) => [way, []]));
  let acknowledged = 0;
  // The round before the first is for caches.
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const way of ways) {
      const { done, cost } = await costOf(
        () => pay(way.desks, round === 0 ? 2 : SECONDS),
        (figures) => figures.acknowledged,
      );
      acknowledged += done.acknowledged;
      if (round > 0) rounds.get(way)?.push({ ...done, cost });
    }
  }
  tell(rounds);
  const books = await Promise.all(schools.map((school) => readBooks(school, appUrl)));
  const sum = (read: (each: (typeof books)[number]) => number) => books.reduce((all, each) => all + read(each), 0);
  requireMatchingBooks(acknowledged, {
    answered: sum(({ answered }) => answered),
    movements: sum(({ movements }) => movements),
    wallets: sum(({ wallets }) => wallets),
    trail: sum(({ trail }) => trail),
  });
} finally {
  for (const server of servers.slice(1)) await server.end('SIGTERM');
  await postgres.stop();
  await first.stop();
}
process.exit(0);

function tell(rounds: ReadonlyMap<Way, readonly Round[]>): void {
  process.stdout.write(
    '| servers | desks of a school | a second | p50 ms | p95 ms | processor ms each | this : one server | by processor time |\n',
  );
  process.stdout.write('|---|---|---|---|---|---|---|---|\n');
  const [one = []] = rounds.values();
  for (const [{ servers: count, how }, all] of rounds) {
    const ratio = (read: (each: Round) => number) =>
      middle(all.map((each, place) => read(each) / (one[place] ? read(one[place]) : Number.NaN)));
    const cells = [
      count,
      how === 'spread' ? 'at all servers' : 'at one server',
      middle(all.map(({ rate }) => rate)).toFixed(0),
      middle(all.map(({ p50 }) => p50)).toFixed(0),
      middle(all.map(({ p95 }) => p95)).toFixed(0),
      middle(all.map(({ cost }) => cost)).toFixed(2),
      // Within a round, since what else the machine does changes from one to the next.
      ratio(({ rate }) => rate).toFixed(2),
      ratio(({ cost }) => cost).toFixed(2),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}
