import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { notifyStaff } from '../notices/index.ts';

/** Shortest time between two notices about one device, in seconds: it goes on counting until it is enrolled again. */
const TOLD_EVERY = 12 * 3_600;

/**
 * Tells whether an enrolled device has reported another event under this number before, and notifies the office of it. A device counts its
 * events, so that two under one number come from two devices with one key: one of them is a copy. Neither event shows which.
 */
export async function noteReusedNumber(tx: Tx, { signature }: Call, counter: number): Promise<boolean> {
  if (signature === null) return false;
  const { deviceId } = signature;
  const device = await tx.row<{ label: string }>(
    `SELECT d.label FROM devices d WHERE d.school_id = $1 AND d.id = $2 AND EXISTS (
       SELECT 1 FROM offline_events o WHERE o.school_id = $1 AND o.device_id = $2 AND o.counter = $3)`,
    [tx.schoolId, deviceId, counter],
  );
  if (!device) return false;
  await notifyStaff(tx, {
    kind: 'device.copied',
    subject: { kind: 'device', id: deviceId },
    params: { label: device.label },
    quietSeconds: TOLD_EVERY,
  });
  return true;
}
