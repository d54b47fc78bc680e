import { PaymentsError, type PaymentsGateway, readBalances as readAccounts } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { type ResultHandler, replyTo, withAccount } from '../payments/index.ts';
import { alert } from './alert.ts';
import { readExplainedOfPaybill, readHeldAtProvider } from './store.ts';

/** Purpose by which the provider's answer is routed to this feature. */
export const BALANCE = 'balance';
/**
 * Accounts of the paybill: customers' payments arrive on and payouts leave from the utility account; the school uses the working
 * account for its own transfers.
 */
const ACCOUNTS = ['Utility Account', 'Working Account'];

/**
 * Asks the provider for a school's balance; `handleBalanceCallback` takes the answer. A school that does not collect by M-Pesa is
 * skipped, and a provider that is down is asked again the next hour.
 */
export async function askBalance(context: AppContext, gateway: PaymentsGateway, schoolId: string): Promise<void> {
  const id = newId();
  const account = await context.db.inSchool(schoolId, async (tx) => {
    const found = await withAccount(context, tx);
    if (!found) return null;
    await tx.row('INSERT INTO provider_balances (school_id, id) VALUES ($1, $2)', [schoolId, id]);
    await tx.row(
      `DELETE FROM provider_balances WHERE school_id = $1 AND answered_at IS NULL AND asked_at < now() - interval '2 days'`,
      [schoolId],
    );
    return found;
  });
  if (!account) return;
  try {
    await gateway.askBalance(account, replyTo(context, account, BALANCE, id));
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
  }
}

/** Stores the balance that the provider reports, and compares it with the books at this moment. */
export const handleBalanceCallback: ResultHandler = async (tx, id, answer) => {
  if (answer === 'timeout' || answer.outcome.state !== 'done') return;
  const accounts = readAccounts(answer);
  const told = ACCOUNTS.map((name) => accounts.get(name)).filter((cents) => cents !== undefined);
  if (told.length === 0) return;
  const balance = told.reduce((sum, cents) => sum + cents, 0n);
  const books = await readHeldAtProvider(tx);
  const kept = await tx.row(
    `UPDATE provider_balances SET answered_at = clock_timestamp(), balance = $3, books = $4
     WHERE school_id = $1 AND id = $2 AND answered_at IS NULL RETURNING id`,
    [tx.schoolId, id, balance, books],
  );
  if (kept) await saveDifference(tx, balance - books - (await readExplainedOfPaybill(tx)));
};

/** A payment may be on its way to us, so that a difference raises an alert only if two consecutive answers show it. */
async function saveDifference(tx: Tx, difference: bigint): Promise<void> {
  const before = await tx.row<{ provider_difference: bigint | null }>(
    'SELECT provider_difference FROM book_states WHERE school_id = $1 FOR UPDATE',
    [tx.schoolId],
  );
  await writeDifference(tx, difference, true);
  if (difference !== 0n && before?.provider_difference === difference) await alert(tx);
}

/** Stores the difference between provider and books. `heard` is true if the provider has just answered. */
export async function writeDifference(tx: Tx, difference: bigint, heard: boolean): Promise<void> {
  await tx.row(
    `INSERT INTO book_states AS b (school_id, checked_at, difference, findings, provider_difference, provider_since, provider_at)
     VALUES ($1, clock_timestamp(), 0, 0, $2::bigint, CASE WHEN $2::bigint <> 0 THEN clock_timestamp() END, clock_timestamp())
     ON CONFLICT (school_id) DO UPDATE SET provider_difference = excluded.provider_difference,
       provider_since = CASE WHEN $2::bigint <> 0 THEN coalesce(b.provider_since, excluded.provider_since) END,
       provider_at = CASE WHEN $3::boolean THEN excluded.provider_at ELSE b.provider_at END`,
    [tx.schoolId, difference, heard],
  );
}
