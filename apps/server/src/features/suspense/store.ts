import { toKes } from '@mfuko/contract/money';
import type { SuspenseItem, SuspenseState } from '@mfuko/contract/suspense';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { settleNotice } from '../notices/index.ts';
import { itemNotFound, wrongState } from './errors.ts';
import { openPayer } from './payers.ts';
import { suggest } from './suggest.ts';

export interface StoredItem {
  readonly sysid: string;
  readonly receipt: string | null;
  readonly amount: bigint;
  readonly why: SuspenseItem['why'];
  readonly account: string;
  readonly payerSealed: Buffer | null;
  readonly payerDigest: Buffer | null;
  readonly fromNumber: string | null;
  readonly fromNames: string | null;
  readonly datePaid: Date;
  readonly dateParked: Date;
  readonly state: SuspenseState;
  readonly proposal: string | null;
  readonly way: 'settle' | 'return' | null;
  readonly studentNumber: string | null;
  readonly studentNames: string | null;
  readonly note: string | null;
  readonly by: string | null;
  readonly own: boolean | null;
  readonly date: Date | null;
  readonly decidedBy: string | null;
  readonly dateDecided: Date | null;
  readonly notReturned: string | null;
  readonly rejectedBy: string | null;
  readonly dateRejected: Date | null;
  readonly rejectedNumber: string | null;
  readonly rejectedNames: string | null;
}

const NAMES = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** Items with their proposals, of the school ($1) as the user ($2) sees them. */
export const ITEMS = `
  SELECT i.id AS sysid, i.receipt, i.amount, i.why, i.account, i.payer_sealed AS "payerSealed",
         i.payer_digest AS "payerDigest", f.admission_number AS "fromNumber", f.names AS "fromNames",
         i.paid_at AS "datePaid", i.parked_at AS "dateParked", i.state, p.id AS proposal, p.way,
         s.admission_number AS "studentNumber", s.names AS "studentNames", p.note, p.at AS date, p.by_user = $2::uuid AS own,
         CASE WHEN p.id IS NOT NULL THEN ${NAMES('u')} END AS "by",
         CASE WHEN p.decided_by IS NOT NULL THEN ${NAMES('d')} END AS "decidedBy", p.decided_at AS "dateDecided",
         CASE WHEN i.state IN ('open', 'proposed') THEN b.result_text END AS "notReturned",
         CASE WHEN r.decided_by IS NOT NULL THEN ${NAMES('w')} END AS "rejectedBy", r.decided_at AS "dateRejected",
         t.admission_number AS "rejectedNumber", t.names AS "rejectedNames"
  FROM suspense_items i
  LEFT JOIN students f ON f.school_id = i.school_id AND f.id = i.student_id
  LEFT JOIN suspense_proposals p ON p.school_id = i.school_id AND p.item_id = i.id
    AND p.decision IS DISTINCT FROM 'rejected' AND p.outcome IS DISTINCT FROM 'failed'
  LEFT JOIN students s ON s.school_id = p.school_id AND s.id = p.student_id
  LEFT JOIN users u ON u.school_id = p.school_id AND u.id = p.by_user
  LEFT JOIN users d ON d.school_id = p.school_id AND d.id = p.decided_by
  LEFT JOIN LATERAL (
    SELECT result_text FROM suspense_proposals
    WHERE school_id = i.school_id AND item_id = i.id AND outcome = 'failed' ORDER BY at DESC LIMIT 1) AS b ON true
  LEFT JOIN LATERAL (
    SELECT decision, decided_by, decided_at, by_user, student_id FROM suspense_proposals
    WHERE school_id = i.school_id AND item_id = i.id ORDER BY at DESC LIMIT 1) AS r
    ON i.state = 'open' AND r.decision = 'rejected' AND r.decided_by <> r.by_user
  LEFT JOIN users w ON w.school_id = i.school_id AND w.id = r.decided_by
  LEFT JOIN students t ON t.school_id = i.school_id AND t.id = r.student_id
  WHERE i.school_id = $1`;

/** Converts items for the API. With `withSuggestions`, items that are open or proposed include suggestions. */
export async function asItems(
  tx: ReadTx,
  context: AppContext,
  rows: readonly StoredItem[],
  withSuggestions: boolean,
): Promise<SuspenseItem[]> {
  const read = [];
  for (const row of rows) read.push({ row, payer: await openPayer(tx, context, row.receipt, row.payerSealed) });
  const asked = withSuggestions ? read.filter(({ row }) => row.state === 'open' || row.state === 'proposed') : [];
  const suggestions = await suggest(
    tx,
    asked.map(({ row, payer }) => ({
      id: row.sysid,
      account: row.account,
      payerName: payer.name,
      payerHash: payer.hash,
      payerDigest: row.payerDigest,
    })),
  );
  return read.map(({ row, payer }) => asItem(row, payer.name, suggestions.get(row.sysid) ?? []));
}

