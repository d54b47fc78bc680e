import type { InputOf } from '@mfuko/contract/endpoint';
import { MAX_TOGETHER, type previewReminder, type ReminderSkipped } from '@mfuko/contract/reminders';
import type { Language } from '@mfuko/contract/sms';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { optedOut, reminderText } from '../messages/index.ts';
import { openStkPushes } from '../payments/index.ts';
import { accountPrefix } from '../schools/index.ts';

/** A student selected for a reminder; `skipped` is the reason for which the guardian is not reminded, or null. */
export interface Planned {
  readonly studentId: string;
  readonly admissionNumber: string;
  readonly names: string;
  /** Cents. */
  readonly balance: bigint;
  /** Number of the guardian who was entered first; null where there is none. */
  readonly mobileNumber: string | null;
  readonly language: Language;
  readonly skipped: ReminderSkipped | null;
}

/** A student whose guardian is reminded. */
export interface Going extends Planned {
  readonly mobileNumber: string;
  readonly skipped: null;
}

/** Plans a reminder: returns the selected students in the order of their numbers, each with the guardian or the reason to skip. */
export async function planReminder(
  tx: ReadTx,
  context: AppContext,
  { sysids, way, below }: Pick<InputOf<typeof previewReminder>, 'sysids' | 'way' | 'below'>,
): Promise<Planned[]> {
  const found = await readCandidates(tx, sysids);
  const reachable = found.flatMap(({ studentId, mobileNumber }) =>
    mobileNumber === null ? [] : [{ studentId, mobileNumber }],
  );
  const numbers = reachable.map(({ mobileNumber }) => mobileNumber);
  const unwanted = way === 'sms' ? await optedOut(tx, context, numbers) : new Set<string>();
  const open = way === 'prompt' ? await openStkPushes(tx, context, reachable) : null;
  const asked = new Map<string, number>();
  return found.map(({ status, recent, ...student }) => {
    const { mobileNumber } = student;
    const why = (): ReminderSkipped | null => {
      if (status !== 'active') return 'left';
      if (student.balance >= below) return 'notLow';
      if (mobileNumber === null) return 'noGuardian';
      if (unwanted.has(mobileNumber)) return 'optedOut';
      if (way === 'sms') return recent ? 'reminded' : null;
      if (open?.students.has(student.studentId) || open?.phones.has(mobileNumber)) return 'pending';
      const before = asked.get(mobileNumber) ?? 0;
      if (before === MAX_TOGETHER) return 'samePhone';
      asked.set(mobileNumber, before + 1);
      return null;
    };
    return { ...student, skipped: why() };
  });
}

/** Returns true for students whose guardian is reminded. */
export function isGoing(planned: Planned): planned is Going {
  return planned.skipped === null && planned.mobileNumber !== null;
}

/** Groups students with the same guardian's phone: each group gets one text, or one request after the other. */
export function together(going: readonly Going[]): (readonly [Going, ...Going[]])[] {
  const byPhone = new Map<string, [Going, ...Going[]][]>();
  for (const one of going) {
    const groups = byPhone.get(one.mobileNumber) ?? [];
    const last = groups.at(-1);
    if (last && last.length < MAX_TOGETHER) last.push(one);
    else byPhone.set(one.mobileNumber, [...groups, [one]]);
  }
  return [...byPhone.values()].flat();
}

interface Candidate extends Omit<Planned, 'skipped'> {
  readonly status: 'active' | 'left';
  /** True if a text was sent within the last day and did not fail. */
  readonly recent: boolean;
}

function readCandidates(tx: ReadTx, ids: readonly string[]): Promise<Candidate[]> {
  return tx.rows<Candidate>(
    `SELECT s.id AS "studentId", s.admission_number AS "admissionNumber", s.names, s.status, s.balance,
            g.mobile_number AS "mobileNumber", coalesce(g.language, 'en') AS language,
            EXISTS (SELECT 1 FROM reminder_students t
                    JOIN sms_messages m ON m.school_id = t.school_id AND m.id = t.message_id
                    WHERE t.school_id = $1 AND t.student_id = s.id AND m.created_at > clock_timestamp() - interval '1 day'
                      AND m.state NOT IN ('undelivered', 'failed', 'stopped')) AS recent
     FROM student_list s
     LEFT JOIN LATERAL (
       SELECT mobile_number, language FROM guardians g
       WHERE g.school_id = $1 AND g.student_id = s.id AND g.deleted_at IS NULL
       ORDER BY g.created_at, g.id LIMIT 1) AS g ON true
     WHERE s.school_id = $1 AND s.id = ANY($2::uuid[])
     ORDER BY s.admission_order`,
    [tx.schoolId, ids],
  );
}

/** Returns a function that writes a group's text about all its children, in the language of the first. */
export async function texts(tx: ReadTx): Promise<(group: readonly [Going, ...Going[]]) => string> {
  const school = await tx.row<{ shortName: string; paybill: string | null }>(
    `SELECT s.short_name AS "shortName", p.short_code AS paybill
     FROM schools s LEFT JOIN payment_configs p ON p.school_id = s.id WHERE s.id = $1`,
    [tx.schoolId],
  );
  const { shortName = '', paybill = null } = school ?? {};
  const prefix = await accountPrefix(tx);
  return (group) => {
    const children = group.map(({ names, admissionNumber, balance }) => {
      return { names, admissionNumber, balance, account: prefix + admissionNumber };
    });
    return reminderText(group[0].language, { school: shortName, paybill, children });
  };
}
