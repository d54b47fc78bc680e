import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { revoked, wrongRole } from './errors.ts';
import { type DeviceUse, fits } from './rules.ts';
import { findBySerial, markSeen } from './store.ts';

/** Holders of a revoked device try more than once. */
const REVOKED_TOLD_EVERY = 3600;

/**
 * Refuses a call that comes from a device of the transaction's school which is not linked for that use (device.wrong-role;
 * null: any role will do) or has been revoked (device.revoked, with an audit row). A call without a serial number, or with one that the school
 * has never linked, passes: a school need not link devices at all.
 */
export async function checkDevice(
  tx: Tx,
  requestId: string,
  serialNumber: string | null | undefined,
  use: DeviceUse | null,
): Promise<void> {
  if (!serialNumber) return;
  const device = await findBySerial(tx, serialNumber);
  if (!device) return;
  if (device.revoked) {
    throw revoked(device.label, async (after) => {
      await audit(
        after,
        { actor: null, requestId },
        {
          action: 'device.revoked.used',
          subjectKind: 'device',
          subjectId: device.id,
          detail: { use },
        },
      );
      await enqueueStaffNotice(after, {
        kind: 'device.revoked-used',
        subject: { kind: 'device', id: device.id },
        params: { label: device.label },
        quietSeconds: REVOKED_TOLD_EVERY,
      });
    });
  }
  await markSeen(tx, device.id);
  if (use !== null && !fits(device.role, use)) throw wrongRole(device.label);
}
