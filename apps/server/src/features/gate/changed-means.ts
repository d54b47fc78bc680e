import type { Finger } from '@mfuko/contract/fingerprints';
import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';
import { findChange } from '../students/index.ts';
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
 * it may be somebody else's. The child goes all the same, for neither stops, and the office hears of it at once: by name, or
 * where the PINs of many were made at once, of all of them by one bell. The list names each.
 */
export async function askAboutChangedMeans(tx: Tx, out: LetOut): Promise<void> {
  const means = out.finger === null ? 'pin' : (`finger:${out.finger}` as const);
  const change = await findChange(tx, out.studentId, means, out.at);
  if (!change) return;
  const { together } = change;
  const { studentId, eventId, recordedBy, method, busNumberPlate } = out;
  const what = { studentId, eventId, recordedBy, notifiedTogether: together !== null };
  await (busNumberPlate === undefined
    ? addException(tx, { kind: 'out-changed', ...what, detail: { event: 'out', method } })
    : addException(tx, { kind: 'bus-off-changed', ...what, detail: { event: 'off', method, busNumberPlate } }));
  if (!together) return;
  const { id, count, by, clockTime } = together;
  // Once a day, however many gates let children out at the same time.
  const key = `many-changed:${id}:${out.at.toISOString().slice(0, 10)}`;
  const subject = { kind: 'exception', id: `open-${id}` } as const;
  await notifyStaff(tx, { kind: 'exception.many-changed', subject, params: { count, by, at: clockTime } }, key);
}
