import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type Capture, unsignedBecause } from './check-capture.ts';
import { revoked, unsignedCapture, wrongRole } from './errors.ts';
import { noteReaderHeartbeat, type Standing } from './note-heartbeat.ts';
import { type DeviceUse, fits } from './rules.ts';

/** Shortest time between two notices, since the holder of a revoked device or a forged picture tries more than once. */
const TOLD_EVERY_SECONDS = 3600;

/**
 * Refuses a picture from a revoked device of the transaction's school (device.revoked, with an audit row), one that should come from a
 * paired reader and does not (device.unsigned-capture, likewise), and one from a device that is not linked for the use
 * (device.wrong-role; null accepts any role). A picture without a serial number, or with one that the school has never linked, passes:
 * a school need not link devices, unless it accepts fingers from paired readers only.
 */
export async function checkDevice(
  tx: Tx,
  context: AppContext,
  requestId: string,
  capture: Capture,
  use: DeviceUse | null,
): Promise<void> {
  const heard = await noteReaderHeartbeat(tx, capture.SerialNumber);
  const { device } = heard;
  if (device?.revoked)
    throw revoked(device.label, (after) => tell(after, requestId, device, 'device.revoked', { use }));
  const why = unsignedBecause(context, tx.schoolId, capture, heard);
  // An old challenge comes from the school's own page that was left open, so that nothing is audited.
  if (why === 'old' || (why !== null && !device)) throw unsignedCapture(why);
  if (why !== null && device)
    throw unsignedCapture(why, (after) => tell(after, requestId, device, 'device.unsigned-capture', { use, why }));
  if (device && use !== null && !fits(device.role, use)) throw wrongRole(device.label);
}

async function tell(
  tx: Tx,
  requestId: string,
  { id, label }: Standing,
  what: 'device.revoked' | 'device.unsigned-capture',
  detail: Record<string, unknown>,
): Promise<void> {
  const action = what === 'device.revoked' ? 'device.revoked.used' : what;
  await audit(tx, { actor: null, requestId }, { action, subjectKind: 'device', subjectId: id, detail });
  await enqueueStaffNotice(tx, {
    kind: what === 'device.revoked' ? 'device.revoked-used' : what,
    subject: { kind: 'device', id },
    params: { label },
    quietSeconds: TOLD_EVERY_SECONDS,
  });
}
