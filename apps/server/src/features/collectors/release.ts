import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type RightCode, requireGuardianCode, useGuardianCode } from '../guardian-codes/index.ts';
import { getStudent } from '../students/index.ts';
import { collectorNotFound, releaseRefused, wrongCollectorCode } from './errors.ts';
import { type Choice, isBarred, judgeRelease, type ReleaseRefusal, sameName } from './rules.ts';
import { holdList, insertRelease, type Listed, listOfStudent, readRule } from './store.ts';

/** Asked: with whom the guard lets a child go, as the call says it. */
export interface AskedRelease {
  readonly collectorSYSID: string | null;
  /** From the guardian's SMS. */
  readonly collectorCode: string | null;
  readonly leavesAlone: boolean;
  /** The child is collected, by whom is still to be chosen: asks for the list. */
  readonly collected: boolean;
}

/** The same, its code held against the one that was sent. */
export interface OpenRelease extends AskedRelease {
  readonly code: RightCode | null;
}

/** Looks at the guardian's code before the child is proven: outside the recording transaction, so that a wrong one counts. Throws collector.code. */
export async function openRelease(
  call: Call,
  context: AppContext,
  admissionNumber: string,
  asked: AskedRelease,
): Promise<OpenRelease> {
  const { collectorCode: typed } = asked;
  if (typed === null) return { ...asked, code: null };
  const { id: studentId } = await call.autonomous((tx) => getStudent(tx, admissionNumber));
  const wanted = { purpose: 'collector', studentId, typed, wrong: wrongCollectorCode } as const;
  return { ...asked, code: await requireGuardianCode(call, context, wanted) };
}

interface Passed {
  readonly eventId: string;
  readonly studentId: string;
  readonly releasedBy: string;
  readonly at: Date;
}

/**
 * Lets a proven child go with somebody, in the transaction of the passage, and puts down with whom. Throws what the rule refuses
 * (`judgeRelease`), collector.not-found and collector.code, which undo the passage.
 */
export async function releaseStudent(tx: Tx, passed: Passed, asked: OpenRelease): Promise<void> {
  const { collectorSYSID, code, leavesAlone, collected } = asked;
  // Bars and removals hold from the answer on that the office has.
  const [, rule, list] = await Promise.all([
    holdList(tx, passed.studentId),
    readRule(tx, passed.studentId),
    collectorSYSID === null && code === null ? [] : listOfStudent(tx, passed.studentId),
  ]);
  const collector = collectorSYSID === null ? null : onList(list, collectorSYSID);
  const choice = choiceOf(list, collector, code !== null, leavesAlone);
  const refusal = choice.way === 'none' && collected ? 'collector.required' : judgeRelease(rule, choice);
  if (refusal !== null) throw releaseRefused(refusal);
  // The guardian agreed to the person who was named in the SMS, and to nobody else.
  if (collector && code && !sameName(collector.name, code.name ?? '')) throw wrongCollectorCode();
  if (code !== null) await useCode(tx, list, code);
  const { name = null, relation = null } = collector ?? { name: code?.name };
  const way = collector ? 'collector' : code ? 'code' : 'alone';
  // Nothing was asked and nothing said: the passage is all there is to know.
  if (way === 'alone' && !leavesAlone) return;
  await insertRelease(tx, { ...passed, way, collectorId: collector?.sysid ?? null, name, relation });
}

/** Uses a code up. It was sent before it was known, perhaps, that the person or the guardian who gave it must not collect the child. */
async function useCode(tx: Tx, list: readonly Listed[], code: RightCode): Promise<void> {
  if (isBarred(list, { name: code.name, mobileNumber: null })) throw releaseRefused('collector.blocked');
  if (isBarred(list, { name: null, mobileNumber: code.mobileNumber })) throw wrongCollectorCode();
  if (!(await useGuardianCode(tx, code))) throw wrongCollectorCode();
}

/** Told of later: with whom a device has let a child go by the list that it had seen. */
export interface LateRelease {
  readonly collectorSYSID: string | null;
  readonly leavesAlone: boolean;
}

/**
 * Puts down with whom a child went without a network: it has happened, so nothing is refused any more. Answers what the rule would have
 * refused, by a bar too that is being written at that moment; null where it would not.
 */
export async function backfillRelease(
  tx: Tx,
  passed: Passed,
  { collectorSYSID, leavesAlone }: LateRelease,
): Promise<ReleaseRefusal | 'collector.not-found' | null> {
  const [, rule] = await Promise.all([holdList(tx, passed.studentId), readRule(tx, passed.studentId)]);
  if (collectorSYSID === null) {
    if (leavesAlone)
      await insertRelease(tx, { ...passed, way: 'alone', collectorId: null, name: null, relation: null });
    // A child who may go alone went so, where nobody was named.
    return judgeRelease(rule, { way: leavesAlone || rule.leavesAlone ? 'alone' : 'none' });
  }
  const list = await listOfStudent(tx, passed.studentId);
  const found = list.find(({ sysid }) => sysid === collectorSYSID);
  if (!found) return 'collector.not-found';
  const { name, relation } = found;
  await insertRelease(tx, { ...passed, way: 'word', collectorId: found.sysid, name, relation });
  return judgeRelease(rule, choiceOf(list, found, false, false));
}

function choiceOf(list: readonly Listed[], collector: Listed | null, withCode: boolean, alone: boolean): Choice {
  if (collector)
    return {
      way: 'collector',
      collector: {
        // By an entry of their own too: whoever bars them has not looked for another one.
        blocked: collector.blockedReason !== null || isBarred(list, collector),
        expired: collector.expired,
        held: collector.heldUntil !== null,
      },
      withCode,
    };
  if (withCode) return { way: 'code' };
  return { way: alone ? 'alone' : 'none' };
}

/** Collector of a student who may collect at this moment, by the list alone. Throws collector.not-found, collector.blocked and collector.expired. */
export async function collectorOf(tx: ReadTx, studentId: string, id: string): Promise<Listed> {
  const list = await listOfStudent(tx, studentId);
  const collector = onList(list, id);
  const refusal = refusalOf(list, collector);
  if (refusal !== null) throw releaseRefused(refusal);
  return collector;
}

/** Tells whether a collector who was chosen before may collect the student still: not taken off since, nor barred by any entry. */
export async function mayStillCollect(tx: ReadTx, studentId: string, id: string): Promise<boolean> {
  const list = await listOfStudent(tx, studentId);
  const found = list.find(({ sysid }) => sysid === id);
  return found !== undefined && refusalOf(list, found) === null;
}

/** One who is new has waited long enough by the day of leaving, or the gate asks then. */
function refusalOf(list: readonly Listed[], collector: Listed): ReleaseRefusal | null {
  return judgeRelease({ required: true, leavesAlone: false }, choiceOf(list, collector, true, false));
}

function onList(list: readonly Listed[], id: string): Listed {
  const found = list.find(({ sysid }) => sysid === id);
  if (!found) throw collectorNotFound();
  return found;
}
