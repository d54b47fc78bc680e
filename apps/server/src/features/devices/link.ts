import type { addDevice, DeviceRow, updateDevice } from '@mfuko/contract/devices';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { admitToSchool } from '../schools/index.ts';
import { endSessionsAt } from '../session/index.ts';
import { deviceNotFound, serialNumberTaken } from './errors.ts';
import * as store from './store.ts';

/** Links a device to a school. */
export function linkDevice(call: Call, { schoolSYSID, ...device }: InputOf<typeof addDevice>): Promise<DeviceRow> {
  return call.recordIn(schoolSYSID, async (tx) => {
    await admitToSchool(tx, call.actor);
    const id = newId();
    await once(() => store.insertDevice(tx, id, device));
    await note(tx, call, 'device.link', id, { role: device.deviceRole });
    return getDevice(tx, id);
  });
}

export function changeDevice(
  call: Call,
  { sysid, updated, ...change }: InputOf<typeof updateDevice>,
): Promise<DeviceRow> {
  return call.record(async (tx) => {
    await store.lockDevice(tx, sysid);
    const before = await getDevice(tx, sysid);
    await requireUnchanged(updated, async () => before);
    if (!(await once(() => store.changeDevice(tx, sysid, change)))) throw deviceNotFound();
    const after = await getDevice(tx, sysid);
    await note(tx, call, 'device.update', sysid, { changes: changesOf(told(before), told(after)) });
    return after;
  });
}

/** Revokes a device, which may be lost: from the next call on, its serial number and signature are refused. Ends the sessions at the device. */
export function revokeDevice(call: Call, { sysid }: { sysid: string }): Promise<DeviceRow> {
  return call.record(async (tx) => {
    await getDevice(tx, sysid);
    await store.setRevoked(tx, sysid, true);
    const ended = await endSessionsAt(tx, sysid);
    await note(tx, call, 'device.revoke', sysid, ended > 0 ? { ended } : undefined);
    return getDevice(tx, sysid);
  });
}

/** Restores a revoked device, unless another one has its serial number by now. */
export function restoreDevice(call: Call, { sysid }: { sysid: string }): Promise<DeviceRow> {
  return call.record(async (tx) => {
    await getDevice(tx, sysid);
    await once(() => store.setRevoked(tx, sysid, false));
    await note(tx, call, 'device.restore', sysid);
    return getDevice(tx, sysid);
  });
}

/** Reads a device. Throws device.not-found. */
export async function getDevice(tx: ReadTx, id: string): Promise<DeviceRow> {
  const found = await store.findDevice(tx, id);
  if (!found) throw deviceNotFound();
  return found;
}

async function once<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) === 'devices_serial_number') throw serialNumberTaken();
    throw error;
  }
}

function told({ updated: _, ...device }: DeviceRow) {
  return device;
}

function note(tx: Tx, call: Call, action: string, id: string, detail?: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'device', subjectId: id, detail });
}
