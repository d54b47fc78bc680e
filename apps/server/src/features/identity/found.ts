import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, findFinger, type Picture, spendPicture } from '../fingerprints/index.ts';
import { getStudentById, lockActiveStudent } from '../students/index.ts';
import type { Proven, Recorded } from './record.ts';

/**
 * Identifies a student by finger among the whole school and runs `work` in the recording transaction of the call, as `recordProven`
 * does for an admission number. For check-ins and roll calls only, because a search of a school is less certain than one comparison.
 * Throws device.revoked, device.unsigned-capture, device.wrong-role, what `findFinger` throws, student.not-found, what `work` throws
 * and, last, fingerprint.replayed.
 */
export async function recordFound<T>(
  call: Call,
  engine: Engine,
  picture: Picture,
  work: (tx: Tx, found: Proven) => Promise<Recorded<T>>,
): Promise<T> {
  await call.autonomous((tx) => checkDevice(tx, engine.context, call.requestId, picture, 'check-in'));
  const found = await findFinger(call, engine, picture);
  return call.record(async (tx) => {
    await lockActiveStudent(tx, found.studentId);
    const student = await getStudentById(tx, found.studentId);
    const scannerSerial = picture.SerialNumber ?? null;
    const { answer, repeated } = await work(tx, { student, method: 'fingerprint', scannerSerial, finger: null });
    if (!repeated) await spendPicture(tx, { student, picture: found.picture });
    return answer;
  });
}
