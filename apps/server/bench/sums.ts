/**
 * `npm run bench:sums`: how much longer a page of a list takes with the sum of its filter than without, of 10,000 balances.
 * In turns, so that what else the machine does falls on both; the median of 41 each.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBalances } from '@mfuko/contract/wallet';
import { ownerUrlOf, runServer } from '../../../e2e/server.ts';
import { balancesOf } from '../src/features/wallet/balances.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { type ListQuery, type ListSource, readPage } from '../src/platform/database/lists.ts';
import { fillBench, signInAdmin } from './school.ts';

const TIMES = 41;
const WARM = 5;

const server = await runServer({ LOG_LEVEL: 'error' }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
const db = openDatabase(ownerUrlOf(server), 2);
try {
  const admin = await signInAdmin(server);
  const school = await fillBench(server, admin, [], { schools: 1, students: 10_000, passages: [1, 1] });
  const page = { page: 1, pageSize: 100 };
  const balances = getBalances.input.parse(page);
  await measure('balances', school, balances, balancesOf(school, balances));
  await measure('balances, searched', school, { ...balances, search: 'a' }, balancesOf(school, balances));
} finally {
  await db.close();
  await server.stop();
}
process.exit(0);

async function measure(name: string, school: string, query: ListQuery, source: ListSource): Promise<void> {
  const { sum: _, ...unsummed } = source;
  const took = { with: [] as number[], without: [] as number[] };
  let rows = 0;
  for (let turn = 0; turn < TIMES + WARM; turn++) {
    for (const [way, asked] of [
      ['without', unsummed],
      ['with', source],
    ] as const) {
      const { ms, total } = await timed(db, school, query, asked);
      if (turn >= WARM) took[way].push(ms);
      rows = total;
    }
  }
  const [summed, plain] = [median(took.with), median(took.without)];
  process.stdout.write(
    `${name}: ${rows} rows, ${plain.toFixed(1)} ms without a sum, ${summed.toFixed(1)} ms with it: ${(summed / plain).toFixed(2)}\n`,
  );
}

async function timed(
  at: Db,
  school: string,
  query: ListQuery,
  source: ListSource,
): Promise<{ ms: number; total: number }> {
  const began = performance.now();
  const { total } = await at.readSchool(school, (tx) => readPage(tx, query, source));
  return { ms: performance.now() - began, total };
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
