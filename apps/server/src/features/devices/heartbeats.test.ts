import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as contract from '@mfuko/contract/devices';
import { type Todo, todo } from '@mfuko/contract/today';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
});

interface Device {
  readonly sysid: string;
  readonly key: KeyObject;
}

async function aDevice(label = 'Gate tablet'): Promise<Device> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { body } = await head.ask<{ code: string }>(contract.createDeviceCode, { label, role: 'CHECKINOUT' });
  const enrolled = await server.nobody().ask<{ deviceSYSID: string }>(contract.enrolDevice, {
    code: body.code,
    publicKey: publicKey.export({ format: 'jwk' }),
  });
  return { sysid: enrolled.body.deviceSYSID, key: privateKey };
}

let last = 0;
/** Sends a signed read of the guard, with the device's report. */
async function tell(device: Device, state: string | null, spoil = false): Promise<number> {
  last = Math.max(last + 1, Date.now());
  const digest = createHash('sha256').update('').digest('hex');
  const text = `GET /api/auth/me ${last} ${digest}`;
  const signature = sign('sha256', Buffer.from(spoil ? `${text}0` : text), {
    key: device.key,
    dsaEncoding: 'ieee-p1363',
  });
  const { statusCode } = await server.app.inject({
    method: 'GET',
    url: '/api/auth/me',
    headers: {
      ...clientHeaders(server.context, guard.token),
      device: `${device.sysid}.${last}.${signature.toString('base64url')}`,
      ...(state !== null && { 'device-state': state }),
    },
  });
  return statusCode;
}
const listed = async (query: object = {}) =>
  (await head.ask<contract.DeviceRow[]>(contract.getDevices, { sort: '-concern', ...query })).body;
const shown = async () => (await listed())[0]?.state;
/** Moves the device's reports, heartbeats and waiting times into the past. */
const age = (minutes: number) =>
  server.context.db.inSchool(school, (tx) =>
    tx.rows(
      `UPDATE device_heartbeats SET reported_at = reported_at - make_interval(mins => $2), last_seen_at = last_seen_at - make_interval(mins => $2),
              waiting_since = waiting_since - make_interval(mins => $2) WHERE school_id = $1 RETURNING 1 AS one`,
      [tx.schoolId, minutes],
    ),
  );
const atTodo = async () => (await head.ask<Todo>(todo)).body.counts.devices;

describe('device reports', () => {
  it('are shown with their age, and omitted fields keep their value', async () => {
    const device = await aDevice();
    expect(await shown()).toBeNull();
    expect(await tell(device, 'b=83;c=0;w=12;s=7200;a=240')).toBe(200);
    const state = await shown();
    expect(state).toMatchObject({ battery: 83, charging: false, waiting: 12, clockAheadSeconds: 240 });
    const waited = Date.parse(state?.at ?? '') - Date.parse(state?.waitingSince ?? '');
    expect(Math.round(waited / 1000)).toBe(7200);
    await age(2);
    await tell(device, 'w=3;s=60');
    expect(await shown()).toMatchObject({ battery: 83, charging: false, waiting: 3, clockAheadSeconds: 240 });
  });

  it('are accepted with a valid signature only', async () => {
    const device = await aDevice();
    expect(await tell(device, 'w=12', true)).toBe(403);
    expect(await shown()).toBeNull();
  });

  it('a malformed report is ignored and the call passes', async () => {
    const device = await aDevice();
    expect(await tell(device, 'b=900;w=-3;a=x;constructor=1')).toBe(200);
    expect(await shown()).toBeNull();
  });

  it('are stored at most twice a minute, but at once when the queue has emptied', async () => {
    const device = await aDevice();
    await tell(device, 'b=83');
    await tell(device, 'b=83;w=12;s=60');
    await tell(device, 'b=82;w=11;s=60');
    expect(await shown()).toMatchObject({ battery: 83, waiting: 12 });
    await tell(device, 'b=82;w=0');
    expect(await shown()).toMatchObject({ battery: 82, waiting: 0, waitingSince: null });
  });

  it("do not change the device's updated time", async () => {
    const device = await aDevice();
    const before = (await listed())[0]?.updated;
    await tell(device, 'b=5;c=0;w=12;s=7200;a=900');
    expect((await listed())[0]).toMatchObject({ updated: before, concern: 'stuck' });
  });
});

describe('getDevices by concern', () => {
  it('sorts stuck queues, wrong clocks and low batteries first', async () => {
    for (const [label, state] of [
      ['Fine', 'b=80;c=0;w=0;a=10'],
      ['Waits', 'b=80;c=0;w=2;s=60;a=0'],
      ['Low', 'b=9;c=0;w=0;a=0'],
      ['Charging', 'b=9;c=1;w=0;a=0'],
      ['Clock', 'b=80;c=0;w=0;a=-240'],
      ['Stuck', 'b=80;c=0;w=2;s=1900;a=0'],
    ] as const) {
      await tell(await aDevice(label), state);
    }
    const found = (await listed()).map(({ deviceLabel, concern }) => `${deviceLabel}: ${concern}`);
    expect(found.slice(0, 4)).toEqual(['Stuck: stuck', 'Clock: clock', 'Low: battery', 'Waits: waiting']);
    expect(found.slice(4).toSorted()).toEqual(['Charging: none', 'Fine: none']);
    // A battery report that is an hour old is ignored.
    await age(61);
    expect((await listed({ concern: 'battery' })).length).toBe(0);
  });

  it("a silent device with waiting events appears in the office's list of things to do", async () => {
    const device = await aDevice();
    await tell(device, 'w=4;s=60');
    expect(await atTodo()).toBe(0);
    await age(31);
    expect(await atTodo()).toBe(1);
    expect((await listed({ concern: 'stuck' })).map(({ sysid }) => sysid)).toEqual([device.sysid]);
    await head.ask(contract.deleteDevice, { sysid: device.sysid });
    expect(await atTodo()).toBe(0);
    await head.ask(contract.restoreDevice, { sysid: device.sysid });
    await tell(device, 'w=0');
    expect(await atTodo()).toBe(0);
  });
});
