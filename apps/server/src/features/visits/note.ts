import type { Endpoint } from '@mfuko/contract/endpoint';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { addVisit, countCall, findOpen } from './store.ts';

type Noted = Pick<Endpoint, 'path' | 'kind' | 'unvisited'>;

/** Throws visit.reason-needed where an Admin must give a reason before calling in the named school, and has not. */
export async function requireReason(
  { db, config }: AppContext,
  actor: Actor,
  schoolId: string,
  call: Noted,
): Promise<void> {
  if (!config.visitReasons || !isVisit(actor, schoolId, call)) return;
  const open = await db.readSchool(schoolId, (tx) => findOpen(tx, actor.userId, true));
  if (open === undefined) throw new Refusal('visit.reason-needed', 'First say why you are entering this school.');
}

/** Records a call of an Admin in the named school, after the call is answered and before the answer is sent. */
export async function noteVisit({ db }: AppContext, actor: Actor, schoolId: string, call: Noted): Promise<void> {
  if (isVisit(actor, schoolId, call)) await db.inSchool(schoolId, (tx) => noteChange(tx, actor, call));
}

/**
 * Records an Admin's change of a school that the input names, in the transaction of the change. Such changes belong to the platform's
 * administration, which needs no reason.
 */
export async function noteChange(tx: Tx, actor: Actor, call: Noted): Promise<void> {
  if (!isVisit(actor, tx.schoolId, call)) return;
  const visit = (await findOpen(tx, actor.userId, false)) ?? (await openUnasked(tx, actor));
  // A school that does not exist has no visits.
  if (visit !== undefined) await countCall(tx, visit, call.path, call.kind === 'record');
}

function isVisit(actor: Actor, schoolId: string, { unvisited }: Noted): boolean {
  return actor.role === 'Admin' && schoolId !== PLATFORM_SCHOOL && unvisited !== true;
}

/** Opens a visit without a reason, under a lock, so that two simultaneous calls open one visit. */
async function openUnasked(tx: Tx, actor: Actor): Promise<string | undefined> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('visit:' || $1 || $2, 0))`, [tx.schoolId, actor.userId]);
  return (await findOpen(tx, actor.userId, false)) ?? (await addVisit(tx, actor, null))?.id;
}
