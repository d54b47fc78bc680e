import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Means by which a student's money is taken. */
export type Means = 'pin' | `finger:${string}` | `phone:${string}`;

/** Means for a guardian's number, to which money is refunded; stored as a keyed digest. */
export function phoneMeans(context: Pick<AppContext, 'keys'>, phone: string): Means {
  return `phone:${context.keys.digest('phone', phone).toString('hex')}`;
}

/**
 * Puts money by these means on hold from now, since the person who changed them may be a thief. `madeIn` is the batch of changes, if any;
 * a later single change replaces it.
 */
export async function holdMoney(
  tx: Tx,
  byUser: string,
  studentIds: readonly string[],
  means: Means,
  madeIn: string | null = null,
): Promise<void> {
  if (studentIds.length === 0) return;
  await tx.rows(
    `INSERT INTO money_holds (school_id, student_id, means, by_user, made_in) SELECT $1, unnest($2::uuid[]), $3, $4, $5
     ON CONFLICT (school_id, student_id, means)
     DO UPDATE SET since = clock_timestamp(), by_user = EXCLUDED.by_user, made_in = EXCLUDED.made_in`,
    [tx.schoolId, studentIds, means, byUser, madeIn],
  );
}

/** Puts refunds and codes to a number of each of these students on hold from now. */
export async function holdNumbers(
  tx: Tx,
  context: Pick<AppContext, 'keys'>,
  byUser: string,
  numbers: readonly { readonly studentId: string; readonly mobileNumber: string }[],
): Promise<void> {
  if (numbers.length === 0) return;
  await tx.rows(
    `INSERT INTO money_holds (school_id, student_id, means, by_user)
     SELECT $1, student, means, $4 FROM unnest($2::uuid[], $3::text[]) AS n(student, means)
     ON CONFLICT (school_id, student_id, means)
     DO UPDATE SET since = clock_timestamp(), by_user = EXCLUDED.by_user, made_in = EXCLUDED.made_in`,
    [
      tx.schoolId,
      numbers.map(({ studentId }) => studentId),
      numbers.map(({ mobileNumber }) => phoneMeans(context, mobileNumber)),
      byUser,
    ],
  );
}

/** A hold in force. `clockTime` is its end by the school's clock, `24/11 10:32`. */
export interface MoneyHold {
  readonly until: Date;
  readonly clockTime: string;
  /** Moment of the change, to the microsecond. */
  readonly since: string;
  readonly changed: 'pin' | 'finger' | 'phone';
  /** Author of the change; null where the author was not stored. */
  readonly by: string | null;
}

const HOLDS = `
  SELECT h.since + make_interval(hours => s.hold_after_change_hours) AS until, split_part(h.means, ':', 1) AS changed, h.by_user AS by, h.since::text AS since,
         to_char((h.since + make_interval(hours => s.hold_after_change_hours)) AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS "clockTime"
  FROM money_holds h JOIN schools s ON s.id = h.school_id
  WHERE h.school_id = $1 AND h.student_id = $2 AND h.means <> 'fingers'
    AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)`;

/** Returns the hold on money by these means, or null. */
export async function findHold(tx: ReadTx, studentId: string, means: Means): Promise<MoneyHold | null> {
  const [held] = await tx.rows<MoneyHold>(`${HOLDS} AND h.means = $3`, [tx.schoolId, studentId, means]);
  return held ?? null;
}

/** Change of means. `together` is the batch that the change was part of; null for a single change. */
export interface MeansChange {
  readonly together: {
    readonly id: string;
    readonly count: number;
    readonly by: string;
    readonly clockTime: string;
  } | null;
}

/** Returns the change of these means if they were added or changed later than the school's hold before `at`; else null. */
export async function findChange(tx: ReadTx, studentId: string, means: Means, at: Date): Promise<MeansChange | null> {
  const changed = await tx.row<{ id: string | null; by: string; clockTime: string }>(
    `SELECT h.made_in AS id, coalesce(u.first_name || ' ' || u.last_names, '') AS by,
            to_char(h.since AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS "clockTime"
     FROM money_holds h JOIN schools s ON s.id = h.school_id
     LEFT JOIN users u ON u.id = h.by_user AND u.school_id = h.school_id
     WHERE h.school_id = $1 AND h.student_id = $2 AND h.means = $3 AND h.since > $4::timestamptz - make_interval(hours => s.hold_after_change_hours)`,
    [tx.schoolId, studentId, means, at],
  );
  if (!changed) return null;
  const { id, by, clockTime } = changed;
  if (id === null) return { together: null };
  const made = await tx.row<{ count: number }>(
    'SELECT count(*)::int AS count FROM money_holds WHERE school_id = $1 AND made_in = $2',
    [tx.schoolId, id],
  );
  return { together: { id, by, clockTime, count: made?.count ?? 1 } };
}

/** Returns the hold on cash by any PIN or finger of the student that ends last, or null. */
export async function findCashHold(tx: ReadTx, studentId: string): Promise<MoneyHold | null> {
  const [held] = await tx.rows<MoneyHold>(`${HOLDS} AND h.means NOT LIKE 'phone:%' ORDER BY h.since DESC LIMIT 1`, [
    tx.schoolId,
    studentId,
  ]);
  return held ?? null;
}

/** Returns true if a refund to any number of the student is on hold. */
export async function hasNumberHold(tx: ReadTx, studentId: string): Promise<boolean> {
  const held = await tx.rows<MoneyHold>(`${HOLDS} AND h.means LIKE 'phone:%' LIMIT 1`, [tx.schoolId, studentId]);
  return held.length > 0;
}

/** Records that the student has enrolled a finger. Returns true where one was enrolled before, even if it was deleted since. */
export async function noteEnrolled(tx: Tx, studentId: string): Promise<boolean> {
  const first = await tx.row(
    `INSERT INTO money_holds (school_id, student_id, means, since) VALUES ($1, $2, 'fingers', '-infinity')
     ON CONFLICT DO NOTHING RETURNING 1 AS one`,
    [tx.schoolId, studentId],
  );
  return first === undefined;
}

/** Returns true if a guardian has had the number for longer than the school's hold: a newer one may be that of the user who set it. */
export async function hasSettledNumber(
  tx: ReadTx,
  context: Pick<AppContext, 'keys'>,
  studentId: string,
  contactId: string,
): Promise<boolean> {
  const guardian = await tx.row<{ phone: string; settled: boolean }>(
    `SELECT g.mobile_number AS phone,
            g.created_at <= clock_timestamp() - make_interval(hours => s.hold_after_change_hours) AS settled
     FROM guardians g JOIN schools s ON s.id = g.school_id
     WHERE g.school_id = $1 AND g.id = $2 AND g.student_id = $3 AND g.deleted_at IS NULL`,
    [tx.schoolId, contactId, studentId],
  );
  if (!guardian?.settled) return false;
  return (await findHold(tx, studentId, phoneMeans(context, guardian.phone))) === null;
}
