import type { Finger } from '@mfuko/contract/fingerprints';
import { ahead, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { type Engine, judgeSpent, judgeUnspent, spendPicture } from '../fingerprints/index.ts';
import { lockActiveStudent, type Student } from '../students/index.ts';
import type { Presented } from './present.ts';
import { type Named, prove } from './prove.ts';

/** Claim that a call concerns a student, with its proof. */
interface Claim {
  readonly admissionNumber: Named;
  readonly presented: Presented;
}

/** Student who was proven, with the method. */
export interface Proven {
  readonly student: Student;
  readonly method: Presented['method'];
  readonly scannerSerial: string | null;
  /** Finger that matched; null for a PIN. */
  readonly finger: Finger | null;
}

/**
 * Result of `work`. `repeated` means that an earlier press had recorded the same, so that nothing was recorded and the picture is not
 * marked as used. `answer` may be a promise only if the work is known to be no repeat; its remaining statements are sent together with
 * those for the picture.
 */
export interface Recorded<T> {
  readonly answer: T | Promise<T>;
  readonly repeated: boolean;
}

/**
 * Proves the claim and runs `work` in the recording transaction of the call, with the student's row locked. The same transaction marks
 * the picture as used and judges the try, if `work` has recorded something. Throws what `prove` throws, student.not-found if the
 * student has left in the meantime, what `work` throws and, last, fingerprint.replayed, which rolls the work back. `begin` starts the
 * first step of the work, a lock or a read, whose statements are sent together with that lock; `work` receives its result.
 */
export async function recordProven<T, Begun = undefined>(
  call: Call,
  engine: Engine,
  { admissionNumber, presented }: Claim,
  work: (tx: Tx, proven: Proven, begun: Begun) => Promise<Recorded<T>>,
  begin?: (tx: Tx, studentId: string) => Promise<Begun>,
): Promise<T> {
  const { student, method, finger } = await prove(call, engine, admissionNumber, presented);
  const scannerSerial = presented.method === 'fingerprint' ? (presented.picture.SerialNumber ?? null) : null;
  try {
    let held: Promise<void> | undefined;
    let begun: Promise<Begun> | undefined;
    return await call.record(
      async (tx) => {
        await held;
        const proven = { student, method, scannerSerial, finger: finger?.finger ?? null };
        const { answer, repeated } = await work(tx, proven, (await begun) as Begun);
        if (finger === null) return answer;
        const spent = repeated ? null : ahead(spendPicture(tx, finger));
        const judged = ahead((repeated ? judgeUnspent : judgeSpent)(tx, finger));
        // The order of the awaits decides which error is thrown if several fail.
        const answered = await answer;
        await spent;
        await judged;
        return answered;
      },
      (tx) => {
        held = ahead(lockActiveStudent(tx, student.id));
        begun = begin && ahead(begin(tx, student.id));
      },
    );
  } catch (error) {
    // The transaction was rolled back, and the judgement with it. The finger did match, so that the try must not count as a failure.
    if (finger !== null) await call.autonomous((tx) => judgeUnspent(tx, finger));
    throw error;
  }
}
