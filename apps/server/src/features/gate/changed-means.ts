import type { Finger } from '@mfuko/contract/fingerprints';
import type { Tx } from '../../platform/database/database.ts';
import { wasJustChanged } from '../students/index.ts';
import { addException } from './exceptions.ts';
import type { GateMethod } from './store.ts';

/** Way out at the gate, or off the bus that is named, that was recorded by a finger, or by a PIN where `finger` is null. */
interface LetOut {
  readonly eventId: string;
  readonly studentId: string;
  readonly recordedBy: string;
  readonly method: GateMethod;
  readonly finger: Finger | null;
  readonly at: Date;
  readonly busNumberPlate?: string;
}

/**
 * Asks about a child who goes out, or gets off a bus, by a finger or PIN that was added or changed a short while ago, by the school's `holdAfterChangeHours`:
 * it may be somebody else's. The child goes all the same, for neither stops, and the office hears of it at once.
 */
export async function askAboutChangedMeans(tx: Tx, out: LetOut): Promise<void> {
  const means = out.finger === null ? 'pin' : (`finger:${out.finger}` as const);
  if (!(await wasJustChanged(tx, out.studentId, means, out.at))) return;
  const { studentId, eventId, recordedBy, method, busNumberPlate } = out;
  const what = { studentId, eventId, recordedBy };
  await (busNumberPlate === undefined
    ? addException(tx, { kind: 'out-changed', ...what, detail: { event: 'out', method } })
    : addException(tx, { kind: 'bus-off-changed', ...what, detail: { event: 'off', method, busNumberPlate } }));
}
