import { randomUUID } from 'node:crypto';
import * as gate from '@mfuko/contract/gate';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
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

it('a passage without a network tells when it came in, and one with a network has nothing to tell', async () => {
  const [present, late] = [await aChild('Grade 4'), await aChild('Grade 5')];
  expect((await pass(gate.checkInPin, present)).status).toBe(200);
  expect(await passedOffline(late, 30)).toBe('recorded');
  const received = async ({ sysid, admissionNumber }: Child) => {
    const part = GATE_BUNDLE.find(({ name }) => name === 'passages');
    const erasee = { id: sysid, admissionNumber, names: '', guardians: [] };
    return server.context.db.inSchool(school, async (tx) => (await part?.read(tx, server.context, erasee)) ?? []);
  };
  expect(await received(present)).toMatchObject([{ received: null }]);
  expect(await received(late)).toMatchObject([{ received: expect.any(Date) }]);
});

it('guardians hear of a passage that came in late, and not of one of half a day ago', async () => {
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

it('the roll call has each child once who is in, in the own class, and nobody who went out', async () => {
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
