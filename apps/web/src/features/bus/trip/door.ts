import { deskLock } from '../../../lib/desk-lock.ts';
import { isWorkplace } from '../../../lib/workplace.ts';
import { leaveRide } from '../orphaned/pending-rides.ts';
import { readElsewhere, tellElsewhere } from './elsewhere.ts';
import type { KeptBus } from './kept-bus.ts';
import { isToBeAnswered } from './scan.ts';

/** Bus at whose door this page stands. */
let atDoor: KeptBus | null = null;

/**
 * Moves the page to the door of a bus. The former bus keeps nothing of its last child except an open question, which is listed under the
 * former bus meanwhile and asked again on return.
 */
export function goToDoor(bus: KeptBus): void {
  if (atDoor !== bus && atDoor) leaveDoor(atDoor);
  const { press } = bus.last.get() ?? {};
  if (press) readElsewhere([press.key]);
  atDoor = bus;
}

function leaveDoor({ plate, last }: KeptBus): void {
  const scan = last.get();
  if (!isToBeAnswered(scan) || !scan.press) return last.set(null);
  tellElsewhere({ ...scan.press, plate, scan });
  // No user at work now can answer the question, so the press is left to its own account.
  if (!isWorkplace(scan.press)) leaveRide(scan.press.key);
}

/** Leaves an open question when the desk closes: the device lists the child as an orphaned ride from now on. */
export function leaveQuestion({ last }: KeptBus): void {
  const scan = last.get();
  if (!isToBeAnswered(scan) || !scan.press) return;
  leaveRide(scan.press.key);
  last.set(null);
}

/** Returns false while the desk is locked too, since another user may unlock it. */
export function isAtDoor(bus: KeptBus): boolean {
  return atDoor === bus && deskLock.get() === null;
}
