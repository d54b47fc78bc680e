import type { Finger } from '@mfuko/contract/fingerprints';
import type { Problem } from '@mfuko/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Engine, spendPicture } from '../fingerprints/index.ts';
import { getStudent, holdActive, type Student } from '../students/index.ts';
import type { Presented } from './present.ts';
import { type Proof, proveJudged } from './prove.ts';
import type { Recorded } from './record.ts';

/** Worth of a proof where it is recorded; `problem`: why it does not hold, null where there was none to look at. */
export interface Verdict {
  readonly verified: boolean;
  readonly problem: Problem | null;
}

export interface Backfilled {
  readonly student: Student;
  /** Undefined where nothing was proven. */
  readonly method: Presented['method'] | undefined;
  /** Which finger; null for a PIN, and where nothing was proven. */
  readonly finger: Finger | null;
  /** Judges the proof for good and spends its picture. Called by every work that records. */
  verify(): Promise<Verdict>;
}

/**
 * Records what happened while there was no network: a proof that does not hold is no refusal any more, for the student has
 * passed. The same devices are checked, the same tries charged and the same locks held as by `recordProven`. Throws
 * student.not-found, server.busy and what `work` throws.
 */
export async function backfillProven<T>(
  call: Call,
  engine: Engine,
  { admissionNumber, presented }: { readonly admissionNumber: string; readonly presented: Presented | null },
  work: (tx: Tx, backfilled: Backfilled) => Promise<Recorded<T>>,
): Promise<T> {
  const { student, proof, problem } = await tryToProve(call, engine, admissionNumber, presented);
  return call.autonomous(async (tx) => {
    await holdActive(tx, student.id);
    let verdict: Verdict | undefined;
    const verify = async () => {
      verdict ??= await judge(tx, proof, problem);
      return verdict;
    };
    const { answer, repeated } = await work(tx, {
      ...{ student, method: proof?.method, finger: proof?.finger?.finger ?? null },
      verify,
    });
    if (!repeated && verdict === undefined) throw new TypeError('A work that records says whether its proof holds.');
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
    // One call may tell of many presses: none of them is a repeat of another.
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

/** Judges a proof where it is recorded: a picture that was spent before proves nobody's presence. */
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
