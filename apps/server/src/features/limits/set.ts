import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { LimitScope, Limits, setLimits } from '@mfuko/contract/limits';
import { formatKes, toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { getClass, lockClassShared } from '../schools/index.ts';
import { getStudentById } from '../students/index.ts';
import { limitsReservedToAdmins } from './errors.ts';
import { notifyOfLimits } from './notify.ts';

type Input = InputOf<typeof setLimits>;

interface Stored {
  cashOut: bigint | null;
  day: bigint | null;
  week: bigint | null;
  noCash: boolean;
  spending: bigint | null;
  fingerAlone: bigint | null;
  firstPin: bigint | null;
  cashOutsPerDay: number | null;
  onCampusOnly: boolean;
  approvalAbove: bigint | null;
  wishedBy: string | null;
  wishedHow: Limits['wishedHow'];
  wishedOn: string | null;
}
const FIELDS = [
  'cashOut',
  'day',
  'week',
  'noCash',
  'spending',
  'fingerAlone',
  'firstPin',
  'cashOutsPerDay',
  'onCampusOnly',
  'approvalAbove',
  'wishedBy',
  'wishedHow',
  'wishedOn',
] as const satisfies (keyof Stored)[];
const NOTHING: Stored = {
  cashOut: null,
  day: null,
  week: null,
  noCash: false,
  spending: null,
  fingerAlone: null,
  firstPin: null,
  cashOutsPerDay: null,
  onCampusOnly: false,
  approvalAbove: null,
  wishedBy: null,
  wishedHow: null,
  wishedOn: null,
};

/** Reads the limits of the school, a class or a student, or those wished by a guardian. Throws class.not-found and student.not-found. */
export async function readLimits(tx: ReadTx, scope: LimitScope, asked: string | undefined): Promise<Limits> {
  const sysid = await subjectOf(tx, scope, asked);
  const found = await tx.row<Stored & { setBy: string; setAt: Date }>(
    `SELECT ${COLUMNS}, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "setBy", l.set_at AS "setAt"
     FROM pocket_limits l LEFT JOIN users u ON u.school_id = l.school_id AND u.id = l.set_by
     WHERE l.school_id = $1 AND l.subject_id = $2 AND l.scope = $3`,
    [tx.schoolId, sysid, scope],
  );
  const { setBy = null, setAt = null, ...set } = found ?? (NOTHING as Stored & { setBy?: string; setAt?: Date });
  const { cashOut, day, week, spending, fingerAlone, firstPin, approvalAbove } = set;
  const limits = {
    ...set,
    scope,
    sysid,
    cashOut: kesOf(cashOut),
    day: kesOf(day),
    week: kesOf(week),
    spending: kesOf(spending),
    fingerAlone: kesOf(fingerAlone),
    firstPin: kesOf(firstPin),
    approvalAbove: kesOf(approvalAbove),
    setBy,
    setAt: setAt?.toISOString() ?? null,
  };
  return stamped(limits, ['setBy', 'setAt']);
}

const COLUMNS = `l.cash_out AS "cashOut", l.cash_day AS day, l.cash_week AS week, l.no_cash AS "noCash",
  l.spending_day AS spending, l.finger_alone AS "fingerAlone", l.first_pin AS "firstPin", l.cash_outs_day AS "cashOutsPerDay", l.on_campus AS "onCampusOnly",
  l.approval_above AS "approvalAbove", l.wished_by AS "wishedBy", l.wished_how AS "wishedHow",
  to_char(l.wished_on, 'YYYY-MM-DD') AS "wishedOn"`;

/** Changes the given limits. Earlier payments stay, and count towards the new limits. Throws record.changed. */
export async function changeLimits(call: Call, context: AppContext, input: Input): Promise<Limits> {
  const { scope } = input;
  if (scope === 'school' && call.actor.role !== 'Admin') throw limitsReservedToAdmins();
  refuseStrangers(input);
  return call.record(async (tx) => {
    const sysid = await subjectOf(tx, scope, input.sysid);
    if (scope === 'class') await lockClassShared(tx, sysid);
    // Lock by subject, since there may be no row yet that could be locked.
    await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('limits:' || $1, 0))`, [sysid]);
    await requireUnchanged(input.updated, () => readLimits(tx, scope, sysid));
    const before =
      (await tx.row<Stored>(
        `SELECT ${COLUMNS} FROM pocket_limits l WHERE l.school_id = $1 AND l.subject_id = $2 AND l.scope = $3`,
        [tx.schoolId, sysid, scope],
      )) ?? NOTHING;
    const after = await completeWish(tx, scope, { ...before, ...given(input) });
    await write(tx, call, scope, sysid, after);
    const changes = changesOf(inWords(before), inWords(after));
    if (Object.keys(changes).length > 0) {
      const subjectKind = scope === 'guardian' ? 'student' : scope;
      const action = scope === 'guardian' ? 'student.wish' : `${scope}.limits`;
      await audit(tx, call, { action, subjectKind, subjectId: sysid, detail: { changes } });
      if (subjectKind === 'student') await notifyOfLimits(tx, context, sysid, changes);
    }
    return readLimits(tx, scope, sysid);
  });
}

/** Returns the id of the school, class or student that the limits are about. Throws class.not-found and student.not-found. */
async function subjectOf(tx: ReadTx, scope: LimitScope, sysid: string | undefined): Promise<string> {
  if (scope === 'school') return tx.schoolId;
  if (sysid === undefined) throw new MalformedInput({ sysid: fieldError('required') });
  if (scope === 'class') return (await getClass(tx, sysid)).id;
  return (await getStudentById(tx, sysid)).id;
}

/**
 * Refuses fields that do not belong to the scope: some are the school's only, and `wished…` only a guardian's. A limit of 0 counts as
 * given.
 */
function refuseStrangers(input: Input): void {
  const strange = FIELDS.filter(
    (field) =>
      isGiven(input[field]) &&
      (/^(firstPin|cashOutsPerDay|onCampusOnly|approvalAbove)$/.test(field)
        ? input.scope !== 'school'
        : field.startsWith('wished') && input.scope !== 'guardian'),
  );
  const [first] = strange;
  if (first) throw new MalformedInput(Object.fromEntries(strange.map((field) => [field, fieldError('not-here')])));
}

function isGiven(value: Input[keyof Stored]): boolean {
  return value !== undefined && value !== null && value !== false;
}

function given(input: Input): Partial<Stored> {
  const fields = FIELDS.filter((field) => input[field] !== undefined && !(field === 'wishedBy' && !input.wishedBy));
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
}

function limitsNothing(set: Stored): boolean {
  return FIELDS.every((field) => field.startsWith('wished') || set[field] === null || set[field] === false);
}

/** Completes a guardian's wish, which requires its author and its way; a wish that limits nothing any more is cleared. */
async function completeWish(tx: ReadTx, scope: LimitScope, set: Stored): Promise<Stored> {
  if (scope !== 'guardian') return set;
  if (limitsNothing(set)) return NOTHING;
  const missing = (['wishedBy', 'wishedHow'] as const).filter((field) => set[field] === null);
  if (missing.length > 0)
    throw new MalformedInput(Object.fromEntries(missing.map((field) => [field, fieldError('required')])));
  const school = await tx.row<{ today: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today FROM schools WHERE id = $1`,
    [tx.schoolId],
  );
  const today = school?.today ?? '';
  if (set.wishedOn !== null && set.wishedOn > today)
    throw new MalformedInput({ wishedOn: fieldError('in-the-future') });
  return { ...set, wishedOn: set.wishedOn ?? today };
}

async function write(tx: Tx, call: Call, scope: LimitScope, sysid: string, set: Stored): Promise<void> {
  await tx.row('DELETE FROM pocket_limits WHERE school_id = $1 AND subject_id = $2 AND scope = $3', [
    tx.schoolId,
    sysid,
    scope,
  ]);
  if (limitsNothing(set)) return;
  await tx.row(
    `INSERT INTO pocket_limits (school_id, subject_id, scope, set_by, cash_out, cash_day, cash_week, no_cash, spending_day,
       finger_alone, first_pin, cash_outs_day, on_campus, approval_above, wished_by, wished_how, wished_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [tx.schoolId, sysid, scope, call.actor.userId, ...FIELDS.map((field) => set[field])],
  );
}

function kesOf(cents: bigint | null): number | null {
  return cents === null ? null : toKes(cents);
}

/** Returns the limits for the audit trail: amounts as formatted text, a switch that is off as null. */
function inWords(set: Stored): Record<string, unknown> {
  const words = (cents: bigint | null) => (cents === null ? null : formatKes(cents));
  return {
    cashOutLimit: words(set.cashOut),
    dayLimit: words(set.day),
    weekLimit: words(set.week),
    noCash: set.noCash,
    spendingLimit: words(set.spending),
    fingerAlone: words(set.fingerAlone),
    firstPin: words(set.firstPin),
    cashOutsPerDay: set.cashOutsPerDay,
    onCampusOnly: set.onCampusOnly,
    approvalAbove: words(set.approvalAbove),
    wishedBy: set.wishedBy,
    wishedHow: set.wishedHow,
    wishedOn: set.wishedOn,
  };
}
