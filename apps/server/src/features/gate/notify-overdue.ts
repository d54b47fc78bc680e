import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { blockedNumbers } from '../collectors/index.ts';
import { writeOverdue } from '../messages/index.ts';
import { guardianNumbers } from '../students/index.ts';

interface Told {
  readonly names: string;
  readonly admissionNumber: string;
  readonly school: string;
  /** Phone number of the collector with whom the student left, or was to leave. */
  readonly collector: string | null;
}

/**
 * Notifies one guardian, if the school's setting says so, that a child is not back from an exeat: the guardian who collected the child,
 * else the first one; the next guardian is the fallback for one who cannot be reached. A guardian who must not collect the child is
 * never notified.
 */
export async function notifyOverdue(
  tx: Tx,
  context: AppContext,
  { id, studentId, at }: { readonly id: string; readonly studentId: string; readonly at: string },
): Promise<void> {
  const told = await tx.row<Told>(
    `SELECT p.names, p.admission_number AS "admissionNumber", s.short_name AS school, c.mobile_number AS collector
     FROM exeats x
     JOIN schools s ON s.id = x.school_id AND s.tell_overdue_exeats
     JOIN students p ON p.school_id = x.school_id AND p.id = x.student_id
     LEFT JOIN releases r ON r.school_id = x.school_id AND r.event_id = x.out_event
     LEFT JOIN collectors c ON c.school_id = x.school_id AND c.id = COALESCE(r.collector_id, x.collector_id)
     WHERE x.school_id = $1 AND x.id = $2`,
    [tx.schoolId, id],
  );
  if (!told) return;
  const { collector, ...about } = told;
  const blocked = await blockedNumbers(tx, studentId);
  const guardians = (await guardianNumbers(tx, studentId))
    .filter(({ mobileNumber }) => !blocked.includes(mobileNumber))
    .toSorted((one, other) => Number(other.mobileNumber === collector) - Number(one.mobileNumber === collector));
  await writeOverdue(tx, context, { ...about, at, guardians, noticeId: id });
}
