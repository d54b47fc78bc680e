import type { Finger } from '@mfuko/contract/fingerprints';
import type { Tx } from '../../platform/database/database.ts';
import { findHold } from '../students/index.ts';
import { addException } from './exceptions.ts';
import type { GateMethod } from './store.ts';

/** Way out that was recorded by a finger, or by a PIN where `finger` is null. */
interface LetOut {
  readonly eventId: string;
  readonly studentId: string;
  readonly recordedBy: string;
  readonly method: GateMethod;
  readonly finger: Finger | null;
}

/**
 * Asks about a child who goes out by a finger or PIN that was added or changed a short while ago, by the school's `holdAfterChangeHours`:
 * it may be somebody else's. The child goes all the same, for the gate does not stop, and the office hears of it at once.
 */
export async function askAboutChangedMeans(tx: Tx, out: LetOut): Promise<void> {
  const hold = await findHold(tx, out.studentId, out.finger === null ? 'pin' : `finger:${out.finger}`);
  if (hold === null) return;
  const { studentId, eventId, recordedBy, method } = out;
  await addException(tx, { kind: 'out-changed', studentId, eventId, recordedBy, detail: { event: 'out', method } });
}
