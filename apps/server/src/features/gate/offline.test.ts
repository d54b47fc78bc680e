import { randomUUID } from 'node:crypto';
import * as busContract from '@mfuko/contract/bus';
import * as campus from '@mfuko/contract/campus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import * as enrolment from '@mfuko/contract/fingerprints';
import * as contract from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { MAX_EVENTS, type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { sealOffline } from '@mfuko/contract/offline-seal';
import { createStudent } from '@mfuko/contract/students';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answered,
  aNumber,
  clientHeaders,
  OFFLINE_KEY,
  openTestServer,
  type Person,
  type TestServer,
} from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { makeApp } from '../../app.ts';
import { noDailyImage } from '../../gateways/dailyimage/port.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { addStudent, hashPin } from '../students/index.ts';

const PIN = '482916';
const PLATE = 'KDA 123A';
const MINUTE = 60_000;

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let conductor: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  conductor = await server.aPerson('CheckAgent', school, ['bus']);
  await head.ask(busContract.createBus, { busNumberPlate: PLATE, label: 'Milimani' });
});
afterAll(() => server.close());

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}

async function aStudent(): Promise<Student> {
  const id = newId();
  const admissionNumber = String(6000 + aNumber());
  const classId = await server.aClass(school);
  const pinHash = await hashPin(server.context, school, id, PIN);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash }),
  );
  return { id, admissionNumber };
}

let counter = 0;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

interface Event {
  readonly key: string;
  readonly [field: string]: unknown;
}

function event({ admissionNumber }: Student, more: object = {}): Event {
  return {
    key: randomUUID(),
    counter: counter++,
    kind: 'in',
    admissionNumber,
    occurredAt: ago(MINUTE),
    method: 'pin',
    proof: { pin: PIN },
    ...more,
  };
}

type Batched = Answered<{ outcomes: OfflineOutcome[] }>;
const send = (events: readonly object[], person = guard, more: object = {}): Promise<Batched> =>
  person.ask(offlineBatch, { events, ...more });

async function one(sent: object, person = guard): Promise<OfflineOutcome> {
  const { status, body } = await send([sent], person);
  const [outcome] = status === 200 ? body.outcomes : [];
  if (!outcome) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return outcome;
}

