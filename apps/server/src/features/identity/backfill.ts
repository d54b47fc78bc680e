import type { Finger } from '@mfuko/contract/fingerprints';
import type { Problem } from '@mfuko/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Engine, spendPicture } from '../fingerprints/index.ts';
import { getStudent, lockActiveStudent, type Student } from '../students/index.ts';
import type { Presented } from './present.ts';
import { type Proof, proveJudged } from './prove.ts';
import type { Recorded } from './record.ts';

/** Result of verifying a proof. `problem` says why the proof is invalid; null if it is valid or there was none to verify. */
export interface Verdict {
  readonly verified: boolean;
  readonly problem: Problem | null;
}

export interface Backfilled {
  readonly student: Student;
  /** Undefined if nothing was proven. */
  readonly method: Presented['method'] | undefined;
  /** Finger that matched; null for a PIN, and if nothing was proven. */
  readonly finger: Finger | null;
  /** Verifies the proof and marks its picture as used. Every `work` that records must call this. */
  verify(): Promise<Verdict>;
}

/**
 * Records an event that happened offline. An invalid proof is no longer a reason to refuse, because the student has passed. The same
 * devices are checked, the same tries charged and the same locks taken as by `recordProven`. Throws student.not-found, server.busy and
 * what `work` throws.
 */
export async function backfillProven<T>(
  call: Call,
  engine: Engine,
  { admissionNumber, presented }: { readonly admissionNumber: string; readonly presented: Presented | null },
  work: (tx: Tx, backfilled: Backfilled) => Promise<Recorded<T>>,
): Promise<T> {
  const { student, proof, problem } = await tryToProve(call, engine, admissionNumber, presented);
  return call.autonomous(async (tx) => {
    await lockActiveStudent(tx, student.id);
    let verdict: Verdict | undefined;
    const verify = async () => {
      verdict ??= await judge(tx, proof, problem);
      return verdict;
    };
    const { answer, repeated } = await work(tx, {
      ...{ student, method: proof?.method, finger: proof?.finger?.finger ?? null },
      verify,
    });
    if (!repeated && verdict === undefined)
      throw new TypeError('The work of an offline event recorded it and returned no verdict on its proof.');
    return answer;
  });
}

interface Tried {
  readonly student: Student;
  readonly proof: Proof | null;
  readonly problem: Problem | null;
}

async function tryToProve(
  call: Call,
  engine: Engine,
  admissionNumber: string,
  presented: Presented | null,
): Promise<Tried> {
  const unproven = async (problem: Problem | null): Promise<Tried> => ({
    student: await call.read((tx) => getStudent(tx, admissionNumber)),
    proof: null,
    problem,
  });
  if (presented === null) return unproven(null);
  try {
    // A batch is one call with many presses, none of which repeats another, so that the call's attempt id must not apply.
    const proof = await proveJudged({ ...call, attempt: null }, engine, admissionNumber, presented);
    return { student: proof.student, proof, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem === 'student.not-found' || error.problem === 'server.busy') {
      throw error;
    }
    const { afterRollback, problem } = error;
    if (afterRollback) await call.autonomous(afterRollback);
    return unproven(problem);
  }
}

/** Verifies the proof in the recording transaction: a picture that was used before does not prove that the student was present. */
async function judge(tx: Tx, proof: Proof | null, problem: Problem | null): Promise<Verdict> {
  if (proof === null) return { verified: false, problem };
  try {
    if (proof.finger !== null) await spendPicture(tx, proof.finger);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { verified: false, problem: error.problem };
  }
  return { verified: true, problem: null };
}
