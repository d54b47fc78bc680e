import type { MpesaStatement } from '@mfuko/contract/mpesa-statements';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { settleNotice } from '../notices/index.ts';
import { approveReported, doubtReported } from '../payments/index.ts';
import { decidedAlready, samePerson, statementNotFound } from './errors.ts';
import { showStatement } from './list.ts';

/**
 * Approves a statement that another user uploaded: payments that M-Pesa confirms, or about which it cannot say, are booked for the
 * statement's accounts; payments that M-Pesa denies are not. Throws statement.not-found, statement.decided, wallet.same-person (with an
 * audit row).
 */
export function approve(call: Call, context: AppContext, id: string): Promise<MpesaStatement> {
  return call.record(async (tx) => {
    const byUser = await lockOpen(tx, id);
    const { actor } = call;
    if (byUser === actor.userId) {
      const event = { action: 'statement.approve.same-person', subjectKind: 'statement', subjectId: id };
      throw samePerson((after) => audit(after, call, event));
    }
    await closeStatement(tx, call, id, 'approved');
    // Book in the order of receipts, so that two statements with the same payments cannot deadlock.
    for (const receipt of await receiptsOf(tx, id)) await approveReported(tx, context, receipt, id);
    return showStatement(tx, call, id);
  });
}

/** Rejects a statement, or withdraws the caller's own. Throws statement.not-found and statement.decided. */
export function reject(call: Call, context: AppContext, id: string): Promise<MpesaStatement> {
  return call.record(async (tx) => {
    await lockOpen(tx, id);
    await closeStatement(tx, call, id, 'rejected');
    for (const receipt of await receiptsOf(tx, id)) await doubtReported(tx, context, receipt);
    return showStatement(tx, call, id);
  });
}

/** Returns the user who uploaded an undecided statement, with the statement's row locked until the transaction ends. */
async function lockOpen(tx: Tx, id: string): Promise<string> {
  const found = await tx.row<{ byUser: string; decision: string | null }>(
    'SELECT by_user AS "byUser", decision FROM payment_statements WHERE school_id = $1 AND id = $2 FOR UPDATE',
    [tx.schoolId, id],
  );
  if (!found) throw statementNotFound();
  if (found.decision !== null) throw decidedAlready();
  return found.byUser;
}

async function closeStatement(tx: Tx, call: Call, id: string, decision: 'approved' | 'rejected'): Promise<void> {
  await tx.row(
    `UPDATE payment_statements SET decision = $3, decided_by = $4, decided_at = clock_timestamp()
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, decision, call.actor.userId],
  );
  await settleNotice(tx, id);
  const action = decision === 'approved' ? 'statement.approve' : 'statement.reject';
  await audit(tx, call, { action, subjectKind: 'statement', subjectId: id });
}

async function receiptsOf(tx: ReadTx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ receipt: string }>(
    'SELECT receipt FROM payment_statement_rows WHERE school_id = $1 AND statement_id = $2 ORDER BY receipt',
    [tx.schoolId, id],
  );
  return rows.map(({ receipt }) => receipt);
}
