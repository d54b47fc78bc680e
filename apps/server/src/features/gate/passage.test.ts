import { randomUUID } from 'node:crypto';
import * as gate from '@mfuko/contract/gate';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { openRollCall, tickRollCall } from '@mfuko/contract/roll-calls';
import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { GATE_BUNDLE } from './bundle.ts';

const PIN = '482916';

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

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

async function aChild(className: string): Promise<Child> {
  const admissionNumber = String(8000 + aNumber());
  const classSYSID = await server.aClass(school, className);
  const child = { admissionNumber, names: 'Achieng Odhiambo', classSYSID, checkPin: PIN };
  return { ...(await head.ask<Child>(students.createStudent, child)).body, admissionNumber };
}

const pass = (endpoint: typeof gate.checkInPin | typeof gate.checkOutPin, { admissionNumber }: Child) =>
  guard.ask<gate.GateEvent>(endpoint, { admissionNumber, pin: PIN }, { key: randomUUID() });

async function passedOffline({ admissionNumber }: Child, minutesAgo: number): Promise<string | undefined> {
  const occurredAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const event = { key: randomUUID(), counter: aNumber(), kind: 'in', admissionNumber, occurredAt, method: 'pin' };
  const { body } = await guard.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, {
    events: [{ ...event, proof: { pin: PIN } }],
  });
  return body.outcomes[0]?.status;
}

function bundled(name: string, { sysid, admissionNumber }: Child) {
  const part = GATE_BUNDLE.find((each) => each.name === name);
  const subject = { id: sysid, admissionNumber, names: '', guardians: [] };
  return server.context.db.inSchool(school, async (tx) => (await part?.read(tx, server.context, subject)) ?? []);
}

it('the bundle of a student gives the time of receipt of offline passages only', async () => {
  const [present, late] = [await aChild('Grade 4'), await aChild('Grade 5')];
  expect((await pass(gate.checkInPin, present)).status).toBe(200);
  expect(await passedOffline(late, 30)).toBe('recorded');
  expect(await bundled('passages', present)).toMatchObject([{ received: null }]);
  expect(await bundled('passages', late)).toMatchObject([{ received: expect.any(Date) }]);
});

it('the bundle of a student lists the roll calls that expected or saw the student', async () => {
  const [present, other, home] = [await aChild('Grade 4'), await aChild('Grade 5'), await aChild('Grade 6')];
  for (const child of [present, other]) expect((await pass(gate.checkInPin, child)).status).toBe(200);
  const open = async (reason: string) => (await guard.ask<{ sysid: string }>(openRollCall, { reason })).body.sysid;
  const sysid = await open('Smoke');
  const tick = (admissionNumber: string) => ({
    ...{ key: randomUUID(), admissionNumber, at: '2026-11-20T06:00:00.000Z', by: 'Mwalimu Otieno' },
  });
  await guard.ask(tickRollCall, { sysid, ticks: [tick(other.admissionNumber), tick(home.admissionNumber)] });
  expect((await pass(gate.checkOutPin, present)).status).toBe(200);
  await open('Fire drill');
  expect(await bundled('rollCalls', present)).toMatchObject([{ reason: 'Smoke', seen: null }]);
  expect(await bundled('rollCalls', other)).toMatchObject([
    { reason: 'Smoke', seen: new Date('2026-11-20T06:00:00.000Z'), by: guard.userId, byFinger: false },
    { reason: 'Fire drill', seen: null },
  ]);
  expect(await bundled('rollCalls', home)).toMatchObject([{ reason: 'Smoke', seen: expect.any(Date) }]);
});

it('guardians are notified of a passage received five hours late, but not seven', async () => {
  const told = async (minutesAgo: number) => {
    const child = await aChild(`Grade ${aNumber()}`);
    const mobileNumber = `2547${String(20_000_000 + aNumber())}`;
    const guardian = { studentSYSID: child.sysid, name: 'Mama Achieng', mobileNumber, notify: ['in'] };
    expect((await head.ask(students.addContact, guardian)).status).toBe(200);
    expect(await passedOffline(child, minutesAgo)).toBe('recorded');
    await server.runJobs();
    return server.sent.filter(({ to, kind }) => to === mobileNumber && kind === 'passage').length;
  };
  expect(await told(5 * 60)).toBe(1);
  expect(await told(7 * 60)).toBe(0);
});

it('the on-campus list has each checked-in student once, with the class, and none checked out', async () => {
  const [one, other, gone] = [await aChild('Grade 4'), await aChild('Grade 5'), await aChild('Grade 6')];
  for (const child of [one, other, gone]) expect((await pass(gate.checkInPin, child)).status).toBe(200);
  expect((await pass(gate.checkOutPin, gone)).status).toBe(200);
  const { body } = await guard.ask<{ admissionNumber: string; className: string; method: string }[]>(gate.onCampus, {
    sort: 'admissionNumber',
  });
  expect(body.map(({ admissionNumber, className, method }) => [admissionNumber, className, method]).sort()).toEqual(
    [
      [one.admissionNumber, 'Grade 4', 'pin'],
      [other.admissionNumber, 'Grade 5', 'pin'],
    ].sort(),
  );
});
