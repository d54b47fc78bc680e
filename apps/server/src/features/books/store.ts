import { inSchoolOf, type ReadTx } from '../../platform/database/database.ts';
import { sharersOf } from '../schools/index.ts';
import type { Balances } from './rules.ts';

/** Reads what each kind of account has now, in cents as the ledger has them. */
export async function readBalances(tx: ReadTx): Promise<Balances> {
  const rows = await tx.rows<{ kind: string; balance: bigint }>('SELECT kind, balance FROM book_balances($1)', [
    tx.schoolId,
  ]);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/** Cents at the provider that moved past the books and were explained. */
export async function readExplained(tx: ReadTx): Promise<bigint> {
  const sum = await tx.row<{ cents: bigint }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS cents FROM book_explanations WHERE school_id = $1',
    [tx.schoolId],
  );
  return sum?.cents ?? 0n;
}

/** Cents that M-Pesa holds by the books of this school, and of those that share its paybill: M-Pesa tells the sum of them all. */
export async function readHeldAtProvider(tx: ReadTx): Promise<bigint> {
  return sumOverSharers(tx, async (one) => -((await readBalances(one))['m-pesa'] ?? 0n));
}

/** Explained cents of this school, and of those that share its paybill. */
export async function readExplainedOfPaybill(tx: ReadTx): Promise<bigint> {
  return sumOverSharers(tx, readExplained);
}

async function sumOverSharers(tx: ReadTx, read: (one: ReadTx) => Promise<bigint>): Promise<bigint> {
  let sum = 0n;
  for (const schoolId of await sharersOf(tx)) sum += await inSchoolOf(tx, schoolId, read);
  return sum;
}

/** Reads what the provider said last, and what the books said then. */
export function readNewest(tx: ReadTx): Promise<{ answered_at: Date; balance: bigint; books: bigint } | undefined> {
  return tx.row(
    `SELECT answered_at, balance, books FROM provider_balances WHERE school_id = $1 AND answered_at IS NOT NULL
     ORDER BY answered_at DESC LIMIT 1`,
    [tx.schoolId],
  );
}
