import type { AnswerOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { lookedAtUnusual, UnusualKind } from '@mfuko/contract/unusual';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { notifyStaff } from '../notices/index.ts';

/** Days over which cash-outs are compared, and for which a finding waits for a look. */
const COMPARED_DAYS = 14;
/** Age in days up to which a finding is stored and notified; older ones existed before the search began. */
const NEW_DAYS = 2;
const KEPT_DAYS = 90;

interface Finding {
  readonly kind: UnusualKind;
  readonly day: string;
  readonly userId: string | null;
  readonly studentId: string | null;
  readonly by: string | null;
  readonly names: string | null;
  readonly admissionNumber: string | null;
  readonly times: bigint;
  readonly amount: bigint;
  readonly usual: bigint | null;
}

const FOUND = `
  SELECT u.kind, u.day::text, u.by_user AS "userId", u.student_id AS "studentId", b.first_name || ' ' || b.last_names AS by,
         s.names, s.admission_number AS "admissionNumber", u.times, u.amount, u.usual
  FROM unusual_cash_outs($1, ${COMPARED_DAYS}) AS u
  LEFT JOIN users b ON b.school_id = $1 AND b.id = u.by_user
  LEFT JOIN students s ON s.school_id = $1 AND s.id = u.student_id
  WHERE u.day > (SELECT (clock_timestamp() AT TIME ZONE time_zone)::date FROM schools WHERE id = $1) - ${NEW_DAYS}
  ORDER BY u.day, u.kind, u.by_user, u.student_id`;

/** Finds unusual cash-outs of the school, stores them, and notifies the staff of each new one. */
export async function notifyUnusual(tx: Tx): Promise<void> {
  for (const found of await tx.rows<Finding>(FOUND, [tx.schoolId])) {
    const first = await tx.row<{ inserted: boolean }>(
      `INSERT INTO unusual_findings AS f (school_id, kind, day, by_user, student_id, times)
       VALUES ($1, $2, CASE WHEN $2 IN ('under-limit', 'student-often') THEN date_trunc('month', $3::date)::date ELSE $3::date END, $4, $5, $6)
       ON CONFLICT (school_id, kind, day, by_user, student_id) DO UPDATE SET times = EXCLUDED.times
       RETURNING xmax = 0 AS inserted`,
      [tx.schoolId, found.kind, found.day, found.userId, found.studentId, found.times],
    );
    if (first?.inserted) await notifyOfFinding(tx, found);
  }
  await tx.row(
    `DELETE FROM unusual_findings WHERE school_id = $1 AND found_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`,
    [tx.schoolId],
  );
}

async function notifyOfFinding(
  tx: Tx,
  { kind, userId, by, names, admissionNumber, times, amount, usual }: Finding,
): Promise<void> {
  const student = names === null ? null : `${names} (${admissionNumber})`;
  await notifyStaff(tx, {
    kind: 'cash-out.unusual',
    subject: { kind: 'unusual', id: kind },
    params: {
      context: kind,
      who: [by, student].filter(Boolean).join(', ').slice(0, 200),
      times: Number(times),
      amount: toKes(amount),
      usual: Number(usual ?? 0n),
      ...(admissionNumber === null ? {} : { admissionNumber }),
    },
    // Excludes the user who paid out, who should not be the one to look.
    ...(userId === null ? {} : { knownTo: userId }),
  });
}

/** SQL condition for findings that wait for the user ($2) to look. A finding about the user's own cash-outs waits for somebody else. */
const WAITING = `f.school_id = $1 AND f.by_user IS DISTINCT FROM $2 AND f.times > coalesce(f.looked_times, 0)
  AND f.found_at > clock_timestamp() - make_interval(days => ${COMPARED_DAYS})`;

/** Counts the findings that wait for a look, without those about this user's own cash-outs. */
export async function countUnusual(tx: ReadTx, userId: string): Promise<number> {
  const found = await tx.row<{ count: number }>(
    `SELECT count(*)::int AS count FROM unusual_findings f WHERE ${WAITING}`,
    [tx.schoolId, userId],
  );
  return found?.count ?? 0;
}

/** Marks the waiting findings as looked at by this user. Those about the user's own cash-outs keep waiting. */
export function noteUnusualReviewed(call: Call): Promise<AnswerOf<typeof lookedAtUnusual>> {
  return call.record(async (tx) => {
    const looked = await tx.rows(
      `UPDATE unusual_findings f SET looked_by = $2, looked_at = clock_timestamp(), looked_times = f.times
       WHERE ${WAITING} RETURNING f.kind`,
      [tx.schoolId, call.actor.userId],
    );
    if (looked.length > 0) {
      const detail = { count: looked.length };
      await audit(tx, call, { action: 'school.unusual-looked', subjectKind: 'school', subjectId: tx.schoolId, detail });
    }
    return { looked: looked.length };
  });
}