interface Booked {
  readonly kind: string;
  readonly method: string;
  readonly verified: boolean;
  readonly at: Date;
  readonly received_at: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

async function book({ id }: Student) {
  return server.context.db.inSchool(school, async (tx) => ({
    gate: await tx.rows<Booked>(
      'SELECT kind, method, verified, at, received_at, latitude, longitude FROM gate_events WHERE school_id = $1 AND student_id = $2 ORDER BY at, id',
      [school, id],
    ),
    bus: await tx.rows<Booked & { ends_boarding: string | null; id: string }>(
      'SELECT id, kind, method, verified, at, ends_boarding FROM bus_events WHERE school_id = $1 AND student_id = $2 ORDER BY at, id',
      [school, id],
    ),
    state: (
      await tx.row<{ kind: string | null }>('SELECT kind FROM gate_states WHERE school_id = $1 AND student_id = $2', [
        school,
        id,
      ])
    )?.kind,
  }));
}

async function odd(student: Student): Promise<campus.GateException[]> {
  return (
    await head.ask<campus.GateException[]>(campus.getExceptions, { search: student.admissionNumber, sort: 'date' })
  ).body;
}

/** Tells whether any transaction waits for a lock. */
async function somebodyWaits(): Promise<boolean> {
  const waiting = await server.context.db.inSchool(school, (tx) =>
    tx.rows(`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
  );
  return waiting.length > 0;
}

describe('offlineBatch', () => {
  it('records events at the time they happened, with plain and with sealed proofs', async () => {
    const student = await aStudent();
    const [key, sealedKey] = [randomUUID(), randomUUID()];
    const morning = event(student, { key, occurredAt: ago(30 * MINUTE), lat: -0.1, long: 34.7 });
    const whole = event(student, { kind: 'out', occurredAt: ago(10 * MINUTE) });
    const sealed = await sealOffline(OFFLINE_KEY.publicKey, school, sealedKey, JSON.stringify(whole));
    const proof = {
      sealed: await sealOffline(OFFLINE_KEY.publicKey, school, whole.key, JSON.stringify({ pin: PIN })),
    };
    const again = event(student, { key: whole.key, occurredAt: ago(5 * MINUTE), proof });
    const { body } = await send([morning, { key: sealedKey, counter: whole.counter, sealed }, again]);
    expect(body.outcomes).toEqual([
      { key, status: 'recorded', sysid: expect.any(String), ...about(student, 'in') },
      { key: sealedKey, status: 'recorded', sysid: expect.any(String), ...about(student, 'out') },
      { key: whole.key, status: 'recorded', sysid: expect.any(String), ...about(student, 'in') },
    ]);
    const { gate, state } = await book(student);
    expect(gate.map(({ kind, verified, method }) => [kind, verified, method])).toEqual([
      ['in', true, 'pin'],
      ['out', true, 'pin'],
      ['in', true, 'pin'],
    ]);
    expect(gate[0]?.at.toISOString()).toBe(morning.occurredAt);
    // A place is stored only for the event whose device knew its place.
    expect(gate.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
      [-0.1, 34.7],
      [null, null],
      [null, null],
    ]);
    expect(gate.every(({ received_at }) => received_at !== null)).toBe(true);
    expect(state).toBe('in');
    expect(await odd(student)).toEqual([]);
  });

  it("applies a batch in the order of the device's counter, not of the list", async () => {
    const student = await aStudent();
    const at = ago(MINUTE);
    const first = event(student, { occurredAt: at });
    const second = event(student, { kind: 'out', occurredAt: at });
    const { body } = await send([second, first]);
    expect(body.outcomes.map(({ key, status, problem }) => [key, status, problem])).toEqual([
      [second.key, 'recorded', undefined],
      [first.key, 'recorded', undefined],
    ]);
    expect((await book(student)).state).toBe('out');
  });

  it('records each idempotency key at most once', async () => {
    const student = await aStudent();
    const sent = event(student);
    const first = await one(sent);
    expect(await one(sent)).toMatchObject({ status: 'duplicate', sysid: first.sysid });
    expect(await one(sent, head)).toMatchObject({ status: 'duplicate', sysid: first.sysid });
    expect((await send([sent, sent])).body.outcomes.map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
    const other = { ...sent, kind: 'out' };
    expect(await one(other)).toMatchObject({ status: 'refused', problem: 'idempotency.other-input' });
    expect((await book(student)).gate).toHaveLength(1);
    const row = (tx: { row: (sql: string, values: unknown[]) => Promise<unknown> }) =>
      tx.row(
        `INSERT INTO gate_events (school_id, id, student_id, kind, method, recorded_by, client_key) VALUES ($1, $2, $3, 'in', 'pin', $4, $5)`,
        [school, newId(), student.id, guard.userId, sent.key],
      );
    await expect(server.context.db.inSchool(school, row)).rejects.toThrow(/gate_events_client_key/);
  });

  it('records each key once when two servers get the same batch four times at once', async () => {
    const students = await Promise.all([aStudent(), aStudent(), aStudent()]);
    const events = students.map((student, place) => event(student, place === 2 ? { proof: { pin: '111222' } } : {}));
    const second = openDatabase(server.appUrl, 10);
    const { app } = await makeApp(
      { ...server.context, db: second },
      { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, maxEventLoopDelay: 0 },
    );
    server.watchRequests(app);
    try {
      const on = async (instance: FastifyInstance): Promise<OfflineOutcome[]> => {
        const answer = await instance.inject({
          method: 'POST',
          url: '/api/check/offlineBatch',
          headers: clientHeaders(server.context, guard.token),
          payload: { events },
        });
        return (JSON.parse(answer.body) as { outcomes: OfflineOutcome[] }).outcomes;
      };
      const answers = await Promise.all([on(server.app), on(app), on(server.app), on(app)]);
      for (const place of [0, 1, 2]) {
        const statuses = answers.map((outcomes) => outcomes[place]?.status).toSorted();
        expect(statuses).toEqual(['duplicate', 'duplicate', 'duplicate', place === 2 ? 'unverified' : 'recorded']);
      }
    } finally {
      await app.close();
      await second.close();
    }
    for (const student of students) expect((await book(student)).gate).toHaveLength(1);
    const [, , wrong] = students;
    expect(await failures(wrong as Student)).toBe(1);
  }, 30_000);

  it.each([
    ['of a proof that holds', {}, { status: 'recorded' }],
    ['of somebody’s word, which names no problem', { method: 'attested' }, { status: 'unverified' }],
    ['of a wrong PIN', { proof: { pin: '111222' } }, { status: 'unverified', problem: 'pin.wrong' }],
    [
      'of a ride on an unknown bus',
      { kind: 'on', busNumberPlate: 'the red one!' },
      { status: 'refused', problem: 'bus.not-found', busNumberPlate: 'the red one!' },
    ],
  ])('a repeated event is answered like the first time: %s', async (_, more, said) => {
    const student = await aStudent();
    const sent = event(student, more);
    const first = await one(sent, head);
    expect(first).toMatchObject({ ...said, ...about(student, first.kind ?? ''), occurredAt: sent.occurredAt });
    const { status } = first;
    const again = status === 'refused' ? {} : { status: 'duplicate', first: status };
    expect(await one(sent, head)).toEqual({ ...first, ...again });
    // Nobody learns the name by a key alone.
    const other = await one({ ...sent, occurredAt: ago(2 * MINUTE) }, head);
    expect([other.problem, other.studentName]).toEqual(['idempotency.other-input', undefined]);
  });

  it('a repeated event still names its student after the admission number has moved to another', async () => {
    const [student, next] = [await aStudent(), await aStudent()];
    const sent = event(student, { method: 'attested' });
    await one(sent);
    await server.context.db.inSchool(school, async (tx) => {
      const give = (of: Student, number: string, names: string) =>
        tx.row('UPDATE students SET admission_number = $3, names = $4 WHERE school_id = $1 AND id = $2', [
          ...[school, of.id, number, names],
        ]);
      await give(student, `${student.admissionNumber}0`, 'Achieng Odhiambo');
      await give(next, student.admissionNumber, 'Baraka Otieno');
    });
    expect((await one(sent)).studentName).toBe('Achieng Odhiambo');
  });

  it('an offline event with the key of a recorded check-in is a duplicate', async () => {
    const student = await aStudent();
    const sent = event(student);
    const online = await guard.ask<contract.GateEvent>(
      contract.checkInPin,
      { admissionNumber: student.admissionNumber, pin: PIN },
      { key: sent.key },
    );
    expect(await one(sent)).toMatchObject({ status: 'duplicate', sysid: online.body.sysid });
    expect((await book(student)).gate).toHaveLength(1);
  });

  it('an event claimed by a server that died is taken over after 61 seconds', async () => {
    const student = await aStudent();
    const sent = event(student);
    await one(sent);
    const died = event(student, { kind: 'out' });
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO offline_events (school_id, key, content_hash, claim, claimed_at, sent_by)
         SELECT school_id, $2, sha256(convert_to($4, 'UTF8')), claim, claimed_at - interval '61 seconds', sent_by
         FROM offline_events WHERE school_id = $1 AND key = $3`,
        [school, died.key, sent.key, JSON.stringify([died.kind, died.admissionNumber, died.occurredAt, null])],
      ),
    );
    expect(await one(died)).toMatchObject({ status: 'recorded' });
  });
});

