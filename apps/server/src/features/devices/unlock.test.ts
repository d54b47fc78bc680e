import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { getExceptions } from '@mfuko/contract/campus';
import { beginDesk, getDeskPin, setDeskPin, unlock } from '@mfuko/contract/desk';
import * as contract from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { checkInPin, onCampus } from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import { sealOffline } from '@mfuko/contract/offline-seal';
import { removeTotp, startTotp, stepUp } from '@mfuko/contract/second-factor';
import { whoAmI } from '@mfuko/contract/session';
import { updateUser } from '@mfuko/contract/staff';
import * as students from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aNumber,
  clientHeaders,
  OFFLINE_KEY,
  openTestServer,
  type Person,
  type TestServer,
} from '../../../tests/kit.ts';
import { anAuthenticator } from '../session/second-factor.testkit.ts';

const DESK_PIN = '274913';
const CHECK_PIN = '482916';

interface Device {
  readonly sysid: string;
  readonly key: KeyObject;
}
interface Unlocked {
  readonly session: { sToken: string; userName: string };
  readonly outboxOnly: boolean;
}

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let tablet: Device;
let other: Device;
let desk: string;
let owner: pg.Client;
let admissionNumber: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  admissionNumber = String(7000 + aNumber());
  const child = { admissionNumber, names: 'Juma Ali', classSYSID: await server.aClass(school), checkPin: CHECK_PIN };
  await head.ask(students.createStudent, child);
  other = await aDevice();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  tablet = await aDevice();
  expect((await guard.ask(setDeskPin, { pin: DESK_PIN })).status).toBe(200);
  const begun = await at(tablet, guard.token, beginDesk, {});
  expect(begun).toMatchObject({ status: 200, body: { hasPin: true } });
  desk = String(begun.body.deskSYSID);
});

async function aDevice(): Promise<Device> {
  const made = await head.ask<{ code: string }>(contract.createDeviceCode, { label: 'Gate', role: 'gate' });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const given = { code: made.body.code, publicKey: publicKey.export({ format: 'jwk' }) };
  const { body } = await server.nobody().ask<{ deviceSYSID: string }>(contract.enrolDevice, given);
  return { sysid: body.deviceSYSID, key: privateKey };
}

