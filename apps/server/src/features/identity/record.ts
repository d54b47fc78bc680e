import type { Finger } from '@mfuko/contract/fingerprints';
import type { Tx } from '../../platform/database/database.ts';
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

/** Outcome of a work. `repeated`: an earlier press has done it, so nothing was recorded and no picture is spent. */
export interface Recorded<T> {
  readonly answer: T;
  readonly repeated: boolean;
}

/**
 * Proves the claim and runs `work` in the recording transaction of the call, with the student held; the picture is spent and the try judged
 * there too, where the work has recorded something. Throws what `prove` throws, student.not-found where the student has
 * left meanwhile, what `work` throws and, last, fingerprint.replayed, which undoes the work.
 */
export async function recordProven<T>(
  call: Call,
  engine: Engine,
  { admissionNumber, presented }: Claim,
  work: (tx: Tx, proven: Proven) => Promise<Recorded<T>>,
): Promise<T> {
  const { student, method, finger } = await prove(call, engine, admissionNumber, presented);
  const scannerSerial = presented.method === 'fingerprint' ? (presented.picture.SerialNumber ?? null) : null;
  try {
    return await call.record(async (tx) => {
      await holdActive(tx, student.id);
      const { answer, repeated } = await work(tx, { student, method, scannerSerial, finger: finger?.finger ?? null });
      if (finger !== null && !repeated) await spendPicture(tx, finger);
      if (finger !== null) await (repeated ? judgeUnspent : judgeSpent)(tx, finger);
      return answer;
    });
  } catch (error) {
    // Nothing was recorded, the judgement neither: whatever the reason was, it is not that of a wrong finger.
    if (finger !== null) await call.autonomous((tx) => judgeUnspent(tx, finger));
    throw error;
  }
}
