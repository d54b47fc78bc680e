import type { Channel } from '@mfuko/contract/channels';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { EntryKind, getWallet, StatementRow } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { getStudent, getStudentOfNumber } from '../students/index.ts';
import { CHANNEL, TAKEN_BACK } from './channels.ts';
import { WALLET_LINES } from './lines.ts';

interface Listed {
  sysid: string;
  date: Date;
  kind: EntryKind;
  amount: bigint;
  fee: bigint;
  balance: bigint;
  by: string;
  reference: string | null;
  channel: Channel | null;
  reversed: boolean;
  takenBack: boolean;
  own: boolean;
  proposal: { by: string; reason: string; date: string; own: boolean } | null;
}

/**
 * SQL for the author of the journal entry `m`: the school's user `u`, a key of the school's own program, or M-Pesa for an entry without
 * an author.
 */
export const MADE_BY = `CASE WHEN m.by_user IS NULL THEN 'M-Pesa'
                             ELSE COALESCE(u.first_name || ' ' || u.last_names,
                               (SELECT k.name FROM api_keys k WHERE k.school_id = m.school_id AND k.id = m.by_user), 'Platform') END`;

/**
 * Returns a wallet's journal entries, newest first, each with the balance after it, so that the rows add up to the present balance; a
 * free meal adds nothing.
 */
export async function readStatement(
  tx: ReadTx,
  query: ListQuery & { admissionNumber: string },
  askedBy: string | null = null,
): Promise<Page<StatementRow>> {
  const student = await getStudentOfNumber(tx, query.admissionNumber);
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT m.id AS sysid, m.at AS date, m.kind, p.amount,
                 CASE m.kind WHEN 'reversal' THEN -m.fee ELSE m.fee END AS fee, p.balance_after AS balance, p.position,
                 m.reference, ${CHANNEL} AS channel, ${TAKEN_BACK} AS "takenBack", ${MADE_BY} AS "by",
                 m.by_user IS NOT DISTINCT FROM $3::uuid AS own,
                 EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.reverses = m.id) AS reversed,
                 (SELECT json_build_object('by', COALESCE(w.first_name || ' ' || w.last_names, 'Platform'), 'reason', r.reason,
                                           'date', r.at, 'own', r.by_user IS NOT DISTINCT FROM $3::uuid)
                  FROM reversal_proposals r LEFT JOIN users w ON w.school_id = r.school_id AND w.id = r.by_user
                  WHERE r.school_id = m.school_id AND r.entry_id = m.id AND r.decision IS NULL) AS proposal
          FROM (${WALLET_LINES}) AS p
          JOIN journal_entries m ON m.school_id = $1 AND m.id = p.entry_id
          LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
          WHERE true`,
    values: [tx.schoolId, [student.id], askedBy],
    searched: ['kind', 'reference', 'by'],
    sort: '-position',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      ...row,
      date: row.date.toISOString(),
      amount: toKes(row.amount),
      fee: toKes(row.fee),
      balance: toKes(row.balance),
      proposal: row.proposal && { ...row.proposal, date: new Date(row.proposal.date).toISOString() },
    })),
  };
}

/** Returns the cents in the student's wallet; 0 where no money has ever moved. */
export async function balanceOf(tx: ReadTx, studentId: string): Promise<bigint> {
  const [wallet] = await tx.prepared<{ balance: bigint }>(
    'balance-of',
    'SELECT balance FROM accounts WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
  return wallet?.balance ?? 0n;
}

/** Returns a student as the cash desk shows them. Throws student.not-found. */
export async function readWallet(tx: ReadTx, admissionNumber: string): Promise<AnswerOf<typeof getWallet>> {
  const student = await getStudent(tx, admissionNumber);
  const seen = await tx.row<{ hasFingerprint: boolean; balance: bigint; mostCash: bigint }>(
    `SELECT has_fingerprint AS "hasFingerprint", balance, max_cash_now($1, id, balance) AS "mostCash"
     FROM student_list WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, student.id],
  );
  return {
    admissionNumber: student.admissionNumber,
    names: student.names,
    className: student.className,
    hasFingerprint: seen?.hasFingerprint ?? false,
    balance: toKes(seen?.balance ?? 0n),
    mostCash: toKes(seen?.mostCash ?? 0n),
  };
}
