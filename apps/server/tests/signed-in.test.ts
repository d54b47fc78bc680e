import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beginDesk, setDeskPin, unlock } from '@mfuko/contract/desk';
import * as devices from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { getHistory } from '@mfuko/contract/reports';
import { dismissSmsRisk } from '@mfuko/contract/second-factor';
import * as auth from '@mfuko/contract/session';
import * as contract from '@mfuko/contract/signed-in';
import { endUserSessions, type UserDetails } from '@mfuko/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAuthenticator } from '../src/features/session/second-factor.testkit.ts';
import { ageCodes, askForCode } from '../src/features/session/sign-in.testkit.ts';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';
import { listenOn, listenToStream } from './listeners.testkit.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';
const DESK_PIN = '274913';
type Listed = { readonly sessions: readonly contract.SignedIn[] };

let server: TestServer;
let port: number;
let school: string;
let head: Person;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer({}, { streamPatience: { heartbeat: 150, sessions: 100, slow: 800, longest: 60_000 } });
  port = await listenOn(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
});

/** The token of another session of that person, begun by a code from that address. */
async function signIn(person: Person, agent: string, address: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/${auth.validateCode.path}`,
    headers: { ...clientHeaders(server.context, ''), 'user-agent': agent },
    remoteAddress: address,
    payload: await askForCode(server, person.phone),
  });
  // So that the next code need not be waited for.
  await ageCodes(server, 60);
  return answer.json<{ session: { sToken: string } }>().session.sToken;
}

const isLive = async (token: string) =>
  (await server.app.inject({ url: '/api/auth/me', headers: clientHeaders(server.context, token) })).json<{
    detail?: { why?: string };
  }>().detail?.why ?? 'live';
const list = async (person: Person) => (await person.ask<Listed>(contract.listSessions)).body.sessions;

interface Tablet {
  readonly sysid: string;
  readonly key: KeyObject;
}

async function aTablet(): Promise<Tablet> {
  const made = await head.ask<{ code: string }>(devices.createDeviceCode, { label: 'Gate tablet', role: 'gate' });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const given = { code: made.body.code, publicKey: publicKey.export({ format: 'jwk' }) };
  const { body } = await server.nobody().ask<{ deviceSYSID: string }>(devices.enrolDevice, given);
  return { sysid: body.deviceSYSID, key: privateKey };
}

/** Makes a recording call as that device sends it. */
async function at({ sysid, key }: Tablet, token: string, { path }: Endpoint, input: object) {
  const url = `/api/${path}`;
  const payload = JSON.stringify(input);
  const ms = Date.now();
  const text = `POST ${url} ${ms} ${createHash('sha256').update(payload).digest('hex')}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: {
      ...clientHeaders(server.context, token),
      'content-type': 'application/json',
      device: `${sysid}.${ms}.${signature.toString('base64url')}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('a signed-in user', () => {
  it('lists own sessions without addresses, and ends one or all others', async () => {
    const [tablet, phone] = [await signIn(guard, PHONE, '41.90.1.1'), await signIn(guard, 'curl/8', '41.90.1.2')];
    const seen = await list(guard);
    expect(seen).toHaveLength(3);
    expect(seen[0]).toMatchObject({ own: true, kind: 'session' });
    expect(seen.find(({ browser }) => browser)).toMatchObject({ browser: 'Chrome', system: 'Android', own: false });
    expect(JSON.stringify(seen)).not.toContain('41.90');
    const fromThere = await server.app.inject({
      url: `/api/${contract.listSessions.path}`,
      headers: clientHeaders(server.context, tablet),
      remoteAddress: '41.90.1.1',
    });
    expect(fromThere.json<Listed>().sessions.map(({ sameNetwork }) => sameNetwork)).toEqual(
      expect.arrayContaining([true, false, null]),
    );
    const one = seen.find(({ browser }) => browser);
    const left = await guard.ask<Listed>(contract.endOwnSession, { sysid: one?.sysid });
    expect(left.body.sessions).toHaveLength(2);
    expect([await isLive(tablet), await isLive(phone)]).toEqual(['own', 'live']);
    const alone = await guard.ask<Listed>(contract.endOtherSessions);
    expect(alone.body.sessions.map(({ own }) => own)).toEqual([true]);
    expect([await isLive(phone), await isLive(guard.token)]).toEqual(['own', 'live']);
    const trail = `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'user.sessions-end' AND subject_id = $2`;
    const told = await server.context.db.inSchool(school, (tx) => tx.rows(trail, [school, guard.userId]));
    expect(told).toEqual([{ detail: { ended: 1 } }, { detail: { ended: 1 } }]);
  });

  it('cannot end the session of another user', async () => {
    const [row] = await list(guard);
    expect((await head.ask(contract.endOwnSession, { sysid: row?.sysid })).status).toBe(200);
    await head.ask(contract.endOtherSessions);
    expect(await isLive(guard.token)).toBe('live');
  });

  it('sees the device of a session and of a desk PIN, and ends the desk PIN', async () => {
    const tablet = await aTablet();
    await guard.ask(setDeskPin, { pin: DESK_PIN });
    const there = await signIn(guard, PHONE, '41.90.1.1');
    const { deskSYSID } = (await at(tablet, there, beginDesk, {})).body as { deskSYSID: string };
    const [, first] = await list(guard);
    expect(first).toMatchObject({ kind: 'session', device: 'Gate tablet', browser: 'Chrome' });
    await server.app.inject({
      method: 'POST',
      url: `/api/${auth.logout.path}`,
      headers: clientHeaders(server.context, there),
    });
    const [, desk] = await list(guard);
    expect(desk).toMatchObject({ kind: 'desk', device: 'Gate tablet', lastUsed: null, sysid: deskSYSID });
    await guard.ask(contract.endOwnSession, { sysid: deskSYSID });
    expect(await list(guard)).toHaveLength(1);
    expect((await at(tablet, '', unlock, { deskSYSID, pin: DESK_PIN })).body).toMatchObject({ problem: 'desk.over' });
  });

  it('ending a session also ends what its desk PIN opened later', async () => {
    const tablet = await aTablet();
    await guard.ask(setDeskPin, { pin: DESK_PIN });
    const there = await signIn(guard, PHONE, '41.90.1.1');
    const { deskSYSID } = (await at(tablet, there, beginDesk, {})).body as { deskSYSID: string };
    const [, first] = await list(guard);
    expect((await at(tablet, '', unlock, { deskSYSID, pin: DESK_PIN })).status).toBe(200);
    expect(await list(guard)).toHaveLength(3);
    await guard.ask(contract.endOwnSession, { sysid: first?.sysid });
    expect(await list(guard)).toHaveLength(1);
  });

  it('ending all other sessions keeps the own desk PIN and ends those of other devices', async () => {
    const [tablet, other] = [await aTablet(), await aTablet()];
    await guard.ask(setDeskPin, { pin: DESK_PIN });
    const mine = (await at(tablet, guard.token, beginDesk, {})).body as { deskSYSID: string };
    const there = await signIn(guard, PHONE, '41.90.1.1');
    const theirs = (await at(other, there, beginDesk, {})).body as { deskSYSID: string };
    await guard.ask(contract.endOtherSessions);
    expect((await at(tablet, '', unlock, { deskSYSID: mine.deskSYSID, pin: DESK_PIN })).status).toBe(200);
    expect((await at(other, '', unlock, { deskSYSID: theirs.deskSYSID, pin: DESK_PIN })).status).toBe(401);
  });
});

describe("ending a user's sessions by the office", () => {
  const end = (by: Person, who: Person) => by.ask<UserDetails>(endUserSessions, { sysid: who.userId });

  it('signs an active user out everywhere, sends one SMS, and appears in the history', async () => {
    const tablet = await aTablet();
    await guard.ask(setDeskPin, { pin: DESK_PIN });
    const { deskSYSID } = (await at(tablet, guard.token, beginDesk, {})).body as { deskSYSID: string };
    const ended = await end(head, guard);
    expect(ended.body).toMatchObject({ openSessions: 0, status: 'active' });
    expect(await isLive(guard.token)).toBe('office');
    expect((await at(tablet, '', unlock, { deskSYSID, pin: DESK_PIN })).status).toBe(401);
    await server.runJobs();
    expect(server.sent.filter(({ to, text }) => to === guard.phone && /signed you out/.test(text))).toHaveLength(1);
    const history = await head.ask<{ action: string }[]>(getHistory, { kind: 'user', sysid: guard.userId });
    expect(history.body.map(({ action }) => action)).toContain('user.sessions-end');
    // No session was open any more, so there is nothing to notify.
    await end(head, guard);
    await server.runJobs();
    expect(server.sent.filter(({ to, text }) => to === guard.phone && /signed you out/.test(text))).toHaveLength(1);
    expect(await isLive(await signIn(guard, PHONE, '41.90.1.1'))).toBe('live');
  });

  it('ends open notification streams at once', async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const ear = await listenToStream(server, port, bursar, {});
    await ear.hears(({ event }) => event === 'open');
    expect((await end(head, bursar)).status).toBe(200);
    await ear.ends();
  });

  it('is limited to other users of the own school, except for an Admin', async () => {
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    const admin = await server.aPerson('Admin');
    expect((await end(stranger, guard)).problem).toBe('user.not-found');
    expect((await end(head, admin)).problem).toBe('user.not-found');
    expect((await end(head, head)).problem).toBe('user.self');
    expect((await end(guard, head)).problem).toBe('session.role');
    expect([await isLive(guard.token), await isLive(admin.token), await isLive(head.token)]).toEqual(
      Array(3).fill('live'),
    );
    expect((await end(admin, stranger)).status).toBe(200);
    expect(await isLive(stranger.token)).toBe('office');
  });
});

describe('the SMS risk notice', () => {
  const risk = async (person: Person) => (await person.ask<{ smsRisk: boolean }>(auth.whoAmI)).body.smsRisk;

  it('stays until the user dismisses it, and does not return in a new session', async () => {
    expect(await risk(guard)).toBe(true);
    expect(await guard.ask(dismissSmsRisk)).toMatchObject({ status: 200, body: { smsRisk: false } });
    expect(await risk(guard)).toBe(false);
    const there = await signIn(guard, PHONE, '41.90.1.1');
    const again = await server.app.inject({ url: '/api/auth/me', headers: clientHeaders(server.context, there) });
    expect(again.json()).toMatchObject({ smsRisk: false });
    expect(await risk(head)).toBe(true);
  });

  it('disappears once an authenticator is set up', async () => {
    await anAuthenticator(head);
    expect(await risk(head)).toBe(false);
  });
});
