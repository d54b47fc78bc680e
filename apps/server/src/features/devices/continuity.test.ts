import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beginDesk, setDeskPin, unlock } from '@mfuko/contract/desk';
import * as contract from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { onCampus } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';

const PIN = '274913';

let server: TestServer;
let owner: pg.Client;
let school: string;
let head: Person;
let guard: Person;
let tablet: { readonly sysid: string; readonly key: KeyObject };

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { body } = await head.ask<{ code: string }>(contract.createDeviceCode, { label: 'Gate tablet', role: 'gate' });
  const enrolled = await server.nobody().ask<{ deviceSYSID: string }>(contract.enrolDevice, {
    code: body.code,
    publicKey: publicKey.export({ format: 'jwk' }),
  });
  tablet = { sysid: enrolled.body.deviceSYSID, key: privateKey };
});

let last = 0;
/** Makes a call that the device's key signs, with these marks, newest first: `'ba'` stands for two marks. */
async function call(
  marks: string | null,
  token = guard.token,
  { path, kind }: Endpoint = onCampus,
  input: object = {},
) {
  last = Math.max(last + 1, Date.now());
  const method = kind === 'record' ? 'POST' : 'GET';
  const payload = method === 'POST' ? JSON.stringify(input) : '';
  const text = `${method} /api/${path} ${last} ${createHash('sha256').update(payload).digest('hex')}`;
  const signature = sign('sha256', Buffer.from(text), { key: tablet.key, dsaEncoding: 'ieee-p1363' });
  const answer = await server.app.inject({
    ...{ method, url: `/api/${path}` },
    ...(method === 'POST' ? { payload } : {}),
    headers: {
      ...clientHeaders(server.context, token),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      device: `${tablet.sysid}.${last}.${signature.toString('base64url')}`,
      ...(marks !== null && { 'device-continuity': [...marks].map((mark) => mark.repeat(16)).join('.') }),
    },
  });
  return { status: answer.statusCode, kept: answer.headers['device-continuity'], body: answer.json() };
}
const TAKEN = { status: 200, kept: 'kept' };
const SIGNED_OUT = { status: 401, body: { problem: 'session.none' } };
async function told(): Promise<NoticeRow[]> {
  await server.runJobs();
  return (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'device.forked');
}
const change = (set: string) => owner.query(`UPDATE device_heartbeats SET ${set} WHERE device_id = $1`, [tablet.sysid]);
const forks = async () =>
  (await owner.query(`SELECT 1 FROM audit_events WHERE action = 'device.fork' AND subject_id = $1`, [tablet.sysid]))
    .rowCount;

describe('an enrolled device', () => {
  it('replaces its mark although answers are lost, calls overtake each other and many come at once', async () => {
    expect(await call('a')).toMatchObject(TAKEN);
    expect(await call('ba')).toMatchObject(TAKEN);
    // Its answer was lost, so the device sends the same again, while a call of the mark before arrives late.
    expect(await Promise.all([call('ba'), call('a'), call('ba')])).toMatchObject([TAKEN, TAKEN, TAKEN]);
    expect(await Promise.all([call('cba'), call('cba'), call('cba')])).toMatchObject([TAKEN, TAKEN, TAKEN]);
    // Marks that this server missed, as a standby may that has replaced another.
    expect(await call('fedcba')).toMatchObject(TAKEN);
    expect(await told()).toEqual([]);
  });

  it('goes on at a server that was restored from a backup', async () => {
    await call('a');
    await change(`marked_in = 'another'`);
    expect(await call('zyxwvuts')).toMatchObject(TAKEN);
    expect(await told()).toEqual([]);
  });

  it('may send no marks at first, as a page of an older version, but not after a week', async () => {
    expect(await call(null)).toMatchObject({ status: 200, kept: undefined });
    await call('a');
    expect(await call(null)).toMatchObject({ status: 200 });
    expect(await told()).toEqual([]);
    await change(`marks_since = marks_since - interval '7 days 1 minute'`);
    expect(await call(null)).toMatchObject(SIGNED_OUT);
    expect(await told()).toHaveLength(1);
  });

  it('whose key is copied is signed out together with the copy, and the office is told once', async () => {
    const thief = await server.aPerson('CheckAgent', school, ['gate']);
    await call('a');
    expect(await call('a', thief.token)).toMatchObject({ status: 200 });
    await call('ba');
    expect(await call('ca', thief.token)).toMatchObject(SIGNED_OUT);
    // Not even without a signature.
    expect((await guard.ask(onCampus)).problem).toBe('session.none');
    expect((await thief.ask(onCampus)).problem).toBe('session.none');
    expect(await told()).toMatchObject([
      { subject: { kind: 'device', id: tablet.sysid }, severity: 'urgent', params: { label: 'Gate tablet' } },
    ]);
    expect(await forks()).toBe(1);
    const others = await server.aPerson('CheckAgent', school, ['gate']);
    expect(await call('ba', others.token)).toMatchObject(TAKEN);
    const again = await server.aPerson('CheckAgent', school, ['gate']);
    expect(await call('dca', again.token)).toMatchObject(SIGNED_OUT);
    expect(await forks()).toBe(2);
    expect(await told()).toHaveLength(1);
  });

  it('finds a copy that sends a mark more than ten minutes after it was replaced', async () => {
    await call('a');
    await call('ba');
    expect(await call('a')).toMatchObject({ status: 200 });
    await change(`marked_at = marked_at - interval '10 minutes'`);
    expect(await call('a')).toMatchObject(SIGNED_OUT);
    expect(await told()).toHaveLength(1);
  });

  it('that finds a copy ahead of it opens again by a desk PIN, which the sessions of the copy do not', async () => {
    await guard.ask(setDeskPin, { pin: PIN });
    const begun = await call('a', guard.token, beginDesk);
    const desk = { deskSYSID: String(begun.body.deskSYSID), pin: PIN };
    const first = await call('a', '', unlock, desk);
    expect(await call('ca', first.body.session.sToken)).toMatchObject(TAKEN);
    expect(await call('ba')).toMatchObject(SIGNED_OUT);
    expect(await call('ca', first.body.session.sToken)).toMatchObject(SIGNED_OUT);
    const second = await call('ba', '', unlock, desk);
    expect(await call('ba', second.body.session.sToken)).toMatchObject(TAKEN);
    expect(await call('ca', first.body.session.sToken)).toMatchObject(SIGNED_OUT);
    expect(await forks()).toBe(1);
  });

  it('does not go on by a call that was under way when the copy was found', async () => {
    await call('a');
    await call('ba');
    await change(`last_seen_at = last_seen_at - interval '2 minutes'`);
    await owner.query('BEGIN');
    await change('silence_notified_at = NULL');
    const both = Promise.all([call('ca'), call('da')]);
    expect(await isBlocked(server, both, 2)).toBe(true);
    await owner.query('COMMIT');
    expect(await both).toMatchObject([SIGNED_OUT, SIGNED_OUT]);
    expect(await forks()).toBe(1);
  });
});
