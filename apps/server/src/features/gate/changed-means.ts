import type { Finger } from '@mfuko/contract/fingerprints';
import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';
import { findChange } from '../students/index.ts';
import { addException } from './exceptions.ts';
import type { GateMethod } from './store.ts';

/** A check-out at the gate, or an alighting from the bus of `busNumberPlate`. `finger` is null where the student was proven by PIN. */
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
 * Adds an exception where a child goes out, or gets off a bus, by a finger or PIN that was added or changed within the school's
 * `holdAfterChangeHours`, because the finger or PIN may be somebody else's. Neither gate nor bus stops the child. Staff are notified at
 * once: of this child by name or, where the PINs of many students were set in one operation, by one notice for all. The list of
 * exceptions holds each child.
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
  // The key allows one notice per day, even when several gates let children out at the same time.
  const key = `many-changed:${id}:${out.at.toISOString().slice(0, 10)}`;
  const subject = { kind: 'exception', id: `open-${id}` } as const;
  await notifyStaff(tx, { kind: 'exception.many-changed', subject, params: { count, by, at: clockTime } }, key);
}
