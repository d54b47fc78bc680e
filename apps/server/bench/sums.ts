/**
 * `npm run bench:sums`: how much longer a page of a list takes with the sum of its filter than without, of 5,000 balances and 10,000 payments, meals and items of
 * suspense. In turns, so that what else the machine does falls on both; the median of 41 each. The sum and the count are held against the rows of the
 * whole list.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { menuTracking } from '@mfuko/contract/canteen';
import { getPayments } from '@mfuko/contract/payments';
import { getSuspense } from '@mfuko/contract/suspense';
import { getBalances } from '@mfuko/contract/wallet';
import { ownerUrlOf, runServer } from '../../../e2e/server.ts';
import { mealsOf } from '../src/features/canteen/tracking.ts';
import { paymentsOf } from '../src/features/payments/list.ts';
import { suspenseOf } from '../src/features/suspense/list.ts';
import { balancesOf } from '../src/features/wallet/balances.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { type ListQuery, type ListSource, readPage } from '../src/platform/database/lists.ts';
import { fillPayments } from './payments.ts';
import { fillBench, signInAdmin } from './school.ts';

const TIMES = 41;
const WARM = 5;

const server = await runServer({ LOG_LEVEL: 'error' }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
const db = openDatabase(ownerUrlOf(server), 2);
try {
  const admin = await signInAdmin(server);
  const school = await fillBench(server, admin, [], { schools: 1, students: 5_000, passages: [1, 1] });
  await fillPayments(server.dataDir, school);
  const page = { page: 1, pageSize: 100 };
  const balances = getBalances.input.parse(page);
  const payments = getPayments.input.parse(page);
  const meals = menuTracking.input.parse(page);
  const suspense = getSuspense.input.parse(page);
  await measureList('balances', school, balances, balancesOf(school, balances), () => true);
  await measureList('payments', school, payments, paymentsOf(school, payments), isIn('state', ['paid', 'parked']));
  await measureList('meals', school, meals, mealsOf(school, meals), isIn('reversed', [false]));
  await measureList(
    'suspense',
    school,
    suspense,
    suspenseOf(school, suspense, school),
    isIn('state', ['open', 'proposed']),
  );
} finally {
  await db.close();
  await server.stop();
}
process.exit(0);

type Row = Readonly<Record<string, unknown>>;

function isIn(field: string, values: readonly unknown[]): (row: Row) => boolean {
  return (row) => values.includes(row[field]);
}

/** Measures the first page, the fiftieth and a page of a search, and holds the figures of each against its rows; `adds` tells those whose money is in the sum. */
async function measureList(
  name: string,
  school: string,
  query: ListQuery,
  source: ListSource,
  adds: (row: Row) => boolean,
): Promise<void> {
  for (const [what, asked] of [
    ['', query],
    [', page 50', { ...query, page: 50 }],
    [', searched', { ...query, search: 'a' }],
  ] as const) {
    await measure(`${name}${what}`, school, asked, source);
    await hold(`${name}${what}`, school, asked, source, adds);
  }
}

async function hold(
  name: string,
  school: string,
  query: ListQuery,
  source: ListSource,
  adds: (row: Row) => boolean,
): Promise<void> {
  const { rows } = await db.readSchool(school, (tx) => readPage<Row>(tx, { ...query, page: undefined }, source));
  const sum = rows.filter(adds).reduce((all, row) => all + BigInt((row.amount ?? row.balance) as bigint), 0n);
  const told = await db.readSchool(school, (tx) => readPage(tx, query, source));
  if (told.total !== rows.length || told.sum !== sum)
    throw new Error(`${name}: told ${told.total} rows with ${told.sum}, and there are ${rows.length} with ${sum}`);
}

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