/** Sends a call as a device does: signed, if there is a device. */
async function at(device: Device | null, token: string, { path, kind }: Endpoint, input: object) {
  const url = `/api/${path}`;
  const method = kind === 'record' ? 'POST' : 'GET';
  const payload = method === 'POST' ? JSON.stringify(input) : '';
  const ms = Date.now();
  const text = `${method} ${url} ${ms} ${createHash('sha256').update(payload).digest('hex')}`;
  const signature = device && sign('sha256', Buffer.from(text), { key: device.key, dsaEncoding: 'ieee-p1363' });
  const answer = await server.app.inject({
    ...{ method, url },
    ...(method === 'POST' ? { payload } : {}),
    headers: {
      ...clientHeaders(server.context, token),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(device && signature ? { device: `${device.sysid}.${ms}.${signature.toString('base64url')}` } : {}),
    },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const tryPin = (pin: string, device: Device | null = tablet) => at(device, '', unlock, { deskSYSID: desk, pin });
async function unlocked(): Promise<Unlocked> {
  const { status, body } = await tryPin(DESK_PIN);
  expect(status).toBe(200);
  return body as unknown as Unlocked;
}
const age = (interval: string) =>
  owner.query(`UPDATE desk_sessions SET begun_at = begun_at - $2::interval WHERE id = $1`, [desk, interval]);
const problemOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.problem];

describe('desk PIN', () => {
  it('opens a session at the device of the sign-in, without an SMS', async () => {
    const sent = server.sent.length;
    const { session, outboxOnly } = await unlocked();
    expect(outboxOnly).toBe(false);
    expect((await at(tablet, session.sToken, whoAmI, {})).body).toMatchObject({ userName: guard.phone });
    expect((await at(tablet, session.sToken, onCampus, {})).status).toBe(200);
    await server.runJobs();
    expect(server.sent.length).toBe(sent);
  });

  it('is refused at another device and without a valid signature', async () => {
    expect(problemOf(await tryPin(DESK_PIN, other))).toEqual([403, 'device.unknown']);
    expect(problemOf(await tryPin(DESK_PIN, null))).toEqual([403, 'device.unknown']);
    const forged = { sysid: tablet.sysid, key: other.key };
    expect(problemOf(await tryPin(DESK_PIN, forged))).toEqual([403, 'device.unknown']);
  });

  it('opens a session that is valid at its device only', async () => {
    const { session } = await unlocked();
    expect(problemOf(await at(null, session.sToken, whoAmI, {}))).toEqual([403, 'device.unknown']);
    expect(problemOf(await at(other, session.sToken, whoAmI, {}))).toEqual([403, 'device.unknown']);
  });

  it('opens a session that cannot set up a second factor', async () => {
    const { session } = await unlocked();
    expect(problemOf(await at(tablet, session.sToken, startTotp, {}))).toEqual([403, 'session.sign-in-due']);
  });

  it('its session inherits the deposit bound that was lifted, but not the step-up', async () => {
    guard = await server.aPerson('CheckAgent', school, ['cashier']);
    const phone = await anAuthenticator(guard);
    await guard.ask(setDeskPin, { pin: DESK_PIN });
    desk = String((await at(tablet, guard.token, beginDesk, {})).body.deskSYSID);
    const pays = ({ session }: Unlocked, amount: number) =>
      at(tablet, session.sToken, deposit, { admissionNumber, amount }).then(problemOf);
    const before = await unlocked();
    for (const amount of [20_000, 19_000, 11_000]) expect(await pays(before, amount)).toEqual([200, undefined]);
    expect(await pays(before, 1)).toEqual([403, 'session.step-up']);
    await at(tablet, before.session.sToken, stepUp, { totp: phone.code() });
    const after = await unlocked();
    expect(await pays(after, 18_000)).toEqual([200, undefined]);
    expect(problemOf(await at(tablet, after.session.sToken, removeTotp, {}))).toEqual([403, 'session.step-up']);
    await at(tablet, guard.token, beginDesk, {});
    // Another session of the same person has proven nothing.
    expect((await guard.ask(deposit, { admissionNumber, amount: 1 })).problem).toBe('session.step-up');
  });

  it('allows five guesses with a pause after three, even when eight come at once', async () => {
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, one) => tryPin(`91827${one}`)));
    expect(wrong.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(wrong.filter(({ status }) => status === 423)).toHaveLength(5);
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([423, 'desk.locked']);
    // The answer states the remaining pause, not a full one.
    await owner.query(`UPDATE desk_sessions SET tried_at = tried_at - interval '1 second' WHERE id = $1`, [desk]);
    const asked = Date.now();
    const { body } = await tryPin(DESK_PIN);
    const { seconds, until } = body.detail as { seconds: number; until: string };
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(30);
    // A time in the future, for a page that counts down to it.
    expect(Date.parse(until)).toBeGreaterThan(asked);
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 30_000);
    await owner.query(`UPDATE desk_sessions SET tried_at = tried_at - interval '31 seconds' WHERE id = $1`, [desk]);
    expect(await tryPin('918273')).toMatchObject({ status: 422, body: { detail: { left: 1 } } });
    await owner.query(`UPDATE desk_sessions SET tried_at = tried_at - interval '31 seconds' WHERE id = $1`, [desk]);
    expect(problemOf(await tryPin('918273'))).toEqual([401, 'desk.over']);
    await owner.query(`UPDATE desk_sessions SET tried_at = tried_at - interval '1 hour' WHERE id = $1`, [desk]);
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([401, 'desk.over']);
    // A sign-in by code resets the tries.
    await at(tablet, guard.token, beginDesk, {});
    expect((await tryPin(DESK_PIN)).status).toBe(200);
  });

  it('a new sign-in by code resets the misses', async () => {
    for (const pin of ['918270', '918271', '918272']) await tryPin(pin);
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([423, 'desk.locked']);
    await at(tablet, guard.token, beginDesk, {});
    // All five tries are available again: two more misses lock nothing.
    for (const pin of ['918273', '918274']) expect((await tryPin(pin)).status).toBe(422);
    await unlocked();
  });

  it('a right PIN resets the misses', async () => {
    for (let round = 0; round < 3; round++) {
      expect((await tryPin('918273')).status).toBe(422);
      expect((await tryPin('918273')).status).toBe(422);
      expect((await tryPin(DESK_PIN)).status).toBe(200);
    }
  });

  it('works for twelve hours from the sign-in, whose time its session keeps', async () => {
    await age('11 hours');
    const { session } = await unlocked();
    const { rows } = await owner.query(
      `SELECT max(created_at) < now() - interval '10 hours' AS old FROM sessions WHERE user_id = $1 AND device_id IS NOT NULL`,
      [guard.userId],
    );
    expect(rows[0].old).toBe(true);
    expect((await at(tablet, session.sToken, whoAmI, {})).status).toBe(200);
  });

  it('for a week afterwards opens a session for offline events only', async () => {
    await age('13 hours');
    const { session, outboxOnly } = await unlocked();
    expect(outboxOnly).toBe(true);
    expect(problemOf(await at(tablet, session.sToken, onCampus, {}))).toEqual([403, 'session.sign-in-due']);
    expect(problemOf(await at(tablet, session.sToken, checkInPin, { admissionNumber, pin: CHECK_PIN }))).toEqual([
      ...[403, 'session.sign-in-due'],
    ]);
    const event = {
      ...{ key: 'morning', counter: 1, kind: 'in', admissionNumber },
      ...{ occurredAt: new Date().toISOString(), method: 'pin', proof: { pin: CHECK_PIN } },
    };
    const handed = await at(tablet, session.sToken, offlineBatch, { events: [event] });
    expect(handed.body).toMatchObject({ outcomes: [{ key: 'morning', status: 'recorded' }] });
    await age('7 days');
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([401, 'desk.over']);
  });

  it('is accepted sealed for its own desk', async () => {
    const seal = (pin: string, place = desk) =>
      sealOffline(OFFLINE_KEY.publicKey, school, place, JSON.stringify({ pin }));
    const redeem = (sealed: string) => at(tablet, '', unlock, { deskSYSID: desk, sealed });
    expect((await redeem(await seal(DESK_PIN))).status).toBe(200);
    expect(problemOf(await redeem(await seal('918273')))).toEqual([422, 'desk.wrong-pin']);
    expect(problemOf(await redeem(await seal(DESK_PIN, other.sysid)))).toEqual([422, 'desk.wrong-pin']);
  });

  it('can be set in a session by code only, and not to a weak one', async () => {
    const { session } = await unlocked();
    expect(problemOf(await at(tablet, session.sToken, setDeskPin, { pin: '402815' }))).toEqual([
      ...[403, 'session.sign-in-due'],
    ]);
    expect(problemOf(await at(tablet, session.sToken, beginDesk, {}))).toEqual([403, 'session.sign-in-due']);
    for (const pin of ['111111', '123456', '987654', '121212', '345345']) {
      expect((await guard.ask(setDeskPin, { pin })).problem).toBe('desk.weak-pin');
    }
    expect((await guard.ask(setDeskPin, { pin: '12345' })).status).toBe(400);
    expect((await guard.ask(getDeskPin)).body.since).not.toBeNull();
    expect((await head.ask(getDeskPin)).body).toEqual({ since: null });
  });

  it('is refused once the device is revoked or the account disabled', async () => {
    const { session } = await unlocked();
    await head.ask(contract.deleteDevice, { sysid: tablet.sysid });
    expect(await at(tablet, session.sToken, whoAmI, {})).toMatchObject({
      status: 403,
      body: { detail: { why: 'revoked' } },
    });
    expect(await tryPin(DESK_PIN)).toMatchObject({ status: 403, body: { detail: { why: 'revoked' } } });
    await head.ask(contract.restoreDevice, { sysid: tablet.sysid });
    expect((await tryPin(DESK_PIN)).status).toBe(200);
    await head.ask(updateUser, { sysid: guard.userId, status: 'disabled' });
    expect(problemOf(await at(tablet, session.sToken, whoAmI, {}))[0]).toBe(401);
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([401, 'desk.over']);
    await head.ask(updateUser, { sysid: guard.userId, status: 'active' });
    // Locked once, the user signs in again by code.
    expect(problemOf(await tryPin(DESK_PIN))).toEqual([401, 'desk.over']);
  });

  it('revoking the device ends the sign-in by code that its desk stands on', async () => {
    const elsewhere = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await guard.ask(whoAmI)).status).toBe(200);
    await head.ask(contract.deleteDevice, { sysid: tablet.sysid });
    expect(await guard.ask(whoAmI)).toMatchObject({ status: 401, problem: 'session.none' });
    expect((await elsewhere.ask(whoAmI)).status).toBe(200);
    await head.ask(contract.restoreDevice, { sysid: tablet.sysid });
    expect((await tryPin(DESK_PIN)).status).toBe(200);
  });

  it('beginDesk is refused without a signed device', async () => {
    expect((await guard.ask(beginDesk)).problem).toBe('device.unknown');
  });
});

