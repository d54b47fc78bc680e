import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type * as contract from '@mfuko/contract/payments';
import type { PaymentRow } from '@mfuko/contract/payments';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListSource, readPage } from '../../platform/database/lists.ts';
import type { Actor, Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { schoolNotFound } from './errors.ts';
import { openPayer, shownPhone } from './payer.ts';
import { reasonOf } from './rules.ts';

interface Listed extends Omit<PaymentRow, 'date' | 'amount' | 'reason'> {
  date: Date;
  amount: bigint;
  payerSealed: Buffer | null;
}

/** STK pushes that were not paid (yet), and payments by their receipts. A paid STK push is one row, with the STK push's id. */
const LISTED = `
  SELECT p.id AS sysid, p.requested_at AS date, true AS asked,
         CASE WHEN p.status IN ('failed', 'cancelled') THEN p.status ELSE 'pending' END AS state, p.amount,
         NULL AS "receiptNumber", p.reference AS account, p.student_id AS "studentId", p.phone_masked AS "mobileNumber",
         NULL AS "borneOutBy", CASE p.status WHEN 'unsettled' THEN 'unsettled' ELSE p.code END AS code,
         NULL::bytea AS "payerSealed", p.asked_by AS "askedBy"
  FROM stk_pushes p WHERE p.school_id = $1 AND p.status <> 'paid'
  UNION ALL
  SELECT CASE WHEN p.status = 'paid' THEN p.id ELSE m.id END, m.paid_at, m.stk_push_id IS NOT NULL,
         CASE coalesce(i.state, m.state) WHEN 'credited' THEN 'paid' WHEN 'settled' THEN 'paid' WHEN 'returned' THEN 'returned'
              WHEN 'told' THEN 'told' WHEN 'unknown' THEN 'unknown' WHEN 'elsewhere' THEN 'elsewhere' ELSE 'parked' END,
         m.amount, m.receipt, m.account, CASE WHEN i.state IS NULL THEN m.student_id ELSE i.student_id END, p.phone_masked,
         m.confirmed_by, NULL, m.payer_sealed, p.asked_by
  FROM payments m LEFT JOIN stk_pushes p ON p.school_id = m.school_id AND p.id = m.stk_push_id AND (p.status <> 'paid' OR p.receipt = m.receipt)
  LEFT JOIN (
    -- Suspense knows what became of it since: settled, given back, or taken back from a wallet and open again. Of all receipts at once: its sum looks at each.
    SELECT DISTINCT ON (s.receipt) s.receipt, s.state, CASE s.state WHEN 'settled' THEN q.student_id END AS student_id
    FROM suspense_items s
    LEFT JOIN suspense_proposals q ON q.school_id = s.school_id AND q.item_id = s.id AND q.decision = 'approved'
      AND q.outcome IS DISTINCT FROM 'failed'
    WHERE s.school_id = $1 AND s.receipt IS NOT NULL ORDER BY s.receipt, s.parked_at DESC, s.id DESC) AS i ON i.receipt = m.receipt
  WHERE m.school_id = $1`;

/** Payments of a school of every kind, and STK pushes without a payment. */
export function paymentsOf(schoolId: string | null, query: InputOf<typeof contract.getPayments>): ListSource {
  return {
    sql: `SELECT l.sysid, l.date, l.asked, l.state, l.amount, l."receiptNumber", l.account, s.admission_number AS "admissionNumber",
                 s.names, c.name AS "className", l."mobileNumber", l."borneOutBy", l.code, l."payerSealed",
                 u.first_name || ' ' || u.last_names AS "by"
          FROM (${LISTED}) AS l
          LEFT JOIN students s ON s.school_id = $1 AND s.id = l."studentId"
          LEFT JOIN classes c ON c.school_id = $1 AND c.id = s.class_id
          LEFT JOIN users u ON u.school_id = $1 AND u.id = l."askedBy"
          WHERE ($2::text IS NULL OR l.state = $2) AND ($3::text IS NULL OR s.admission_number = $3)
            AND ($4::timestamptz IS NULL OR l.date >= $4) AND ($5::timestamptz IS NULL OR l.date < $5)`,
    values: [schoolId, query.state ?? null, query.admissionNumber ?? null, query.from ?? null, query.to ?? null],
    searched: ['receiptNumber', 'account', 'names', 'admissionNumber'],
    sort: '-date',
    tie: 'sysid',
    // Sum of the money that has come in and is still here, without STK pushes that were not paid, returned payments, and those booked
    // elsewhere.
    sum: `CASE WHEN state IN ('paid', 'parked') THEN amount END`,
  };
}

/** Lists payments, each with the first and last digits of the payer's phone. */
export async function listPayments(
  tx: ReadTx,
  context: AppContext,
  query: InputOf<typeof contract.getPayments>,
): Promise<Page<PaymentRow>> {
  const page = await readPage<Listed>(tx, query, paymentsOf(tx.schoolId, query));
  const rows: PaymentRow[] = [];
  for (const { payerSealed, ...row } of page.rows) {
    const phone = row.mobileNumber ?? (await payerPhone(tx, context, row.receiptNumber, payerSealed));
    rows.push({
      ...row,
      date: row.date.toISOString(),
      amount: toKes(row.amount),
      mobileNumber: phone,
      reason: reasonOf(row.code),
    });
  }
  return { ...page, rows };
}

async function payerPhone(
  tx: ReadTx,
  context: AppContext,
  receipt: string | null,
  sealed: Buffer | null,
): Promise<string | null> {
  return receipt === null ? null : shownPhone(await openPayer(tx, context, receipt, sealed));
}

/** Returns the state of a school's registration with M-Pesa. Throws school.not-found for another school. */
export function showRegistration(
  context: AppContext,
  actor: Actor,
  schoolId: string,
): Promise<AnswerOf<typeof contract.getProviderRegistration>> {
  if (actor.schoolId !== null && actor.schoolId !== schoolId) throw schoolNotFound();
  return context.db.readSchool(schoolId, async (tx) => {
    const found = await tx.row<{
      ready: boolean;
      registeredAt: Date | null;
      pullsSince: Date | null;
      pulledUntil: Date | null;
      pullFailure: string | null;
      gapFrom: Date | null;
      gapUntil: Date | null;
    }>(
      `SELECT (SELECT count(*) FROM payment_secrets k WHERE k.school_id = s.id AND k.name IN ('consumerKey', 'consumerSecret')) = 2
                AND EXISTS (SELECT 1 FROM payment_configs c WHERE c.school_id = s.id) AS ready,
              p.registered_at AS "registeredAt", p.pulls_since AS "pullsSince", p.pulled_until AS "pulledUntil",
              p.pull_failure AS "pullFailure", p.gap_from AS "gapFrom", p.gap_until AS "gapUntil"
       FROM schools s LEFT JOIN provider_registrations p ON p.school_id = s.id WHERE s.id = $1 AND s.deleted_at IS NULL`,
      [schoolId],
    );
    if (!found) throw schoolNotFound();
    const { ready, registeredAt, pullsSince, pulledUntil, pullFailure, gapFrom, gapUntil } = found;
    return {
      ready,
      registeredAt: registeredAt?.toISOString() ?? null,
      pullsSince: pullsSince?.toISOString() ?? null,
      pulledUntil: pulledUntil?.toISOString() ?? null,
      pullFailure,
      gap: gapFrom && gapUntil ? { from: gapFrom.toISOString(), until: gapUntil.toISOString() } : null,
    };
  });
}
