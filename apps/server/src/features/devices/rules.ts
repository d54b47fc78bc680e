import type { DeviceRole } from '@mfuko/contract/devices';

export type DeviceUse = 'check-in' | 'check-out' | 'canteen';

const USES: Record<DeviceRole, readonly DeviceUse[]> = {
  CHECKIN: ['check-in'],
  CHECKOUT: ['check-out'],
  CHECKINOUT: ['check-in', 'check-out'],
  CANTEEN: ['canteen'],
};

/** Whether a device of that role may be used so. */
export function fits(role: DeviceRole, use: DeviceUse): boolean {
  return USES[role].includes(use);
}