describe('offline event sent by another user', () => {
  let sender: Person;
  beforeEach(async () => {
    sender = await server.aPerson('CheckAgent', school, ['gate']);
  });

  /** Sends a child's check-in as the other user; returns the recorded user and the exceptions. */
  async function sent(more: object, device: Device | null = tablet) {
    const number = String(7000 + aNumber());
    const classSYSID = await server.aClass(school);
    await head.ask(students.createStudent, {
      admissionNumber: number,
      names: 'Neema Otieno',
      classSYSID,
      checkPin: CHECK_PIN,
    });
    const event = {
      ...{ key: `of-${number}`, counter: Number(number), kind: 'in', admissionNumber: number },
      ...{ occurredAt: new Date().toISOString(), method: 'pin', proof: { pin: CHECK_PIN }, ...more },
    };
    const { body } = await at(device, sender.token, offlineBatch, { events: [event] });
    expect(body).toMatchObject({ outcomes: [{ status: 'recorded' }] });
    const passage = await server.context.db.inSchool(school, (tx) =>
      tx.row<{ by: string }>('SELECT recorded_by AS by FROM gate_events WHERE school_id = $1 AND client_key = $2', [
        school,
        event.key,
      ]),
    );
    const odd = await head.ask<{ kind: string; detail: object }[]>(getExceptions, { search: number });
    return { by: passage?.by, odd: odd.body.map(({ kind, detail }) => ({ kind, detail })) };
  }
  const asked = (recorder: string) => [{ kind: 'offline-other-hand', detail: expect.objectContaining({ recorder }) }];
  const namesOf = async (person: Person) => String((await at(null, person.token, whoAmI, {})).body.names);

  it('is recorded for the user of the desk whose PIN the server accepted at that time', async () => {
    expect(await sent({ deskSYSID: desk, deskProven: true })).toEqual({ by: guard.userId, odd: [] });
  });

  it('is recorded for the sender, with an exception, when the PIN was not proven', async () => {
    expect(await sent({ deskSYSID: desk, deskProven: false })).toEqual({
      by: sender.userId,
      odd: asked(await namesOf(guard)),
    });
    expect(await sent({ deskSYSID: desk })).toMatchObject({ by: sender.userId, odd: asked(await namesOf(guard)) });
  });

  it('is recorded for the sender when the claim comes from another device, time or desk', async () => {
    const names = await namesOf(guard);
    const claim = { deskSYSID: desk, deskProven: true };
    expect(await sent(claim, other)).toEqual({ by: sender.userId, odd: asked(names) });
    expect(await sent(claim, null)).toEqual({ by: sender.userId, odd: asked(names) });
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect(await sent({ ...claim, occurredAt: before, counter: 2 })).toEqual({ by: sender.userId, odd: asked(names) });
    expect(await sent({ ...claim, deskSYSID: school })).toEqual({ by: sender.userId, odd: asked('') });
  });

  it('raises no exception when the sender recorded it or the device names no desk', async () => {
    expect(await sent({})).toEqual({ by: sender.userId, odd: [] });
    const own = await at(tablet, sender.token, beginDesk, {});
    expect(await sent({ deskSYSID: own.body.deskSYSID, deskProven: false })).toEqual({ by: sender.userId, odd: [] });
  });
});
