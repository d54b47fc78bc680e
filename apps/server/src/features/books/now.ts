import type { Books } from '@mfuko/contract/books';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { type Equation, equate } from './rules.ts';
import { readFindings } from './state.ts';
import { readBalances, readExplainedOfPaybill, readNewest } from './store.ts';

interface State {
  readonly now: Date;
  readonly checked_at: Date | null;
  readonly whole_at: Date | null;
  readonly difference_since: Date | null;
  readonly provider_since: Date | null;
  readonly closed: string | null;
}

/** Reads the books at this moment, with the findings of the last check and the provider's last balance. */
export async function readBooks(tx: ReadTx): Promise<Books> {
  const equation = equate(await readBalances(tx));
  const state = await tx.row<State>(
    `SELECT clock_timestamp() AS now, b.checked_at, b.whole_at, b.difference_since, b.provider_since,
            (SELECT max(day)::text FROM book_days WHERE school_id = $1) AS closed
     FROM (SELECT 1) AS one LEFT JOIN book_states b ON b.school_id = $1`,
    [tx.schoolId],
  );
  if (!state) throw new TypeError('The query of the book state returned no row.');
  const looked = state.checked_at
    ? { date: state.checked_at.toISOString(), whole: told(state.whole_at), findings: await readFindings(tx) }
    : null;
  return {
    date: state.now.toISOString(),
    ...toAnswer(equation),
    since: equation.difference === 0n ? null : told(state.difference_since),
    provider: await readProvider(tx, state.provider_since),
    looked,
    closed: state.closed,
  };
}

/** Converts cents to KES. */
function toAnswer({ owed, held, totalOwed, totalHeld, difference }: Equation) {
  const parts = (each: Equation['owed']) => each.map(({ part, amount }) => ({ part, amount: toKes(amount) }));
  return {
    owed: parts(owed),
    held: parts(held),
    totalOwed: toKes(totalOwed),
    totalHeld: toKes(totalHeld),
    difference: toKes(difference),
  };
}

async function readProvider(tx: ReadTx, since: Date | null): Promise<Books['provider']> {
  const newest = await readNewest(tx);
  if (!newest) return null;
  const explained = await readExplainedOfPaybill(tx);
  const expected = newest.books + explained;
  const difference = newest.balance - expected;
  return {
    date: newest.answered_at.toISOString(),
    balance: toKes(newest.balance),
    expected: toKes(expected),
    explained: toKes(explained),
    difference: toKes(difference),
    since: difference === 0n ? null : told(since),
  };
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
