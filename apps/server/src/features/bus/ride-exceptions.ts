import type { Tx } from '../../platform/database/database.ts';
import { addException } from '../gate/index.ts';
import { type Bus, keepsList, type NewBusEvent } from './store.ts';
import type { HeldTrip } from './trip-of-ride.ts';

/** Adds an exception where a child boards an unlisted bus in a school that lists its buses: a typing error, or another bus. */
export async function notifyOfUnlisted(
  tx: Tx,
  { kind, studentId, recordedBy }: Pick<NewBusEvent, 'kind' | 'studentId' | 'recordedBy'>,
  bus: Bus,
  eventId: string,
): Promise<void> {
  if (kind !== 'on' || bus.listed || !(await keepsList(tx))) return;
  const detail = { busNumberPlate: bus.plate };
  await addException(tx, { kind: 'bus-unlisted', studentId, eventId, recordedBy, detail });
}

/**
 * Adds an exception where a bus set out with an expired paper and without a permit: its rides are recorded, and the office is notified
 * at once.
 */
export async function notifyOfPapers(
  tx: Tx,
  { studentId, recordedBy, overrideReason }: Pick<NewBusEvent, 'studentId' | 'recordedBy' | 'overrideReason'>,
  bus: Bus,
  eventId: string,
  { unpermitted }: HeldTrip,
): Promise<void> {
  if (unpermitted.length === 0) return;
  const detail = { busNumberPlate: bus.plate, papers: unpermitted, reason: overrideReason };
  await addException(tx, { kind: 'bus-papers-over', studentId, eventId, recordedBy, detail });
}
