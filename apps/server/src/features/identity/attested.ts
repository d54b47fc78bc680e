import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudent, lockActiveStudent } from '../students/index.ts';
import type { Named } from './prove.ts';
import type { Proven } from './record.ts';

/** Student of whom something is recorded, by proof or on the word of the signed-in user. */
export interface Identified extends Omit<Proven, 'method'> {
  readonly method: Proven['method'] | 'attested';
}

/**
 * Runs `work` in the recording transaction of the call, on the word of the signed-in user, with the student's row locked. Throws what
 * reading the number throws, student.not-found and what `work` throws.
 */
export function recordAttested<T>(
  call: Call,
  named: Named,
  work: (tx: Tx, identified: Identified) => Promise<T>,
): Promise<T> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, typeof named === 'string' ? named : await named(tx));
    await lockActiveStudent(tx, student.id);
    return work(tx, { student, method: 'attested', scannerSerial: null, finger: null });
  });
}