describe('offline proofs', () => {
  it('a wrong offline PIN is recorded as unverified, counts towards the lock and raises an exception', async () => {
    const student = await aStudent();
    expect(await one(event(student, { proof: { pin: '111222' } }))).toMatchObject({
      status: 'unverified',
      problem: 'pin.wrong',
      studentName: 'Achieng Odhiambo',
    });
    expect(await failures(student)).toBe(1);
    expect((await book(student)).gate).toMatchObject([{ kind: 'in', verified: false }]);
    expect(await odd(student)).toMatchObject([
      { kind: 'offline-unverified', detail: { event: 'in', problem: 'pin.wrong' }, settledBy: null },
    ]);
    for (let tries = 0; tries < 4; tries++) await one(event(student, { kind: 'out', proof: { pin: '111222' } }));
    const locked = await guard.ask(contract.checkInPin, { admissionNumber: student.admissionNumber, pin: PIN });
    expect(locked.problem).toBe('pin.locked');
    // Offline tries count towards the lock like any other: five wrong guesses lock the PIN.
    expect(await one(event(student, { kind: 'out' }))).toMatchObject({ status: 'unverified', problem: 'pin.locked' });
    const letOut = (await odd(student)).at(-1);
    expect(letOut).toMatchObject({ kind: 'offline-out-unverified' });
    const bell = await head.ask<NoticeRow[]>(getNotifications);
    expect(bell.body.find(({ subject }) => subject?.id === letOut?.sysid)).toMatchObject({
      kind: 'exception.let-out',
      severity: 'urgent',
      params: { names: 'Achieng Odhiambo', admissionNumber: student.admissionNumber },
    });
  });

  it('an event without a proof, or attested by the agent, is recorded as unverified', async () => {
    const student = await aStudent();
    expect(await one(event(student, { proof: undefined }))).toMatchObject({ status: 'unverified' });
    expect(await one(event(student, { kind: 'out', method: 'attested' }))).toMatchObject({ status: 'unverified' });
    expect((await odd(student)).map(({ kind }) => kind)).toEqual(['offline-unverified', 'offline-out-unverified']);
    expect(await failures(student)).toBe(0);
    // The stored method is the one that was proven, whatever method the device claims.
    await one(event(student, { method: 'fingerprint' }));
    expect((await book(student)).gate.map(({ method }) => method)).toEqual(['pin', 'attested', 'pin']);
  });

  it('a sealed event opens only for its own school and key', async () => {
    const student = await aStudent();
    const elsewhere = await server.aSchool();
    const sent = event(student);
    const text = JSON.stringify(sent);
    const { key } = sent;
    const far = await sealOffline(OFFLINE_KEY.publicKey, elsewhere, key, text);
    expect(await one({ key, counter: 1, sealed: far })).toEqual({
      key,
      status: 'refused',
      problem: 'offline.unreadable',
    });
    const near = await sealOffline(OFFLINE_KEY.publicKey, school, 'another', text);
    expect(await one({ key, counter: 1, sealed: near })).toMatchObject({ problem: 'offline.unreadable' });
    const bent = await sealOffline(OFFLINE_KEY.publicKey, school, key, '{"kind":"in"}');
    expect(await one({ key, counter: 1, sealed: bent })).toMatchObject({ problem: 'input.malformed' });
    const proof = { sealed: await sealOffline(OFFLINE_KEY.publicKey, school, 'another', '{"pin":"482916"}') };
    expect(await one(event(student, { proof }))).toMatchObject({ status: 'unverified', problem: 'offline.unreadable' });
    // Nobody knows whom it was about, so the office hears of it.
    const { body: bells } = await head.ask<NoticeRow[]>(getNotifications);
    expect(bells.find(({ kind }) => kind === 'offline.unreadable')).toMatchObject({
      ...{ severity: 'urgent', subject: { kind: 'user', id: guard.userId }, params: { by: expect.any(String) } },
    });
    const kept = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ detail: object }>(
        `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'offline.refused'`,
        [school],
      ),
    );
    expect(kept.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([{ problem: 'offline.unreadable' }, { problem: 'input.malformed' }]),
    );
    // None of these refusals has used up the key.
    expect(
      await one({ key, counter: 1, sealed: await sealOffline(OFFLINE_KEY.publicKey, school, key, text) }),
    ).toMatchObject({ problem: 'gate.already-in' });
  });

  it('unreadable events notify once for each sender, also within ten minutes of another', async () => {
    const unreadable = () => ({ key: randomUUID(), counter: 1, sealed: Buffer.from('nothing').toString('base64url') });
    const place = await server.aSchool();
    const office = await server.aPerson('SchoolAdmin', place);
    const senders = [
      await server.aPerson('CheckAgent', place, ['gate']),
      await server.aPerson('CheckAgent', place, ['bus']),
    ];
    const refused = { status: 'refused', problem: 'offline.unreadable' };
    for (const sender of senders)
      expect((await send([unreadable(), unreadable()], sender)).body.outcomes).toMatchObject([refused, refused]);
    const heard = async () =>
      (await office.ask<NoticeRow[]>(getNotifications)).body
        .filter(({ kind }) => kind === 'offline.unreadable')
        .map(({ subject }) => subject);
    const users = senders.map(({ userId }) => ({ kind: 'user', id: userId }));
    expect((await heard()).toReversed()).toEqual(users);
    // A second tablet with the account of the first has seen other children. Neither is enrolled; each has its own session.
    const token = randomUUID();
    await server.context.db.inPlatform((tx) =>
      tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
        server.context.keys.digest('session', token),
        senders[0]?.userId,
      ]),
    );
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/${offlineBatch.path}`,
      headers: clientHeaders(server.context, token),
      payload: { events: [unreadable(), unreadable()] },
    });
    expect(answer.statusCode).toBe(200);
    expect((await heard()).toReversed()).toEqual([...users, users[0]]);
  });

  it("another person's finger or a replayed picture is recorded as unverified", async () => {
    const student = await aStudent();
    const finger = 3000 + Number(student.admissionNumber);
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    for (const seed of [1, 2, 3]) {
      const sent = { StudentSYSID: student.id, ...consent, ...print(finger, seed) };
      expect((await head.ask(enrolment.uploadStudentFingerprint, sent)).status).toBe(200);
    }
    const own = print(finger, 10);
    const byFinger = (kind: string, proof: object) => event(student, { kind, method: 'fingerprint', proof });
    expect(await one(byFinger('in', own))).toMatchObject({ status: 'recorded' });
    expect(await one(byFinger('out', own))).toMatchObject({ status: 'unverified', problem: 'fingerprint.replayed' });
    expect(await one(byFinger('in', print(5, 10)))).toMatchObject({
      status: 'unverified',
      problem: 'fingerprint.no-match',
    });
    expect((await book(student)).gate.map(({ verified }) => verified)).toEqual([true, false, false]);
  });
});

describe('offline events while the network worked', () => {
  const silent = (person: Person, seconds: number) =>
    server.context.db.inPlatform(async (tx) => {
      const back = [person.userId, seconds];
      await tx.row(
        'UPDATE sessions SET last_seen_at = last_seen_at - make_interval(secs => $2) WHERE user_id = $1',
        back,
      );
      await tx.row(
        `UPDATE account_presences SET begun_at = begun_at - make_interval(secs => $2), last_at = last_at - make_interval(secs => $2)
         WHERE user_id = $1`,
        back,
      );
    });
  /** Sets the account's last request to so many seconds ago, then sends a request now. */
  const heardAfter = async (person: Person, seconds: number) => {
    await silent(person, seconds);
    expect((await person.ask(contract.onCampus)).status).toBe(200);
  };
  const kinds = async (student: Student) => (await odd(student)).map(({ kind }) => kind).toSorted();

  it('an unproven event raises an exception when the server heard the account before and after it', async () => {
    const alone = await server.aPerson('CheckAgent', school, ['gate']);
    const [madeUp, rode, proven, early] = [await aStudent(), await aStudent(), await aStudent(), await aStudent()];
    await heardAfter(alone, 45);
    await heardAfter(alone, 45);
    await one(event(madeUp, { kind: 'out', proof: undefined, occurredAt: ago(20_000) }), alone);
    await one(event(proven, { occurredAt: ago(20_000) }), alone);
    await one(event(early, { proof: undefined, occurredAt: ago(10 * MINUTE) }), alone);
    expect(await kinds(madeUp)).toEqual(['offline-out-unverified', 'offline-with-network']);
    expect(await kinds(proven)).toEqual([]);
    expect(await kinds(early)).toEqual(['offline-unverified']);
    // Another account's network says nothing about this account's device.
    await one(event(rode, { proof: undefined, occurredAt: ago(20_000) }));
    expect(await kinds(rode)).toEqual(['offline-unverified']);
  });

  it('no exception when the server heard nothing of the account for a minute around the event', async () => {
    const alone = await server.aPerson('CheckAgent', school, ['gate']);
    const student = await aStudent();
    await heardAfter(alone, 45);
    await heardAfter(alone, 90);
    await one(event(student, { proof: undefined, occurredAt: ago(45_000) }), alone);
    expect(await kinds(student)).toEqual(['offline-unverified']);
  });
});

describe('offline events that do not fit', () => {
  it('an event that clashes with the gate state is recorded and raises an exception', async () => {
    const student = await aStudent();
    await one(event(student, { occurredAt: ago(30_000) }));
    expect(await one(event(student, { occurredAt: ago(15_000) }))).toMatchObject({
      status: 'recorded',
      problem: 'gate.already-in',
    });
    expect((await book(student)).gate).toHaveLength(2);
    expect(await odd(student)).toMatchObject([{ kind: 'offline-clash', detail: { clash: 'gate.already-in' } }]);
  });

  it('an older event does not change the state set by a later one', async () => {
    const student = await aStudent();
    await one(event(student, { occurredAt: ago(3 * MINUTE) }));
    await one(event(student, { kind: 'out', occurredAt: ago(MINUTE) }));
    expect(await one(event(student, { kind: 'in', occurredAt: ago(5 * MINUTE) }))).toMatchObject({
      status: 'recorded',
      problem: 'gate.already-in',
    });
    expect((await book(student)).state).toBe('out');
  });

  it('refuses an event over seven days old with an exception, and corrects a wrong device clock', async () => {
    const student = await aStudent();
    expect(await one(event(student, { occurredAt: ago(8 * 24 * 60 * MINUTE) }))).toMatchObject({
      status: 'refused',
      problem: 'offline.too-old',
    });
    const ahead = event(student, { occurredAt: ago(-60 * MINUTE) });
    expect(await one(ahead)).toMatchObject({ status: 'recorded' });
    expect((await odd(student)).map(({ kind }) => kind)).toEqual(['offline-refused', 'offline-clock']);
    const { gate } = await book(student);
    expect(gate[0]?.at.getTime()).toBeLessThanOrEqual(Date.now());
    const other = await aStudent();
    const behind = event(other, { occurredAt: ago(400 * 24 * 60 * MINUTE + MINUTE) });
    const { body } = await send([behind], guard, { sentAt: ago(400 * 24 * 60 * MINUTE) });
    expect(body.outcomes).toMatchObject([{ status: 'recorded' }]);
    expect(Date.now() - ((await book(other)).gate[0]?.at.getTime() ?? 0)).toBeLessThan(2 * MINUTE);
  });

  it('a clock that was set before sending is corrected, and the event raises an exception', async () => {
    const student = await aStudent();
    const day = 24 * 60 * MINUTE;
    const wrong = event(student, { occurredAt: ago(day + 10 * MINUTE), clockAheadMs: day });
    const { body } = await send([wrong], guard, { sentAt: ago(0) });
    expect(body.outcomes).toMatchObject([{ status: 'recorded' }]);
    const [passage] = (await book(student)).gate;
    expect(Math.abs(Date.now() - 10 * MINUTE - (passage?.at.getTime() ?? 0))).toBeLessThan(MINUTE);
    expect((await odd(student)).map(({ kind }) => kind)).toEqual(['offline-clock']);
    // A constant clock error is corrected without an exception.
    const other = await aStudent();
    const steady = event(other, { occurredAt: ago(day + 10 * MINUTE), clockAheadMs: day });
    await send([steady], guard, { sentAt: ago(day) });
    expect(await odd(other)).toEqual([]);
    // An event whose proof fails as well adds both exceptions.
    const third = await aStudent();
    await send([event(third, { occurredAt: ago(day), clockAheadMs: day, proof: {} })], guard, { sentAt: ago(0) });
    expect((await odd(third)).map(({ kind }) => kind).toSorted()).toEqual(['offline-clock', 'offline-unverified']);
  });

  it("an event whose time contradicts the device's counter raises an exception", async () => {
    const [first, second] = [await aStudent(), await aStudent()];
    const early = event(first, { occurredAt: ago(MINUTE) });
    const turned = event(second, { occurredAt: ago(24 * 60 * MINUTE) });
    await send([turned, early]);
    expect(await odd(first)).toEqual([]);
    expect((await odd(second)).map(({ kind }) => kind)).toEqual(['offline-clock']);
  });

  it('an event of a student who has left is refused each time, with an exception', async () => {
    const student = await aStudent();
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [school, student.id]),
    );
    const sent = event(student);
    for (const told of [await one(sent), await one(sent)]) {
      expect(told).toMatchObject({ status: 'refused', problem: 'student.not-found' });
      expect(told.studentName).toBeUndefined();
    }
    expect((await book(student)).gate).toEqual([]);
    // The office has to look: the child was at the gate, but is on no list of the students in school.
    expect((await odd(student)).map(({ kind }) => kind)).toEqual(['offline-refused']);
    const nobodys = await one(event({ ...student, admissionNumber: '999999' }));
    expect(nobodys).toMatchObject({ status: 'refused', problem: 'student.not-found' });
  });

  it('an event is refused when its student is deleted while the event waits for the row lock', async () => {
    const student = await aStudent();
    let told: Promise<OfflineOutcome> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      for (const step of ['SELECT 1 AS one FROM students', 'UPDATE students SET deleted_at = clock_timestamp()']) {
        const lock = step.startsWith('SELECT') ? 'FOR UPDATE' : '';
        await tx.row(`${step} WHERE school_id = $1 AND id = $2 ${lock}`, [school, student.id]);
      }
      told = one(event(student));
      await expect.poll(somebodyWaits, { timeout: 10_000 }).toBe(true);
    });
    expect(await told).toMatchObject({ status: 'refused', problem: 'student.not-found' });
    expect((await book(student)).gate).toEqual([]);
  });
});

describe('offlineBatch permissions', () => {
  it('each event of a batch needs the duty of its kind', async () => {
    const student = await aStudent();
    const gate = event(student);
    const bus = event(student, { kind: 'on', busNumberPlate: 'kda123a' });
    const statuses = async (person: Person) =>
      (await send([gate, bus], person)).body.outcomes.map(({ status, problem }) => problem ?? status);
    expect(await statuses(guard)).toEqual(['recorded', 'session.role']);
    expect(await statuses(conductor)).toEqual(['session.role', 'recorded']);
    expect(await statuses(head)).toEqual(['duplicate', 'duplicate']);
    const cook = await server.aPerson('CheckAgent', school, ['canteen']);
    expect((await send([gate], cook)).problem).toBe('session.role');
    const admin = await server.aPerson('Admin');
    const named = await admin.ask(offlineBatch, { events: [event(student, { kind: 'out' })] }, { school });
    expect(named.body).toMatchObject({ outcomes: [{ status: 'recorded' }] });
  });

  it('refuses empty, oversized, too long and malformed batches', async () => {
    const student = await aStudent();
    expect((await send([])).status).toBe(400);
    const many = Array.from({ length: MAX_EVENTS + 1 }, () => event(student));
    expect((await send(many)).problem).toBe('input.malformed');
    const bent = await send([event(student, { kind: 'sideways' })]);
    expect(bent).toMatchObject({ status: 400, body: { detail: { fields: { 'events.0.kind': expect.any(String) } } } });
    const large = await send([event(student, { proof: { B64Fingerprint: 'A'.repeat(5_000_000) } })]);
    expect(large.status).toBe(413);
    expect((await book(student)).gate).toEqual([]);
  });
});

describe('offline bus rides', () => {
  it('an offline ride ends its boarding, and rides that do not fit raise exceptions', async () => {
    const student = await aStudent();
    const ride = (kind: string, minutes: number, more: object = {}) =>
      one(
        event(student, { kind, busNumberPlate: PLATE, occurredAt: ago(minutes * MINUTE), method: 'attested', ...more }),
        conductor,
      );
    expect(await ride('on', 30)).toMatchObject({ status: 'unverified' });
    expect(await ride('off', 20, { method: 'pin' })).toMatchObject({ status: 'recorded' });
    expect(await ride('off', 10, { method: 'pin' })).toMatchObject({ status: 'recorded', problem: 'bus.not-aboard' });
    const { bus } = await book(student);
    expect(bus.map(({ kind, method, ends_boarding }) => [kind, method, ends_boarding])).toEqual([
      ['on', 'attested', null],
      ['off', 'pin', bus[0]?.id],
      ['off', 'pin', null],
    ]);
    expect(await ride('on', 5, { busNumberPlate: 'the red one!' })).toMatchObject({
      status: 'refused',
      problem: 'bus.not-found',
    });
    expect((await odd(student)).map(({ kind }) => kind).toSorted()).toEqual([
      'offline-clash',
      'offline-refused',
      'offline-unverified',
    ]);
    expect((await ride('on', 4, { method: 'pin' })).status).toBe('recorded');
    // The alighting is older than the boarding of four minutes ago, which stays the latest state.
    expect(await ride('off', 8, { method: 'pin' })).toMatchObject({ problem: 'bus.not-aboard' });
    const aboard = await head.ask<{ busNumberPlate: string; aboard: boolean }[]>(busContract.busLatest, {
      search: student.admissionNumber,
    });
    expect(aboard.body).toMatchObject([{ busNumberPlate: PLATE, aboard: true }]);
  });
});

describe('offline passage of a student on a bus', () => {
  it('an offline passage during a bus ride raises a custody exception', async () => {
    const student = await aStudent();
    const at = (minutes: number) => ago(minutes * MINUTE);
    const ride = { busNumberPlate: PLATE, method: 'pin' };
    await one(event(student, { ...ride, kind: 'on', occurredAt: at(30) }), conductor);
    await one(event(student, { ...ride, kind: 'off', occurredAt: at(20) }), conductor);
    await one(event(student, { kind: 'in', occurredAt: at(10) }));
    expect(await odd(student)).toEqual([]);
    await one(event(student, { kind: 'in', occurredAt: at(25) }));
    expect((await odd(student)).map(({ kind }) => kind)).toContain('custody-aboard');
  });
});

describe('getExceptions and clearException', () => {
  it('an exception is cleared once, by the office, with a note, and can be filtered', async () => {
    const student = await aStudent();
    await one(event(student, { kind: 'out', proof: undefined }));
    const [open] = await odd(student);
    if (!open) throw new Error('nothing is odd');
    expect(open).toMatchObject({ kind: 'offline-out-unverified', recordedBy: 'Wanjiru Otieno', settledAt: null });
    expect((await guard.ask(campus.clearException, { sysid: open.sysid, note: 'Fetched' })).problem).toBe(
      'session.role',
    );
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    const stranger = await elsewhere.ask(campus.clearException, { sysid: open.sysid, note: 'Fetched' });
    expect(stranger.problem).toBe('oddity.not-found');
    expect((await head.ask(campus.clearException, { sysid: open.sysid, note: ' ' })).status).toBe(400);
    const other = await aStudent();
    await one(event(other, { kind: 'out', proof: undefined }));
    const settled = await head.ask(campus.clearException, { sysid: open.sysid, note: 'Fetched by the mother' });
    expect(settled.body).toMatchObject({ settledBy: 'Wanjiru Otieno', note: 'Fetched by the mother' });
    const again = await head.ask(campus.clearException, { sysid: open.sysid, note: 'Another' });
    expect(again.problem).toBe('oddity.settled');
    expect(await odd(other)).toMatchObject([{ settledAt: null }]);
    expect(await odd(student)).toMatchObject([{ note: 'Fetched by the mother', settledAt: expect.any(String) }]);
    const listed = (input: object) =>
      head.ask<campus.GateException[]>(campus.getExceptions, { search: student.admissionNumber, ...input });
    expect((await listed({ settled: false })).body).toEqual([]);
    expect((await listed({ settled: true, kind: 'offline-out-unverified' })).body).toHaveLength(1);
    expect((await listed({ kind: 'offline-clash' })).body).toEqual([]);
    expect((await listed({ from: ago(-MINUTE) })).body).toEqual([]);
    expect((await listed({ to: ago(-MINUTE) })).body).toHaveLength(1);
    expect((await listed({ to: ago(60 * MINUTE) })).body).toEqual([]);
    expect((await listed({ page: 1, pageSize: 1 })).headers['x-total-count']).toBe('1');
    expect((await guard.ask(campus.getExceptions)).problem).toBe('session.role');
  });
});

describe('checkHours', () => {
  it("checkHours counts today's passages by hour in the school's time zone", async () => {
    const alone = await server.aSchool();
    await setTimeZoneToNoon(server.ownerUrl, alone);
    const watch = await server.aPerson('SchoolAdmin', alone);
    const hours = async () => (await watch.ask<AnswerOf<typeof campus.checkHours>>(campus.checkHours)).body;
    const empty = await hours();
    expect(empty).toMatchObject({ ins: 0, outs: 0, onCampus: 0 });
    expect(empty.hours).toHaveLength(24);
    const classSYSID = await server.aClass(alone);
    const aChild = async () => {
      const admissionNumber = String(6000 + aNumber());
      const input = { admissionNumber, names: 'Achieng Odhiambo', checkPin: PIN, classSYSID };
      return { admissionNumber, id: (await watch.ask<{ sysid: string }>(createStudent, input)).body.sysid };
    };
    const child = await aChild();
    await watch.ask(contract.checkInPin, { admissionNumber: child.admissionNumber, pin: PIN });
    const after = await hours();
    expect(after).toMatchObject({ ins: 1, outs: 0, onCampus: 1 });
    const busy = after.hours.filter(({ ins }) => ins > 0).map(({ hour }) => hour);
    // Noon by the school's clock, give or take the hour that may begin during the test.
    expect([[12], [13]]).toContainEqual(busy);
    // Yesterday's passages are not counted, but a child who came yesterday and has not left is still on campus, until the child is
    // deleted.
    const day = 24 * 60 * MINUTE;
    const early = await aChild();
    expect(await one(event(early, { occurredAt: ago(day) }), watch)).toMatchObject({ status: 'recorded' });
    expect(await hours()).toMatchObject({ ins: 1, outs: 0, onCampus: 2 });
    await server.context.db.inSchool(alone, (tx) =>
      tx.row('UPDATE students SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [alone, early.id]),
    );
    expect(await hours()).toMatchObject({ ins: 1, outs: 0, onCampus: 1 });
  });
});

function about({ admissionNumber }: Student, kind: string) {
  return { kind, admissionNumber, studentName: 'Achieng Odhiambo', occurredAt: expect.any(String) };
}

async function failures({ id }: Student): Promise<number> {
  const found = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ pin_failures: number }>(
      'SELECT pin_failures::int FROM student_locks WHERE school_id = $1 AND student_id = $2',
      [school, id],
    ),
  );
  return found?.pin_failures ?? 0;
}
