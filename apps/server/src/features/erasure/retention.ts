import { audit, type JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { forgetRidePlaces } from '../bus/index.ts';
import { forgetMealPlaces } from '../canteen/index.ts';
import { forgetPassagePlaces } from '../gate/index.ts';
import { forgetItemPlaces } from '../items/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { lockDataSubject } from '../students/index.ts';
import { readBlockers } from './blockers.ts';

/** Retention rule of a school. */
interface Rule {
  readonly schoolId: string;
  readonly leaverDays: number;
  /** User who set the rule: leavers are proposed for erasure in this user's name, and another user approves. */
  readonly setBy: string | null;
  readonly placeDays: number;
}

/** Most leavers that one night proposes in a school, because two persons have to review each. */
const MAX_LEAVERS = 200;
const FORGETTERS = [forgetPassagePlaces, forgetRidePlaces, forgetMealPlaces, forgetItemPlaces];

/**
 * Applies every school's rule: proposes the erasure of students who left long enough ago, and erases the places of old events. Approves
 * no erasure and moves no money. Audits and notifies staff of the result.
 */
export async function retain({ db, clock }: AppContext, origin: JobOrigin): Promise<void> {
  const rules = await db.readPlatform((tx) =>
    tx.rows<Rule>(
      `SELECT id AS "schoolId", erase_leavers_days AS "leaverDays", erase_leavers_by AS "setBy", forget_places_days AS "placeDays"
       FROM schools WHERE deleted_at IS NULL AND (erase_leavers_days > 0 OR forget_places_days > 0) ORDER BY created_at, id`,
    ),
  );
  const before = (days: number) => new Date(clock.now() - days * 86_400_000);
  for (const rule of rules) {
    const inSchool = <T>(work: (tx: Tx) => Promise<T>) => db.inSchool(rule.schoolId, work);
    const leavers = rule.leaverDays === 0 ? [] : await inSchool((tx) => listLeavers(tx, before(rule.leaverDays)));
    let [proposed, blocked, places] = [0, 0, 0];
    for (const id of leavers) {
      if (proposed === MAX_LEAVERS) break;
      const put = await inSchool((tx) => putUp(tx, origin, rule, id));
      if (put) proposed += 1;
      else blocked += 1;
    }
    // Each portion has its own transaction, so that passages at the gate need not wait.
    for (const forget of rule.placeDays === 0 ? [] : FORGETTERS) {
      let forgotten: number;
      do {
        forgotten = await inSchool((tx) => forget(tx, before(rule.placeDays)));
        places += forgotten;
      } while (forgotten > 0);
    }
    if (proposed + places === 0) continue;
    await inSchool(async (tx) => {
      const detail = { proposed, blocked, places };
      await audit(tx, origin, { action: 'school.retention', subjectKind: 'school', subjectId: tx.schoolId, detail });
      await notifyStaff(tx, { kind: 'erase.retention', subject: null, params: detail });
    });
  }
}

/** Lists students who left before a moment, without those whose erasure was rejected since: there is a reason to keep them. */
async function listLeavers(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT s.id FROM students s
     WHERE s.school_id = $1 AND s.status = 'left' AND s.left_at < $2 AND s.erased_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM erasures e WHERE e.school_id = s.school_id AND e.student_id = s.id
         AND (e.decision IS NULL OR e.decision = 'rejected' AND e.decided_at > s.left_at))
     ORDER BY s.left_at, s.id LIMIT 2000`,
    [tx.schoolId, before],
  );
  return rows.map(({ id }) => id);
}

/** Proposes a leaver for erasure; returns false if there is a blocker. */
async function putUp(tx: Tx, origin: JobOrigin, { setBy, leaverDays }: Rule, id: string): Promise<boolean> {
  await lockDataSubject(tx, id);
  if ((await readBlockers(tx, id)).length > 0) return false;
  const added = await tx.row(
    `INSERT INTO erasures (school_id, id, student_id, reason, by_user)
     SELECT $1, $2, $3, $4, $5 FROM students WHERE school_id = $1 AND id = $3 AND status = 'left'
     ON CONFLICT (school_id, student_id) WHERE decision IS NULL DO NOTHING RETURNING 1 AS one`,
    [tx.schoolId, newId(), id, `Left more than ${leaverDays} days ago: the school's retention rule`, setBy],
  );
  if (!added) return false;
  await audit(tx, origin, { action: 'student.erase-proposed', subjectKind: 'student', subjectId: id });
  return true;
}
