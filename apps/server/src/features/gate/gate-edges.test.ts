import { randomUUID } from 'node:crypto';
import * as gate from '@mfuko/contract/gate';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, hashPin } from '../students/index.ts';
import { erasePassages } from './erase.ts';
import { claimEvent, completeClaim, releaseClaim } from './offline-claims.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  guard = await server.aPerson('CheckAgent', school, ['gate']);
});
afterAll(() => server.close());

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);

/** Inserts an offline event that another request has claimed. */
async function claimed(): Promise<{ key: string; claim: string }> {
  const [key, claim] = [randomUUID(), newId()];
  await inSchool((tx) =>
    tx.row('INSERT INTO offline_events (school_id, key, content_hash, claim, sent_by) VALUES ($1, $2, $3, $4, $5)', [
      school,
      key,
      Buffer.alloc(32),
      claim,
      guard.userId,
    ]),
  );
  return { key, claim };
}

const RECORDED = { status: 'recorded', problem: null, eventId: null, studentId: null, closedTripId: null } as const;
const stateOf = (key: string) =>
  inSchool((tx) =>
    tx.row<{ status: string | null; free: boolean }>(
      `SELECT status, claimed_at = '-infinity' AS free FROM offline_events WHERE school_id = $1 AND key = $2`,
      [school, key],
    ),
  );

it('only the holder of a claim can complete or release an offline event, and only once', async () => {
  const { key, claim } = await claimed();
  await expect(inSchool((tx) => completeClaim(tx, key, newId(), RECORDED))).rejects.toMatchObject({
    problem: 'server.busy',
  });
  await inSchool((tx) => releaseClaim(tx, key, newId()));
  expect(await stateOf(key)).toEqual({ status: null, free: false });
  await inSchool((tx) => completeClaim(tx, key, claim, RECORDED));
  await expect(inSchool((tx) => completeClaim(tx, key, claim, RECORDED))).rejects.toMatchObject({
    problem: 'server.busy',
  });
  await inSchool((tx) => releaseClaim(tx, key, claim));
  expect(await stateOf(key)).toEqual({ status: 'recorded', free: false });
});

it('a claim left by a dead server is not taken over with other content, which waits for the outcome', async () => {
  const { key, claim } = await claimed();
  await inSchool((tx) =>
    tx.row(
      `UPDATE offline_events SET claimed_at = claimed_at - interval '61 seconds' WHERE school_id = $1 AND key = $2`,
      [school, key],
    ),
  );
  let looks = 0;
  const autonomous = <T>(work: (tx: Tx) => Promise<T>) => inSchool(work).finally(() => looks++);
  const call = { actor: { userId: guard.userId }, autonomous } as unknown as Call;
  const other = claimEvent(call, key, Buffer.alloc(32, 1));
  await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThan(1);
  const settled = RECORDED;
  await inSchool((tx) => completeClaim(tx, key, claim, settled));
  expect(await other).toEqual({ mine: false, settled, sameContent: false });
});

it('releasing one claimed event does not release another', async () => {
  const [one, other] = [await claimed(), await claimed()];
  await inSchool((tx) => releaseClaim(tx, one.key, one.claim));
  expect([await stateOf(one.key), await stateOf(other.key)]).toEqual([
    { status: null, free: true },
    { status: null, free: false },
  ]);
});

async function aStudent() {
  const id = newId();
  const admissionNumber = String(8000 + aNumber());
  const classId = await server.aClass(school);
  const pinHash = await hashPin(server.context, school, id, PIN);
  await inSchool((tx) => addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash }));
  const told = { admissionNumber, pin: PIN };
  return {
    id,
    admissionNumber,
    checkIn: (more: object = {}, key = randomUUID()) =>
      guard.ask<gate.GateEvent>(gate.checkInPin, { ...told, ...more }, { key }),
    checkOut: (key = randomUUID()) => guard.ask<gate.GateEvent>(gate.checkOutPin, told, { key }),
    async offline(kind: 'in' | 'out', minutesAgo: number, key = randomUUID()): Promise<OfflineOutcome | undefined> {
      const occurredAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      const event = { key, counter: aNumber(), kind, admissionNumber, occurredAt, method: 'pin', proof: { pin: PIN } };
      const { body } = await guard.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, { events: [event] });
      return body.outcomes[0];
    },
  };
}

