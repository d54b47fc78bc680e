import type { MealSubsidy, setMealSubsidy } from '@mfuko/contract/canteen-subsidies';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { getStudentById } from '../students/index.ts';
import { proposalNotFound, samePerson, subsidyIsSame, subsidyWaits } from './errors.ts';
import { readSubsidy, subsidyOf, writeSubsidy } from './subsidies.ts';
import type { Subsidy } from './subsidy-rules.ts';

/** Proposes a meal subsidy. Throws student.not-found, record.changed, subsidy.same and subsidy.waits. */
export function propose(
  call: Call,
  { sysid, kind, percent, pays, updated }: InputOf<typeof setMealSubsidy>,
): Promise<MealSubsidy> {
  const { actor } = call;
  return call.record(async (tx) => {
    await lockPlan(tx, sysid);
    const before = await readSubsidy(tx, sysid, actor.userId);
    await requireUnchanged(updated, async () => before);
    if (before.proposal) throw subsidyWaits();
    const plan: Subsidy = {
      kind,
      percent: kind === 'percent' ? (percent ?? null) : null,
      pays: kind === 'fixed' ? (pays ?? null) : null,
    };
    const changes = changesOf(told(await subsidyOf(tx, sysid)), told(plan));
    if (Object.keys(changes).length === 0) throw subsidyIsSame();
    const id = newId();
    await tx.row(
      `INSERT INTO meal_subsidy_proposals (school_id, id, student_id, kind, percent, pays, by_user)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.schoolId, id, sysid, plan.kind, plan.percent, plan.pays, actor.userId],
    );
    await audit(tx, call, { ...about(sysid), action: 'canteen.subsidy-proposed', detail: { changes } });
    const { names, admissionNumber } = before;
    const notice: NewNotice = {
      kind: 'subsidy.proposed',
      subject: { kind: 'student', id: admissionNumber },
      params: { by: actor.names, names, admissionNumber },
      knownTo: actor.userId,
    };
    await notifyStaff(tx, notice, id);
    return readSubsidy(tx, sysid, actor.userId);
  });
}

interface Waiting extends Subsidy {
  readonly studentId: string;
  readonly by: string;
}

/**
 * Approves a proposal as the second person; the subsidy applies to portions from now on. Throws subsidy.not-found and
 * subsidy.same-person (with an audit row).
 */
export function approve(call: Call, { sysid }: { readonly sysid: string }): Promise<MealSubsidy> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const { studentId, by, ...plan } = await lockProposal(tx, sysid);
    if (by === userId) {
      throw samePerson((after) => audit(after, call, { ...about(studentId), action: 'canteen.subsidy-same-person' }));
    }
    await getStudentById(tx, studentId);
    const changes = changesOf(told(await subsidyOf(tx, studentId)), told(plan));
    await writeDecision(tx, sysid, userId, 'approved');
    await writeSubsidy(tx, studentId, by, plan);
    await audit(tx, call, { ...about(studentId), action: 'canteen.subsidy', detail: { changes } });
    return readSubsidy(tx, studentId, userId);
  });
}

/** Rejects a proposal, or withdraws the user's own. Throws subsidy.not-found. */
export function reject(call: Call, { sysid }: { readonly sysid: string }): Promise<MealSubsidy> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const { studentId } = await lockProposal(tx, sysid);
    await writeDecision(tx, sysid, userId, 'rejected');
    await audit(tx, call, { ...about(studentId), action: 'canteen.subsidy-rejected' });
    return readSubsidy(tx, studentId, userId);
  });
}

/** Locks an open proposal. Throws subsidy.not-found. */
async function lockProposal(tx: Tx, id: string): Promise<Waiting> {
  const found = await tx.row<Waiting>(
    `SELECT student_id AS "studentId", by_user AS by, kind, percent, pays FROM meal_subsidy_proposals
     WHERE school_id = $1 AND id = $2 AND decision IS NULL FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!found) throw proposalNotFound();
  return found;
}

async function writeDecision(tx: Tx, id: string, by: string, decision: 'approved' | 'rejected'): Promise<void> {
  await tx.row(
    `UPDATE meal_subsidy_proposals SET decision = $4, decided_by = $3, decided_at = clock_timestamp()
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, by, decision],
  );
  await settleNotice(tx, id);
}

/** Serialises proposals for a student; otherwise two could both be based on the same state. */
async function lockPlan(tx: Tx, studentId: string): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`meal-subsidy:${studentId}`]);
}

const about = (studentId: string) => ({ subjectKind: 'student', subjectId: studentId });

/** Formats a subsidy for the audit log. */
function told({ kind, percent, pays }: Subsidy) {
  return { mealSubsidy: kind, percent: percent ?? '', pays: pays === null ? '' : toKes(pays) };
}
