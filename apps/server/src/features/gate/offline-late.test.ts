import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createBus } from '@mfuko/contract/bus';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { createDeviceCode, enrolDevice } from '@mfuko/contract/devices';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { addContact, createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '482916';
const PLATE = 'KDA 123A';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly guardian: string;
}
interface Tablet {
  readonly sysid: string;
  readonly key: KeyObject;
}

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate', 'bus']);
  classSYSID = await server.aClass(school);
  await head.ask(createBus, { busNumberPlate: PLATE, label: 'Milimani' });
});

async function aChild(): Promise<Child> {
  const admissionNumber = String(8000 + aNumber());
  const guardian = `2547${String(30_000_000 + aNumber())}`;
  const child = { admissionNumber, names: 'Achieng Odhiambo', classSYSID, checkPin: PIN };
  const { sysid } = (await head.ask<{ sysid: string }>(createStudent, child)).body;
  const wishes = { name: 'Mama Achieng', mobileNumber: guardian, notify: ['in', 'out', 'on', 'off'] };
  expect((await head.ask(addContact, { studentSYSID: sysid, ...wishes })).status).toBe(200);
  return { sysid, admissionNumber, guardian };
}

async function aTablet(): Promise<Tablet> {
  const { code } = (await head.ask<{ code: string }>(createDeviceCode, { label: 'Gate', role: 'gate' })).body;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const given = { code, publicKey: publicKey.export({ format: 'jwk' }) };
  const { body } = await server.nobody().ask<{ deviceSYSID: string }>(enrolDevice, given);
  return { sysid: body.deviceSYSID, key: privateKey };
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const passage = ({ admissionNumber }: Child, counter: number, agoMs: number, more: object = {}) => ({
  ...{ key: randomUUID(), counter, kind: 'in', admissionNumber, occurredAt: ago(agoMs) },
  ...{ method: 'pin', proof: { pin: PIN }, ...more },
});

/** Sends a batch as an enrolled tablet does, or without a signature. */
async function send(tablet: Tablet | null, events: readonly object[], more: object = {}): Promise<OfflineOutcome[]> {
  const url = `/api/${offlineBatch.path}`;
  const payload = JSON.stringify({ events, ...more });
  const ms = Date.now();
  const text = `POST ${url} ${ms} ${createHash('sha256').update(payload).digest('hex')}`;
  const signature = tablet && sign('sha256', Buffer.from(text), { key: tablet.key, dsaEncoding: 'ieee-p1363' });
  const answer = await server.app.inject({
    ...{ method: 'POST', url, payload },
    headers: {
      ...clientHeaders(server.context, guard.token),
      'content-type': 'application/json',
      ...(tablet && signature ? { device: `${tablet.sysid}.${ms}.${signature.toString('base64url')}` } : {}),
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ outcomes: OfflineOutcome[] }>().outcomes;
}

/** Makes the guard's account work with the server in exactly these stretches, given as times before now. */
async function worked(...stretches: readonly (readonly [number, number])[]): Promise<void> {
  await server.context.db.inPlatform(async (tx) => {
    await tx.row('DELETE FROM account_presences WHERE user_id = $1', [guard.userId]);
    for (const [begun, last] of stretches)
      await tx.row('INSERT INTO account_presences (user_id, begun_at, last_at) VALUES ($1, $2, $3)', [
        ...[guard.userId, ago(begun), ago(last)],
      ]);
  });
}

async function kinds({ admissionNumber }: Child): Promise<string[]> {
  const { body } = await head.ask<GateException[]>(getExceptions, { search: admissionNumber, sort: 'date' });
  return body.map(({ kind }) => kind);
}
async function bells(kind: string): Promise<NoticeRow[]> {
  return (await head.ask<NoticeRow[]>(getNotifications)).body.filter((notice) => notice.kind === kind);
}
async function heardBy({ guardian }: Child): Promise<string[]> {
  await server.runJobs();
  return server.sent.filter(({ to, kind }) => to === guardian && kind === 'passage').map(({ text }) => text);
}

describe('an offline event that could have been sent before', () => {
  it.each([
    ['in', 'came to school'],
    ['out', 'left school'],
    ['on', 'got on bus'],
    ['off', 'got off bus'],
  ])('%s: is recorded with an exception, and the guardian hears of it although it is old', async (kind, said) => {
    const child = await aChild();
    const before = { in: [], out: ['in'], on: [], off: ['on'] }[kind] ?? [];
    await worked();
    for (const earlier of before)
      await send(null, [passage(child, 1, 3 * DAY + HOUR, { kind: earlier, busNumberPlate: PLATE })]);
    expect(await kinds(child)).toEqual([]);
    await worked([2 * DAY, 2 * DAY - 8 * HOUR]);
    const event = passage(child, 2, 3 * DAY, { kind, busNumberPlate: PLATE });
    expect(await send(null, [event])).toMatchObject([{ status: 'recorded' }]);
    expect(await kinds(child)).toEqual(['offline-late']);
    expect(await heardBy(child)).toEqual([expect.stringContaining(said)]);
    // A repeat of the batch asks nothing again.
    expect(await send(null, [event])).toMatchObject([{ status: 'duplicate' }]);
    expect(await kinds(child)).toEqual(['offline-late']);
  });

  it('raises an exception from five minutes of work between the event and an hour ago on', async () => {
    const asked = async (...stretches: (readonly [number, number])[]) => {
      const child = await aChild();
      await worked(...stretches);
      await send(null, [passage(child, 1, 3 * HOUR)]);
      return kinds(child);
    };
    const late = ['offline-late'];
    // Before the event, too short, and within the last hour, in which a long queue may be on its way.
    expect(await asked([5 * HOUR, 3 * HOUR])).toEqual([]);
    expect(await asked([2 * HOUR, 2 * HOUR - 4 * MINUTE])).toEqual([]);
    expect(await asked([HOUR + 4 * MINUTE, 0])).toEqual([]);
    expect(await asked([2 * HOUR, 2 * HOUR - 6 * MINUTE])).toEqual(late);
    expect(await asked([HOUR + 6 * MINUTE, 0])).toEqual(late);
    expect(await asked([5 * HOUR, 3 * HOUR - 6 * MINUTE])).toEqual(late);
  });
});

describe('a tablet that was offline for three days', () => {
  it('loses nothing, raises no exception, and the office is told once', async () => {
    const tablet = await aTablet();
    const children = [await aChild(), await aChild()];
    await worked([4 * DAY, 3 * DAY + HOUR], [10 * MINUTE, 0]);
    let counter = 0;
    const day = (agoMs: number) =>
      children.flatMap((child) => [
        passage(child, ++counter, agoMs),
        passage(child, ++counter, agoMs - HOUR, { kind: 'out' }),
      ]);
    const byTime = (events: ReturnType<typeof day>) =>
      events
        .toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt))
        .map((event) => ({ ...event, counter: ++counter }));
    for (const agoMs of [3 * DAY, 2 * DAY, DAY])
      expect((await send(tablet, byTime(day(agoMs)))).map(({ status, problem }) => [status, problem])).toEqual(
        Array.from({ length: 4 }, () => ['recorded', undefined]),
      );
    for (const child of children) expect(await kinds(child)).toEqual([]);
    expect(await bells('offline.late')).toMatchObject([
      {
        subject: { kind: 'device', id: tablet.sysid },
        params: { by: expect.any(String), since: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/) },
      },
    ]);
    // Nobody is told now that a child came to school the day before yesterday.
    for (const child of children) expect(await heardBy(child)).toEqual([]);
  });

  it('what an afternoon offline has left tells nobody', async () => {
    await worked();
    await send(null, [passage(await aChild(), 1, 23 * HOUR)]);
    expect(await bells('offline.late')).toEqual([]);
    await send(null, [passage(await aChild(), 2, 25 * HOUR)]);
    expect(await bells('offline.late')).toMatchObject([{ subject: { kind: 'user', id: guard.userId } }]);
  });
});

