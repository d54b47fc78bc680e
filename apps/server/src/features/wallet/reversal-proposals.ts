import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import type {
  proposeReversal as proposing,
  ReversalProposal,
  rejectReversal as rejecting,
} from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { alreadyReversed } from '../ledger/index.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { noProposal, notByMpesa, proposedAlready, receiptNotFound } from './errors.ts';

interface Collected {
  kind: string;
  amount: bigint;
  studentId: string;
  admissionNumber: string;
  names: string;
  reversed: boolean;
}

/**
 * Proposes to reverse an M-Pesa payment, and notifies the staff. Throws wallet.receipt-not-found, wallet.not-reversible for an entry of
 * another kind, wallet.already-reversed, and wallet.proposed-already.
 */
export function proposeReversal(call: Call, { sysid, reason }: InputOf<typeof proposing>): Promise<ReversalProposal> {
  return call.record(async (tx) => {
    const paid = await readCollected(tx, sysid);
    const id = newId();
    const proposed = await tx.row<{ at: Date }>(
      `INSERT INTO reversal_proposals (school_id, id, entry_id, reason, by_user) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (school_id, entry_id) WHERE decision IS NULL DO NOTHING RETURNING at`,
      [tx.schoolId, id, sysid, reason, call.actor.userId],
    );
    if (!proposed) throw proposedAlready();
    await trace(tx, call, 'wallet.reverse.propose', paid.studentId, sysid);
    const { names, admissionNumber } = paid;
    const notice: NewNotice = {
      kind: 'reversal.proposed',
      subject: { kind: 'wallet', id: admissionNumber },
      params: { by: call.actor.names, names, admissionNumber, amount: toKes(paid.amount) },
      knownTo: call.actor.userId,
    };
    await notifyStaff(tx, notice, id);
    return { by: call.actor.names, reason, date: proposed.at.toISOString(), own: true };
  });
}

/** Rejects a proposal, or withdraws the caller's own. Throws wallet.no-proposal. */
export function rejectReversal(call: Call, { sysid }: InputOf<typeof rejecting>): Promise<{ sysid: string }> {
  return call.record(async (tx) => {
    if ((await closeProposal(tx, sysid, 'rejected', call.actor.userId)) === null) throw noProposal();
    const { studentId } = await readCollected(tx, sysid);
    await trace(tx, call, 'wallet.reverse.reject', studentId, sysid);
    return { sysid };
  });
}

/** Locks the open proposal of a journal entry until the transaction ends, so that nobody rejects it meanwhile. */
export async function lockProposal(tx: Tx, entryId: string): Promise<void> {
  await tx.row(
    'SELECT 1 AS one FROM reversal_proposals WHERE school_id = $1 AND entry_id = $2 AND decision IS NULL FOR UPDATE',
    [tx.schoolId, entryId],
  );
}

/** Closes the open proposal of a journal entry; returns null where there is none. */
export async function closeProposal(
  tx: Tx,
  entryId: string,
  decision: 'approved' | 'rejected',
  by: string,
): Promise<{ id: string } | null> {
  const decided = await tx.row<{ id: string }>(
    `UPDATE reversal_proposals SET decision = $3, decided_by = $4, decided_at = clock_timestamp()
     WHERE school_id = $1 AND entry_id = $2 AND decision IS NULL RETURNING id`,
    [tx.schoolId, entryId, decision, by],
  );
  if (!decided) return null;
  await settleNotice(tx, decided.id);
  return decided;
}

async function readCollected(tx: Tx, entryId: string): Promise<Collected> {
  const paid = await tx.row<Collected>(
    `SELECT m.kind, m.amount, s.id AS "studentId", s.admission_number AS "admissionNumber", s.names,
            EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.reverses = m.id) AS reversed
     FROM journal_entries m JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     WHERE m.school_id = $1 AND m.id = $2`,
    [tx.schoolId, entryId],
  );
  if (!paid) throw receiptNotFound();
  if (paid.kind !== 'collection') throw notByMpesa();
  if (paid.reversed) throw alreadyReversed();
  return paid;
}

function trace(tx: Tx, call: Call, action: string, subjectId: string, movement: string): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'student', subjectId, detail: { movement } });
}
