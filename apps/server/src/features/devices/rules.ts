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