describe("the order of an enrolled device's events", () => {
  it('an event from before one that the device counted earlier raises an exception in a later batch', async () => {
    const [tablet, other] = [await aTablet(), await aTablet()];
    const [first, backdated, next, elsewhere] = [await aChild(), await aChild(), await aChild(), await aChild()];
    await worked();
    const send1 = (from: Tablet, ...event: Parameters<typeof passage>) => send(from, [passage(...event)]);
    await send1(tablet, first, 10, HOUR);
    expect(await send1(tablet, backdated, 11, 5 * HOUR)).toMatchObject([{ status: 'recorded' }]);
    // One that was counted before, and waited for the account that may send it, fits; so does another device's, whatever it counted.
    await send1(tablet, next, 9, 2 * HOUR);
    await send1(other, elsewhere, 12, 5 * HOUR);
    expect([await kinds(first), await kinds(backdated), await kinds(next), await kinds(elsewhere)]).toEqual([
      [],
      ['offline-clock'],
      [],
      [],
    ]);
  });

  it('a doubtful time casts no doubt on the events after it', async () => {
    const tablet = await aTablet();
    const [ahead, next] = [await aChild(), await aChild()];
    await worked();
    await send(tablet, [passage(ahead, 1, -HOUR)]);
    await send(tablet, [passage(next, 2, 30 * MINUTE)]);
    expect([await kinds(ahead), await kinds(next)]).toEqual([['offline-clock'], []]);
  });

  it('two minutes back are no contradiction', async () => {
    const tablet = await aTablet();
    const [first, near, far] = [await aChild(), await aChild(), await aChild()];
    await worked();
    await send(tablet, [passage(first, 1, HOUR)]);
    await send(tablet, [passage(near, 2, HOUR + MINUTE)]);
    await send(tablet, [passage(far, 3, HOUR + 3 * MINUTE)]);
    expect([await kinds(near), await kinds(far)]).toEqual([[], ['offline-clock']]);
  });
});

it('a clock that is wrong at sending, with no word of it from the recording, raises an exception', async () => {
  const [moved, steady] = [await aChild(), await aChild()];
  await worked();
  // The same event is moved three days back, or kept, by what the device says of its clock.
  await send(null, [passage(moved, 1, 0)], { sentAt: ago(-3 * DAY) });
  await send(null, [passage(steady, 2, -3 * DAY, { clockAheadMs: -3 * DAY })], { sentAt: ago(-3 * DAY) });
  expect(await kinds(moved)).toEqual(['offline-clock']);
  expect(await kinds(steady)).toEqual([]);
});
