import type { Endpoint } from '@mfuko/contract/endpoint';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { addVisit, countCall, findOpen } from './store.ts';

type Noted = Pick<Endpoint, 'path' | 'kind' | 'unvisited'>;

/** Throws visit.reason-needed where an Admin has not said why they come into the school that they named, and has to. */
export async function requireReason(
  { db, config }: AppContext,
  actor: Actor,
  schoolId: string,
  call: Noted,
): Promise<void> {
  if (!config.visitReasons || !isVisit(actor, schoolId, call)) return;
  const open = await db.readSchool(schoolId, (tx) => findOpen(tx, actor.userId, true));
  if (open === undefined) throw new Refusal('visit.reason-needed', 'Say first why you come into this school.');
}

/** Notes a call of an Admin in the school that they named, once it has its answer and before that is sent. */
export async function noteVisit({ db }: AppContext, actor: Actor, schoolId: string, call: Noted): Promise<void> {
  if (isVisit(actor, schoolId, call)) await db.inSchool(schoolId, (tx) => noteChange(tx, actor, call));
}

/**
 * Notes what an Admin changes in a school that the input names, in the transaction that changes it: the running of the platform,
 * which asks for no reason.
 */
export async function noteChange(tx: Tx, actor: Actor, call: Noted): Promise<void> {
  if (!isVisit(actor, tx.schoolId, call)) return;
  const visit = (await findOpen(tx, actor.userId, false)) ?? (await openUnasked(tx, actor));
  // A school that is not there has no visits.
  if (visit !== undefined) await countCall(tx, visit, call.path, call.kind === 'record');
}

function isVisit(actor: Actor, schoolId: string, { unvisited }: Noted): boolean {
  return actor.role === 'Admin' && schoolId !== PLATFORM_SCHOOL && unvisited !== true;
}

/** Two calls at once open one visit. */
async function openUnasked(tx: Tx, actor: Actor): Promise<string | undefined> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('visit:' || $1 || $2, 0))`, [tx.schoolId, actor.userId]);
  return (await findOpen(tx, actor.userId, false)) ?? (await addVisit(tx, actor, null))?.id;
}
