import type { Finger } from '@mfuko/contract/fingerprints';
import { ahead, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { type Engine, judgeSpent, judgeUnspent, spendPicture } from '../fingerprints/index.ts';
import { holdActive, type Student } from '../students/index.ts';
import type { Presented } from './present.ts';
import { type Named, prove } from './prove.ts';

/** Claim of a call to be about a student, and the proof of it. */
interface Claim {
  readonly admissionNumber: Named;
  readonly presented: Presented;
}

/** Student who was proven, and how. */
export interface Proven {
  readonly student: Student;
  readonly method: Presented['method'];
  readonly scannerSerial: string | null;
  /** Which finger; null for a PIN. */
  readonly finger: Finger | null;
}

/**
 * Outcome of a work. `repeated`: an earlier press has done it, so nothing was recorded and no picture is spent. An answer that is still under way is one
 * of a work that is known to be no repeat: what is left of it goes out together with the spending of the picture.
 */
export interface Recorded<T> {
  readonly answer: T | Promise<T>;
  readonly repeated: boolean;
}

/**
 * Proves the claim and runs `work` in the recording transaction of the call, with the student held; the picture is spent and the try judged
 * there too, where the work has recorded something. Throws what `prove` throws, student.not-found where the student has
 * left meanwhile, what `work` throws and, last, fingerprint.replayed, which undoes the work. `begin` begins the first step of the work, a lock or a look,
 * whose statements go out together with the hold; `work` has what it gives.
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
        // In this order they are told where several fail.
        const answered = await answer;
        await spent;
        await judged;
        return answered;
      },
      (tx) => {
        held = ahead(holdActive(tx, student.id));
        begun = begin && ahead(begin(tx, student.id));
      },
    );
  } catch (error) {
    // Nothing was recorded, the judgement neither: whatever the reason was, it is not that of a wrong finger.
    if (finger !== null) await call.autonomous((tx) => judgeUnspent(tx, finger));
    throw error;
  }
}
