import { toKes } from '@mfuko/contract/money';
import { MIN_REFUND, type Refund, type RefundState } from '@mfuko/contract/refunds';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findNumberChange } from '../students/index.ts';
import { refundNotFound } from './errors.ts';

export interface LockedRefund {
  readonly id: string;
  readonly studentId: string;
  readonly amount: bigint;
  readonly leftOver: bigint;
  readonly reason: string;
  readonly guardianName: string;
  readonly phoneSealed: Buffer;
  readonly state: RefundState;
  readonly byUser: string;
  readonly payoutId: string | null;
  readonly sentAt: Date | null;
}

/** Reads a refund and locks its row until the transaction ends, so that of two results the second sees the first. */
export async function findRefund(tx: Tx, id: string): Promise<LockedRefund | undefined> {
  return tx.row<LockedRefund>(
    `SELECT id, student_id AS "studentId", amount, left_over AS "leftOver", reason, guardian_name AS "guardianName",
            phone_sealed AS "phoneSealed", state, by_user AS "byUser", payout_id AS "payoutId", sent_at AS "sentAt"
     FROM refunds WHERE school_id = $1 AND id = $2 FOR UPDATE`,
    [tx.schoolId, id],
  );
}

/** Returns the student's guardian with that number, if there is one. */
export async function findGuardian(
  tx: ReadTx,
  studentId: string,
  phone: string,
): Promise<{ name: string } | undefined> {
  return tx.row<{ name: string }>(
    `SELECT name FROM guardians WHERE school_id = $1 AND student_id = $2 AND mobile_number = $3 AND deleted_at IS NULL`,
    [tx.schoolId, studentId, phone],
  );
}

export async function sealPhone(tx: ReadTx, context: AppContext, refundId: string, phone: string): Promise<Buffer> {
  return sealWith(await context.keys.ofSchool(tx), phoneContext(tx, refundId), Buffer.from(phone));
}

export async function openPhone(tx: ReadTx, context: AppContext, refundId: string, sealed: Buffer): Promise<string> {
  return openWith(await context.keys.ofSchool(tx), phoneContext(tx, refundId), sealed).toString('utf8');
}

function phoneContext(tx: ReadTx, refundId: string): string {
  return `refund-phone:${tx.schoolId}:${refundId}`;
}

export interface StoredRefund
  extends Pick<Refund, 'sysid' | 'admissionNumber' | 'names' | 'guardian' | 'reason' | 'state' | 'by' | 'own'> {
  readonly amount: bigint;
  readonly leftOver: bigint;
  readonly phoneSealed: Buffer;
  readonly studentId: string;
  readonly date: Date;
  readonly decidedBy: string | null;
  readonly dateDecided: Date | null;
  readonly dateEnded: Date | null;
  readonly receipt: string | null;
  readonly failure: string | null;
}

const NAMES = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** Refunds of the school ($1) as the user ($2) sees them. */
export const REFUNDS = `
  SELECT r.id AS sysid, s.admission_number AS "admissionNumber", s.names, r.amount, r.left_over AS "leftOver",
         r.guardian_name AS guardian, r.phone_sealed AS "phoneSealed",
         r.student_id AS "studentId", r.reason, r.state, ${NAMES('u')} AS "by", r.at AS date,
         r.by_user = $2::uuid AS own, CASE WHEN r.decided_by IS NOT NULL THEN ${NAMES('d')} END AS "decidedBy",
         r.decided_at AS "dateDecided", r.ended_at AS "dateEnded", r.receipt,
         CASE r.state WHEN 'failed' THEN r.result_text END AS failure
  FROM refunds r
  JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id
  LEFT JOIN users u ON u.school_id = r.school_id AND u.id = r.by_user
  LEFT JOIN users d ON d.school_id = r.school_id AND d.id = r.decided_by
  WHERE r.school_id = $1 AND s.erased_at IS NULL`;

/**
 * SQL condition: refund `r` failed, its student `s` has left and has no later refund but rejected ones, and the wallet holds enough for
 * another.
 */
export const UNPAID_REFUND = `r.state = 'failed' AND s.status = 'left'
  AND NOT EXISTS (SELECT 1 FROM refunds later WHERE later.school_id = r.school_id AND later.student_id = r.student_id
                  AND later.at > r.at AND later.state <> 'rejected')
  AND EXISTS (SELECT 1 FROM accounts a WHERE a.school_id = r.school_id AND a.student_id = r.student_id
              AND a.balance >= ${MIN_REFUND})`;

/** Converts a refund for the API. */
export async function asRefund(tx: ReadTx, context: AppContext, row: StoredRefund): Promise<Refund> {
  const { phoneSealed, studentId, ...told } = row;
  const phone = await openPhone(tx, context, row.sysid, phoneSealed);
  return {
    ...told,
    amount: toKes(row.amount),
    leftOver: toKes(row.leftOver),
    mobileNumber: maskedPhone(phone),
    numberChanged: row.state === 'proposed' ? await findNumberChange(tx, studentId, phone) : null,
    date: row.date.toISOString(),
    dateDecided: row.dateDecided?.toISOString() ?? null,
    dateEnded: row.dateEnded?.toISOString() ?? null,
  };
}

/** Returns a refund. Throws refund.not-found. */
export async function readRefund(tx: ReadTx, context: AppContext, id: string, askedBy: string): Promise<Refund> {
  const row = await tx.row<StoredRefund>(`${REFUNDS} AND r.id = $3`, [tx.schoolId, askedBy, id]);
  if (!row) throw refundNotFound();
  return asRefund(tx, context, row);
}