function asItem(row: StoredItem, payer: string | null, suggestions: SuspenseItem['suggestions']): SuspenseItem {
  const { sysid, receipt, why, account, state, notReturned } = row;
  return {
    sysid,
    receipt,
    amount: toKes(row.amount),
    why,
    account,
    payer,
    from: studentOf(row.fromNumber, row.fromNames),
    datePaid: row.datePaid.toISOString(),
    dateParked: row.dateParked.toISOString(),
    state,
    proposal:
      row.proposal === null || row.way === null
        ? null
        : {
            sysid: row.proposal,
            way: row.way,
            student: studentOf(row.studentNumber, row.studentNames),
            note: row.note,
            by: row.by ?? '',
            date: row.date?.toISOString() ?? '',
            own: row.own ?? false,
            decidedBy: row.decidedBy,
            dateDecided: row.dateDecided?.toISOString() ?? null,
          },
    notReturned,
    rejected:
      row.rejectedBy === null
        ? null
        : {
            by: row.rejectedBy,
            date: row.dateRejected?.toISOString() ?? '',
            student: studentOf(row.rejectedNumber, row.rejectedNames),
          },
    suggestions,
  };
}

function studentOf(admissionNumber: string | null, names: string | null) {
  return admissionNumber === null || names === null ? null : { admissionNumber, names };
}

export interface LockedItem {
  readonly id: string;
  readonly receipt: string | null;
  readonly amount: bigint;
  readonly state: SuspenseState;
  readonly payerDigest: Buffer | null;
}

/**
 * Locks an item until the transaction ends, so that of two decisions the second sees the first. Throws suspense.not-found, and
 * suspense.wrong-state where the item has another state.
 */
export async function lockItem(tx: Tx, id: string, state: SuspenseState): Promise<LockedItem> {
  const item = await tx.row<LockedItem>(
    `SELECT id, receipt, amount, state, payer_digest AS "payerDigest" FROM suspense_items
     WHERE school_id = $1 AND id = $2 FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!item) throw itemNotFound();
  if (item.state !== state) throw wrongState(item.state);
  return item;
}

/** Changes the state of a locked item. One that is settled or on its way back to the payer needs no notice any more. */
export async function setState(tx: Tx, itemId: string, state: SuspenseState): Promise<void> {
  await tx.row('UPDATE suspense_items SET state = $3 WHERE school_id = $1 AND id = $2', [tx.schoolId, itemId, state]);
  if (state !== 'settled' && state !== 'returning') return;
  await settleNotice(tx, itemId);
  const failed = await tx.rows<{ id: string }>(
    `SELECT id FROM suspense_proposals WHERE school_id = $1 AND item_id = $2 AND outcome = 'failed' ORDER BY id`,
    [tx.schoolId, itemId],
  );
  for (const { id } of failed) await settleNotice(tx, notReturnedKey(id));
}

/** Key of the notice that M-Pesa did not return a payment, by the proposal that failed. */
export function notReturnedKey(proposalId: string): string {
  return `not-returned:${proposalId}`;
}

export interface Proposal {
  readonly id: string;
  readonly way: 'settle' | 'return';
  readonly studentId: string | null;
  readonly byUser: string;
}

/** Reads the proposal of a locked item that waits for a second person. */
export async function readProposal(tx: ReadTx, itemId: string): Promise<Proposal> {
  const proposal = await tx.row<Proposal>(
    `SELECT id, way, student_id AS "studentId", by_user AS "byUser" FROM suspense_proposals
     WHERE school_id = $1 AND item_id = $2 AND decision IS NULL`,
    [tx.schoolId, itemId],
  );
  if (!proposal) throw wrongState('open');
  return proposal;
}

/** Stores a decision. The journal entry of a settlement is known at once; that of a return, once M-Pesa has carried it out. */
export async function closeProposal(
  tx: Tx,
  proposalId: string,
  decided: { by: string; decision: 'approved' | 'rejected'; entryId?: string; outcome?: 'pending' },
): Promise<void> {
  await tx.row(
    `UPDATE suspense_proposals SET decision = $3, decided_by = $4, decided_at = clock_timestamp(), entry_id = $5, outcome = $6
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, proposalId, decided.decision, decided.by, decided.entryId ?? null, decided.outcome ?? null],
  );
  await settleNotice(tx, proposalId);
}