it('the audit trail holds overridden passages only', async () => {
  const student = await aStudent();
  const events = () =>
    inSchool((tx) =>
      tx.rows(
        `SELECT action, actor_id, detail->>'reason' AS reason FROM audit_events
         WHERE subject_id = $1 AND action LIKE 'gate.%'`,
        [student.id],
      ),
    );
  expect((await student.checkIn()).status).toBe(200);
  expect(await events()).toEqual([]);
  expect((await student.checkIn({ override: 'Came back by the fence' })).status).toBe(200);
  expect(await events()).toEqual([
    { action: 'gate.in.overridden', actor_id: guard.userId, reason: 'Came back by the fence' },
  ]);
});

it('the key of a recorded offline event can be used for a gate call', async () => {
  const student = await aStudent();
  const key = randomUUID();
  expect(await student.offline('in', 5, key)).toMatchObject({ status: 'recorded' });
  expect((await student.checkOut(key)).status).toBe(200);
});

it('a late passage is compared with the passages before and after its own time', async () => {
  const student = await aStudent();
  for (const [kind, minutesAgo] of [
    ['in', 50],
    ['out', 40],
    ['in', 30],
    ['out', 10],
  ] as const)
    expect((await student.offline(kind, minutesAgo))?.problem).toBeUndefined();
  expect(await student.offline('out', 20)).toMatchObject({ problem: 'gate.not-in' });
  // The passages are so close to each other that no midnight lies between them.
  expect(await student.offline('in', 29.99)).toMatchObject({ problem: 'gate.already-in' });
});

it("erasing one student's passages leaves another student's state, reasons and exceptions", async () => {
  const [child, other] = [await aStudent(), await aStudent()];
  for (const each of [child, other]) {
    expect((await each.checkIn()).status).toBe(200);
    expect((await each.checkIn({ override: 'Came back by the fence' })).status).toBe(200);
  }
  const kept = ({ id }: { id: string }) =>
    inSchool((tx) =>
      tx.row(
        `SELECT g.kind, e.latitude, e.override_reason AS reason, x.detail ->> 'reason' AS detail, x.note
         FROM gate_states g
         JOIN gate_events e ON e.school_id = g.school_id AND e.student_id = g.student_id
         JOIN gate_exceptions x ON x.school_id = g.school_id AND x.student_id = g.student_id AND x.event_id = e.id
         WHERE g.school_id = $1 AND g.student_id = $2`,
        [school, id],
      ),
    );
  const before = await kept(other);
  const reason = 'Came back by the fence';
  expect(before).toEqual({ kind: 'in', latitude: -0.09, reason, detail: reason, note: null });
  await inSchool((tx) =>
    erasePassages(tx, {
      id: child.id,
      admissionNumber: child.admissionNumber,
      names: '',
      pseudonym: 'E-1',
      guardians: [],
    }),
  );
  expect(await kept(child)).toEqual({ kind: null, latitude: null, reason: null, detail: null, note: null });
  expect(await kept(other)).toEqual(before);
});

it('the on-campus list omits deleted students and those who have left', async () => {
  const student = await aStudent();
  await student.checkIn();
  const called = async () =>
    (await guard.ask<object[]>(gate.onCampus, { search: student.admissionNumber })).body.length === 1;
  const set = (change: string) =>
    inSchool((tx) => tx.row(`UPDATE students SET ${change} WHERE school_id = $1 AND id = $2`, [school, student.id]));
  expect(await called()).toBe(true);
  await set('deleted_at = now()');
  expect(await called()).toBe(false);
  await set(`deleted_at = NULL, status = 'left'`);
  expect(await called()).toBe(false);
});
