import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type RightCode, requireGuardianCode, useGuardianCode } from '../guardian-codes/index.ts';
import { getStudent } from '../students/index.ts';
import { collectorNotFound, releaseRefused, wrongCollectorCode } from './errors.ts';
import { type Choice, isBarred, judgeRelease, type ReleaseRefusal, sameName } from './rules.ts';
import { insertRelease, type Listed, listOfStudent, lockListShared, readRule } from './store.ts';

/** Release as requested: with whom the guard lets a child leave. */
export interface AskedRelease {
  readonly collectorSYSID: string | null;
  /** Code from the guardian's SMS. */
  readonly collectorCode: string | null;
  readonly leavesAlone: boolean;
  /** True if the person is still to be chosen: refuses with collector.required, so that the device asks for the list. */
  readonly collected: boolean;
}

/** Release with its code verified. */
export interface OpenRelease extends AskedRelease {
  readonly code: RightCode | null;
}

/** Verifies the guardian's code outside the recording transaction, so that a wrong code counts as a try. Throws collector.code. */
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
 * Releases a proven child, in the transaction of the passage, and records with whom. Throws the refusals of `judgeRelease`,
 * collector.not-found and collector.code, which roll the passage back.
 */
export async function releaseStudent(tx: Tx, passed: Passed, asked: OpenRelease): Promise<void> {
  const { collectorSYSID, code, leavesAlone, collected } = asked;
  // Locked, so that a block or removal applies to every release after the office has its answer.
  const [, rule, list] = await Promise.all([
    lockListShared(tx, passed.studentId),
    readRule(tx, passed.studentId),
    collectorSYSID === null && code === null ? [] : listOfStudent(tx, passed.studentId),
  ]);
  const collector = collectorSYSID === null ? null : onList(list, collectorSYSID);
  const choice = choiceOf(list, collector, code !== null, leavesAlone);
  const refusal = choice.way === 'none' && collected ? 'collector.required' : judgeRelease(rule, choice);
  if (refusal !== null) throw releaseRefused(refusal);
  // The guardian agreed to the person named in the SMS only.
  if (collector && code && !sameName(collector.name, code.name ?? '')) throw wrongCollectorCode();
  if (code !== null) await useCode(tx, list, code);
  const { name = null, relation = null } = collector ?? { name: code?.name };
  const way = collector ? 'collector' : code ? 'code' : 'alone';
  // The rules asked for nothing and the guard stated nothing: the passage alone is recorded.
  if (way === 'alone' && !leavesAlone) return;
  await insertRelease(tx, { ...passed, way, collectorId: collector?.sysid ?? null, name, relation });
}

/** Uses up a code. The person, or the guardian with the code, may have been blocked after the code was sent. */
async function useCode(tx: Tx, list: readonly Listed[], code: RightCode): Promise<void> {
  if (isBarred(list, { name: code.name, mobileNumber: null })) throw releaseRefused('collector.blocked');
  if (isBarred(list, { name: null, mobileNumber: code.mobileNumber })) throw wrongCollectorCode();
  if (!(await useGuardianCode(tx, code))) throw wrongCollectorCode();
}

/** Release that a device recorded offline, by the list that it had. */
export interface LateRelease {
  readonly collectorSYSID: string | null;
  readonly leavesAlone: boolean;
}

/**
 * Records an offline release, which nothing refuses any more. Returns the refusal that the rules would have given, concurrent blocks
 * included; null if there is none.
 */
export async function backfillRelease(
  tx: Tx,
  passed: Passed,
  { collectorSYSID, leavesAlone }: LateRelease,
): Promise<ReleaseRefusal | 'collector.not-found' | null> {
  const [, rule] = await Promise.all([lockListShared(tx, passed.studentId), readRule(tx, passed.studentId)]);
  if (collectorSYSID === null) {
    if (leavesAlone)
      await insertRelease(tx, { ...passed, way: 'alone', collectorId: null, name: null, relation: null });
    // A child who may leave alone counts as having left alone if no collector is named.
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
        // Another entry of the same person may block: the user who added the block need not know of this entry.
        blocked: collector.blockedReason !== null || isBarred(list, collector),
        expired: collector.expired,
        held: collector.heldUntil !== null,
      },
      withCode,
    };
  if (withCode) return { way: 'code' };
  return { way: alone ? 'alone' : 'none' };
}

/** Returns a collector who may collect now, by the list alone. Throws collector.not-found, collector.blocked and collector.expired. */
export async function collectorOf(tx: ReadTx, studentId: string, id: string): Promise<Listed> {
  const list = await listOfStudent(tx, studentId);
  const collector = onList(list, id);
  const refusal = refusalOf(list, collector);
  if (refusal !== null) throw releaseRefused(refusal);
  return collector;
}

/** Tells whether a collector chosen earlier may still collect: neither removed nor blocked by any entry. */
export async function mayStillCollect(tx: ReadTx, studentId: string, id: string): Promise<boolean> {
  const list = await listOfStudent(tx, studentId);
  const found = list.find(({ sysid }) => sysid === id);
  return found !== undefined && refusalOf(list, found) === null;
}

/** Ignores the hold of a new collector: it ends before the day of leaving, or the gate checks it then. */
function refusalOf(list: readonly Listed[], collector: Listed): ReleaseRefusal | null {
  return judgeRelease({ required: true, leavesAlone: false }, choiceOf(list, collector, true, false));
}

function onList(list: readonly Listed[], id: string): Listed {
  const found = list.find(({ sysid }) => sysid === id);
  if (!found) throw collectorNotFound();
  return found;
}
