import { randomUUID } from 'node:crypto';
import type { DeviceRow } from '@mfuko/contract/devices';
import * as contract from '@mfuko/contract/devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { checkDevice, type DeviceUse } from './index.ts';

let server: TestServer;
let school: string;
let other: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  other = await server.aSchool();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

function link(more: object = {}) {
  const device = { serialNumber: `TAB-${aNumber()}`, deviceLabel: 'Main gate', deviceRole: 'CHECKIN' };
  return admin.ask<DeviceRow>(contract.addDevice, { ...device, schoolSYSID: school, ...more });
}
const revoke = (sysid: string) => admin.ask<DeviceRow>(contract.deleteDevice, { sysid }, { school });
const restore = (sysid: string) => admin.ask<DeviceRow>(contract.restoreDevice, { sysid }, { school });

/** Returns the check's answer to a capture of that device; null if it may proceed. */
async function said(serialNumber: string | null, use: DeviceUse | null, schoolId = school): Promise<string | null> {
  const capture = { B64Fingerprint: 'iVBORw0KGgo=', ...(serialNumber && { SerialNumber: serialNumber }) };
  try {
    await server.context.db.inSchool(schoolId, (tx) => checkDevice(tx, server.context, randomUUID(), capture, use));
    return null;
  } catch (error) {
    return (error as { problem: string }).problem;
  }
}

describe('addDevice', () => {
  it('lists a device in its school, by role, label or serial number', async () => {
    const made = await link({ serialNumber: 'KIT-77', deviceLabel: 'Kitchen', deviceRole: 'CANTEEN' });
    const linked = { serialNumber: 'KIT-77', deviceLabel: 'Kitchen', deviceRole: 'CANTEEN', schoolSYSID: school };
    expect(made.body).toMatchObject({ ...linked, status: 'linked' });
    await link();
    const kitchen = await admin.ask<DeviceRow[]>(contract.getDevices, { deviceRole: 'CANTEEN' }, { school });
    expect(kitchen.body).toEqual([made.body]);
    expect((await admin.ask<DeviceRow[]>(contract.getDevices, { search: 'kit-7' }, { school })).body).toHaveLength(1);
    expect((await admin.ask(contract.getDevices, {}, { school: other })).body).toEqual([]);
    expect((await admin.ask(contract.getDevice, { sysid: made.body.sysid }, { school })).body).toEqual(made.body);
  });

  it('a serial number is unique per school in any case, until it is revoked', async () => {
    const first = await link({ serialNumber: 'abc-1' });
    expect((await link({ serialNumber: 'ABC-1' })).problem).toBe('device.duplicate');
    expect((await link({ serialNumber: 'abc-1', schoolSYSID: other })).status).toBe(200);
    await revoke(first.body.sysid);
    const second = await link({ serialNumber: 'ABC-1' });
    expect(second.status).toBe(200);
    expect((await restore(first.body.sysid)).problem).toBe('device.duplicate');
    expect((await admin.ask(contract.getDevice, first.body, { school })).body).toMatchObject({ status: 'revoked' });
  });

  it('of eight concurrent calls with one serial number one succeeds', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => link({ serialNumber: 'RUSH-1' })));
    expect(asked.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(asked.filter((answer) => answer.problem === 'device.duplicate')).toHaveLength(7);
  });

  it('refuses an unknown role or school', async () => {
    const wrong = await link({ deviceRole: 'GATE' });
    expect(wrong.body).toMatchObject({ detail: { fields: { deviceRole: 'Please select a valid role.' } } });
    expect((await link({ schoolSYSID: randomUUID() })).problem).toBe('school.not-found');
  });
});

describe('linked device', () => {
  it("is updated by the given fields, and not to another's serial number", async () => {
    const { body: device } = await link();
    const { body: neighbour } = await link();
    const change = (fields: object) =>
      admin.ask<DeviceRow>(contract.updateDevice, { sysid: device.sysid, ...fields }, { school });
    expect((await change({ deviceRole: 'CHECKINOUT' })).body).toEqual({
      ...device,
      deviceRole: 'CHECKINOUT',
      updated: expect.any(String),
    });
    expect((await change({ serialNumber: neighbour.serialNumber })).problem).toBe('device.duplicate');
    expect((await admin.ask(contract.updateDevice, { sysid: device.sysid }, { school: other })).problem).toBe(
      'device.not-found',
    );
    await revoke(device.sysid);
    expect((await change({ deviceLabel: 'Back gate' })).problem).toBe('device.not-found');
  });

  it('is revoked and restored, and listed accordingly', async () => {
    const { body: device } = await link({ serialNumber: 'BACK-1' });
    const listed = async (revoked: boolean) =>
      (await admin.ask<DeviceRow[]>(contract.getDevices, { search: 'BACK-1', revoked }, { school })).body.length;
    expect((await revoke(device.sysid)).body).toEqual({ ...device, status: 'revoked', updated: expect.any(String) });
    expect((await revoke(device.sysid)).status).toBe(200);
    expect([await listed(false), await listed(true)]).toEqual([0, 1]);
    expect((await restore(device.sysid)).body).toEqual(device);
    expect([await listed(false), await listed(true)]).toEqual([1, 0]);
    expect((await admin.ask(contract.deleteDevice, { sysid: device.sysid }, { school: other })).problem).toBe(
      'device.not-found',
    );
  });

  it('linking and revoking are audited with the user', async () => {
    const { body: device } = await link();
    await revoke(device.sysid);
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows('SELECT action, actor_id FROM audit_events WHERE school_id = $1 AND subject_id = $2 ORDER BY at', [
        school,
        device.sysid,
      ]),
    );
    expect(trail).toEqual([
      { action: 'device.link', actor_id: admin.userId },
      { action: 'device.revoke', actor_id: admin.userId },
    ]);
  });
});

describe('checkDevice', () => {
  it('refuses a device of another role', async () => {
    const { body: device } = await link({ deviceRole: 'CHECKIN' });
    expect(await said(device.serialNumber.toLowerCase(), 'check-in')).toBeNull();
    expect(await said(device.serialNumber, 'check-out')).toBe('device.wrong-role');
    expect(await said(device.serialNumber, 'canteen')).toBe('device.wrong-role');
  });

  it('refuses a revoked device until it is linked again', async () => {
    const { body: device } = await link({ deviceRole: 'CANTEEN' });
    await revoke(device.sysid);
    expect(await said(device.serialNumber, 'canteen')).toBe('device.revoked');
    await link({ serialNumber: device.serialNumber, deviceRole: 'CHECKOUT' });
    expect(await said(device.serialNumber, 'check-out')).toBeNull();
  });

  it('without a use accepts any role, but no revoked device', async () => {
    const { body: device } = await link({ deviceRole: 'CANTEEN' });
    expect(await said(device.serialNumber, null)).toBeNull();
    await revoke(device.sysid);
    expect(await said(device.serialNumber, null)).toBe('device.revoked');
  });

  it('accepts devices that the school has never linked', async () => {
    const { body: device } = await link({ deviceRole: 'CANTEEN' });
    expect(await said(null, 'check-in')).toBeNull();
    expect(await said('', 'check-in')).toBeNull();
    expect(await said('NEVER-SEEN', 'check-in')).toBeNull();
    expect(await said(device.serialNumber, 'check-out', other)).toBeNull();
  });
});
