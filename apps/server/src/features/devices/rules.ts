import type { EnrolledRole } from '@mfuko/contract/devices';

export type DeviceUse = 'check-in' | 'check-out' | 'canteen';

const USES: Record<EnrolledRole, readonly DeviceUse[]> = {
  CHECKIN: ['check-in'],
  CHECKOUT: ['check-out'],
  CHECKINOUT: ['check-in', 'check-out'],
  CANTEEN: ['canteen'],
  BUS: [],
  CASHIER: [],
};

/** Hour of a school day by which a device in use has sent a heartbeat: the gate's in the morning, the canteen's after lunch. */
const HEARD_BY: Record<EnrolledRole, number> = {
  CHECKIN: 11,
  CHECKOUT: 18,
  CHECKINOUT: 11,
  CANTEEN: 15,
  BUS: 18,
  CASHIER: 18,
};

export interface SchoolClock {
  /** `yyyy-mm-dd` and the hour, in the school's time zone. */
  readonly day: string;
  readonly hour: number;
}

/** Tells whether a device is silent: today is a weekday, the hour for its role is past, and it has sent no heartbeat today. */
export function isSilent(role: EnrolledRole, seenDay: string, now: SchoolClock): boolean {
  const weekday = new Date(`${now.day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && seenDay < now.day && now.hour >= HEARD_BY[role];
}

/** Tells whether a device's role permits a use. */
export function fits(role: EnrolledRole, use: DeviceUse): boolean {
  return USES[role].includes(use);
}

/** Known marks of a device, as digests. */
export interface KnownMarks {
  /** The newest mark; null before the first one, and after a fork. */
  readonly mark: Buffer | null;
  readonly before: Buffer | null;
  /** True for ten minutes after the newest mark came: a signature is accepted for five, so calls with the mark before may be under way. */
  readonly isRecent: boolean;
  /** True if the device has sent marks for so long that no page of an older version can be open. */
  readonly isDue: boolean;
  /** False where the mark was noted before the database was restored or replaced by its standby. */
  readonly isOfThisDatabase: boolean;
}

/**
 * Compares the marks that a device sends, newest first, with the known ones. `next`: the device has replaced its mark, or sends its first
 * one. `fork`: another browser with the device's key has replaced the mark.
 */
export function readContinuity(known: KnownMarks, marks: readonly Buffer[]): 'same' | 'next' | 'fork' {
  const { mark, before } = known;
  const [newest, ...older] = marks;
  if (!newest) return known.isDue ? 'fork' : 'same';
  if (!mark || older.some((one) => one.equals(mark))) return 'next';
  if (newest.equals(mark) || (known.isRecent && before?.equals(newest))) return 'same';
  return known.isOfThisDatabase ? 'fork' : 'next';
}
