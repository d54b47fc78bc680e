import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** By what a student's money is taken. */
export type Means = 'pin' | `finger:${string}` | `phone:${string}`;

/** Means: a guardian's number, to which money is refunded. Kept as a keyed digest. */
export function phoneMeans(context: Pick<AppContext, 'keys'>, phone: string): Means {
  return `phone:${context.keys.digest('phone', phone).toString('hex')}`;
}

/**
 * Has money by these means wait from now on: whoever changed them may not be who the money is for. `madeIn` is what they were
 * changed in together; a later change of one of them stands for itself.
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

/** Has what goes to a number of each of these students wait from now on. */
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

/** Hold that is on. `clockTime` is its end by the school's clock, `24/11 10:32`. */
export interface MoneyHold {
  readonly until: Date;
  readonly clockTime: string;
  /** Moment of the change, to the microsecond. */
  readonly since: string;
  readonly changed: 'pin' | 'finger' | 'phone';
  /** Maker of the change; null for one that was made before this was kept. */
  readonly by: string | null;
}

const HOLDS = `
  SELECT h.since + make_interval(hours => s.hold_after_change_hours) AS until, split_part(h.means, ':', 1) AS changed, h.by_user AS by, h.since::text AS since,
         to_char((h.since + make_interval(hours => s.hold_after_change_hours)) AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS "clockTime"
  FROM money_holds h JOIN schools s ON s.id = h.school_id
  WHERE h.school_id = $1 AND h.student_id = $2 AND h.means <> 'fingers'
    AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)`;

/** The hold on money by these means; null where there is none. */
export async function findHold(tx: ReadTx, studentId: string, means: Means): Promise<MoneyHold | null> {
  const [held] = await tx.rows<MoneyHold>(`${HOLDS} AND h.means = $3`, [tx.schoolId, studentId, means]);
  return held ?? null;
}

/** Change of means. `together`: those that were made at once with it, if it was not made alone. */
export interface MeansChange {
  readonly together: {
    readonly id: string;
    readonly count: number;
    readonly by: string;
    readonly clockTime: string;
  } | null;
}

/** The change of these means, if they were added or changed within the school's hold before a moment, or since; else null. */
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

/** The hold on cash by any PIN or finger of the student that ends last; null where there is none. */
export async function findCashHold(tx: ReadTx, studentId: string): Promise<MoneyHold | null> {
  const [held] = await tx.rows<MoneyHold>(`${HOLDS} AND h.means NOT LIKE 'phone:%' ORDER BY h.since DESC LIMIT 1`, [
    tx.schoolId,
    studentId,
  ]);
  return held ?? null;
}

/** Tells whether a refund to any number of the student waits. */
export async function hasNumberHold(tx: ReadTx, studentId: string): Promise<boolean> {
  const held = await tx.rows<MoneyHold>(`${HOLDS} AND h.means LIKE 'phone:%' LIMIT 1`, [tx.schoolId, studentId]);
  return held.length > 0;
}

/** Notes that a finger of the student is enrolled. True where one was enrolled before, though it may be gone by now. */
export async function noteEnrolled(tx: Tx, studentId: string): Promise<boolean> {
  const first = await tx.row(
    `INSERT INTO money_holds (school_id, student_id, means, since) VALUES ($1, $2, 'fingers', '-infinity')
     ON CONFLICT DO NOTHING RETURNING 1 AS one`,
    [tx.schoolId, studentId],
  );
  return first === undefined;
}

/** Tells whether a guardian has had their number for longer than the school's hold: whoever has just set it may be the one who asks for their word. */
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
