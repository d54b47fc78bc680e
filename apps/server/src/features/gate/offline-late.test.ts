import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createBus } from '@mfuko/contract/bus';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { createDeviceCode, enrolDevice } from '@mfuko/contract/devices';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { addContact, createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';

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

/** Enrols a tablet, that many days ago. */
async function aTablet(daysAgo = 0): Promise<Tablet> {
  const { code } = (await head.ask<{ code: string }>(createDeviceCode, { label: 'Gate', role: 'gate' })).body;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const given = { code, publicKey: publicKey.export({ format: 'jwk' }) };
  const { body } = await server.nobody().ask<{ deviceSYSID: string }>(enrolDevice, given);
  const enrolled = 'UPDATE devices SET created_at = created_at - make_interval(days => $2) WHERE id = $1';
  await asOwner(server, school, enrolled, [body.deviceSYSID, daysAgo]);
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

/** Makes the server hear the tablet under an account in exactly these stretches, given as times before now. */
async function heard(
  { sysid }: Tablet,
  { userId }: Pick<Person, 'userId'>,
  ...stretches: readonly (readonly [number, number])[]
): Promise<void> {
  await server.context.db.inSchool(school, async (tx) => {
    await tx.row('DELETE FROM device_presences WHERE school_id = $1 AND device_id = $2', [school, sysid]);
    for (const [begun, last] of stretches)
      await tx.row(
        'INSERT INTO device_presences (school_id, device_id, user_id, begun_at, last_at) VALUES ($1, $2, $3, $4, $5)',
        [school, sysid, userId, ago(begun), ago(last)],
      );
  });
}

describe('an offline event of an enrolled tablet', () => {
  const away = [4 * HOUR, 0] as const;

  it('raises no exception where its guard worked on another device meanwhile', async () => {
    const tablet = await aTablet(7);
    const child = await aChild();
    await worked(away);
    await heard(tablet, guard, [3 * DAY, 5 * HOUR]);
    await send(tablet, [passage(child, 1, 4 * HOUR)]);
    expect(await kinds(child)).toEqual([]);
  });

  it('raises an exception where the server heard the tablet meanwhile, although its account was away', async () => {
    const tablet = await aTablet(7);
    const other = await aTablet(7);
    const colleague = await server.aPerson('CheckAgent', school, ['gate']);
    const [backdated, elsewhere] = [await aChild(), await aChild()];
    await worked();
    await heard(tablet, colleague, [3 * DAY, 5 * HOUR]);
    await send(tablet, [passage(backdated, 1, 2 * DAY)]);
    await send(other, [passage(elsewhere, 1, 2 * DAY)]);
    expect(await kinds(backdated)).toEqual(['offline-late']);
    expect(await heardBy(backdated)).toEqual([expect.stringContaining('came to school')]);
    expect(await kinds(elsewhere)).toEqual([]);
  });

  it('raises an exception by what an account could send that has the duty, and by no other', async () => {
    const [gateOnly, busOnly] = [
      await server.aPerson('CheckAgent', school, ['gate', 'canteen']),
      await server.aPerson('CheckAgent', school, ['bus', 'cashier']),
    ];
    const admin = await server.aPerson('Admin');
    await worked();
    const asked = async (by: Person, kind: 'in' | 'on') => {
      const tablet = await aTablet(7);
      const child = await aChild();
      await heard(tablet, by, [3 * HOUR, 2 * HOUR]);
      await send(tablet, [passage(child, 1, 4 * HOUR, { kind, busNumberPlate: PLATE })]);
      return kinds(child);
    };
    const late = ['offline-late'];
    expect([await asked(gateOnly, 'in'), await asked(gateOnly, 'on')]).toEqual([late, []]);
    expect([await asked(busOnly, 'in'), await asked(busOnly, 'on')]).toEqual([[], late]);
    expect([await asked(head, 'in'), await asked(head, 'on')]).toEqual([late, late]);
    expect(await asked(admin, 'in')).toEqual([]);
  });

  it('raises an exception from five minutes of the tablet between the event and an hour ago on', async () => {
    const asked = async (...stretches: (readonly [number, number])[]) => {
      const tablet = await aTablet(7);
      const child = await aChild();
      await worked();
      await heard(tablet, guard, ...stretches);
      await send(tablet, [passage(child, 1, 3 * HOUR)]);
      return kinds(child);
    };
    const late = ['offline-late'];
    expect(await asked([5 * HOUR, 3 * HOUR])).toEqual([]);
    expect(await asked([2 * HOUR, 2 * HOUR - 4 * MINUTE])).toEqual([]);
    expect(await asked([HOUR + 4 * MINUTE, 0])).toEqual([]);
    expect(await asked([2 * HOUR, 2 * HOUR - 6 * MINUTE])).toEqual(late);
    expect(await asked([HOUR + 6 * MINUTE, 0])).toEqual(late);
    expect(await asked([5 * HOUR, 3 * HOUR - 6 * MINUTE])).toEqual(late);
  });

  it('is judged by its account where it claims a time before the enrolment', async () => {
    const tablet = await aTablet(1);
    const child = await aChild();
    await worked(away);
    await send(tablet, [passage(child, 1, 2 * DAY)]);
    expect(await kinds(child)).toEqual(['offline-late']);
  });

  it('is preceded by signed calls, each of which prolongs the presence of the tablet under its account', async () => {
    const tablet = await aTablet();
    const presences = () =>
      server.context.db.inSchool(school, (tx) =>
        tx.rows<{ userId: string; minutes: number }>(
          `SELECT user_id AS "userId", round(extract(epoch FROM last_at - begun_at) / 60)::int AS minutes
           FROM device_presences WHERE school_id = $1 AND device_id = $2 ORDER BY begun_at`,
          [school, tablet.sysid],
        ),
      );
    const { userId } = guard;
    const child = await aChild();
    let counter = 0;
    const signedCall = () => send(tablet, [passage(child, ++counter, 0)]);
    await signedCall();
    await signedCall();
    expect(await presences()).toEqual([{ userId, minutes: 0 }]);
    await heard(tablet, guard, [10 * MINUTE, 2 * MINUTE]);
    await signedCall();
    expect(await presences()).toEqual([{ userId, minutes: 10 }]);
    // Silence of more than three minutes, and another account, begin a new one.
    await heard(tablet, guard, [10 * MINUTE, 4 * MINUTE]);
    await signedCall();
    expect(await presences()).toEqual([
      { userId, minutes: 6 },
      { userId, minutes: 0 },
    ]);
    await heard(tablet, head, [10 * MINUTE, MINUTE]);
    await signedCall();
    expect(await presences()).toEqual([
      { userId: head.userId, minutes: 9 },
      { userId, minutes: 0 },
    ]);
  });
});

describe('a tablet that was offline for three days', () => {
  it('loses nothing, raises no exception, and the office is told once', async () => {
    const tablet = await aTablet(7);
    const children = [await aChild(), await aChild()];
    // The guard used another device on the second day.
    await worked([4 * DAY, 3 * DAY + HOUR], [2 * DAY, DAY], [10 * MINUTE, 0]);
    await heard(tablet, guard, [4 * DAY, 3 * DAY + HOUR], [10 * MINUTE, 0]);
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

  it('two events under one number of the device raise an exception, and the office is told once', async () => {
    const [tablet, other] = [await aTablet(), await aTablet()];
    const [first, copied, again, elsewhere] = [await aChild(), await aChild(), await aChild(), await aChild()];
    await worked();
    const event = passage(first, 7, HOUR);
    await send(tablet, [event]);
    // The same event once more, the same number of another device, and one of a device that nobody can tell apart.
    expect(await send(tablet, [event])).toMatchObject([{ status: 'duplicate' }]);
    await send(other, [passage(elsewhere, 7, HOUR)]);
    await send(null, [passage(elsewhere, 7, HOUR, { kind: 'out' })]);
    expect(await bells('device.copied')).toEqual([]);
    expect(await send(tablet, [passage(copied, 7, HOUR)])).toMatchObject([{ status: 'recorded' }]);
    await send(tablet, [passage(again, 7, HOUR)]);
    const copies = ['offline-copied'];
    expect([await kinds(first), await kinds(copied), await kinds(again)]).toEqual([[], copies, copies]);
    expect(await kinds(elsewhere)).toEqual([]);
    const about = { subject: { kind: 'device', id: tablet.sysid }, params: { label: 'Gate' } };
    expect(await bells('device.copied')).toMatchObject([about]);
  });

  it.each(['first', 'second'])(
    'tells the office of a reused number also where the %s event is refused',
    async (which) => {
      const tablet = await aTablet();
      const child = await aChild();
      await worked();
      const nobody = { admissionNumber: String(8000 + aNumber()), sysid: '', guardian: '' };
      const events = [passage(nobody, 3, HOUR), passage(child, 3, HOUR)];
      for (const event of which === 'first' ? events : events.toReversed()) await send(tablet, [event]);
      expect(await bells('device.copied')).toHaveLength(1);
    },
  );

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
