import { inSchoolOf, type ReadTx } from '../../platform/database/database.ts';
import { sharersOf } from '../schools/index.ts';
import type { Balances } from './rules.ts';

/** Reads the balance of each kind of account, in cents with the ledger's sign. */
export async function readBalances(tx: ReadTx): Promise<Balances> {
  const rows = await tx.rows<{ kind: string; balance: bigint }>('SELECT kind, balance FROM book_balances($1)', [
    tx.schoolId,
  ]);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/** Reads the explained differences at the provider, in cents. */
export async function readExplained(tx: ReadTx): Promise<bigint> {
  const sum = await tx.row<{ cents: bigint }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS cents FROM book_explanations WHERE school_id = $1',
    [tx.schoolId],
  );
  return sum?.cents ?? 0n;
}

/** Reads the cents that M-Pesa holds by the books of all schools that share this school's paybill, because M-Pesa reports one sum for them. */
export async function readHeldAtProvider(tx: ReadTx): Promise<bigint> {
  return sumOverSharers(tx, async (one) => -((await readBalances(one))['m-pesa'] ?? 0n));
}

/** Reads the explained cents of all schools that share this school's paybill. */
export async function readExplainedOfPaybill(tx: ReadTx): Promise<bigint> {
  return sumOverSharers(tx, readExplained);
}

async function sumOverSharers(tx: ReadTx, read: (one: ReadTx) => Promise<bigint>): Promise<bigint> {
  let sum = 0n;
  for (const schoolId of await sharersOf(tx)) sum += await inSchoolOf(tx, schoolId, read);
  return sum;
}

/** Reads the provider's last balance, and the books' at that time. */
export function readNewest(tx: ReadTx): Promise<{ answered_at: Date; balance: bigint; books: bigint } | undefined> {
  return tx.row(
    `SELECT answered_at, balance, books FROM provider_balances WHERE school_id = $1 AND answered_at IS NOT NULL
     ORDER BY answered_at DESC LIMIT 1`,
    [tx.schoolId],
  );
}
