import { randomUUID } from 'node:crypto';
import { createBus, onBusKids } from '@mfuko/contract/bus';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import type { Contact } from '@mfuko/contract/students';
import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { notifyGuardiansOf } from './notify-guardians.ts';

const PIN = '482916';
const PLATE = 'KDA 123A';

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let conductor: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('MILIMANI');
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  conductor = await server.aPerson('CheckAgent', school, ['bus']);
  classSYSID = await server.aClass(school);
  await head.ask(createBus, { busNumberPlate: PLATE, label: 'Milimani' });
}, 60_000);
afterAll(() => server.close());

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

async function aChild(): Promise<Child> {
  const admissionNumber = String(6000 + aNumber());
  const child = { admissionNumber, names: 'Achieng Mary Odhiambo', classSYSID, checkPin: PIN };
  return { ...(await head.ask<Child>(students.createStudent, child)).body, admissionNumber };
}

async function aGuardian(child: Child, wishes: object = {}): Promise<Contact> {
  const mobileNumber = `2547${String(20_000_000 + aNumber())}`;
  const guardian = { studentSYSID: child.sysid, name: 'Mama Achieng', mobileNumber, ...wishes };
  const added = await head.ask<Contact>(students.addContact, guardian);
  expect(added.status).toBe(200);
  return added.body;
}

const checkIn = ({ admissionNumber }: Child) => guard.ask(checkInPin, { admissionNumber, pin: PIN });
const checkOut = ({ admissionNumber }: Child) => guard.ask(checkOutPin, { admissionNumber, pin: PIN });

async function heardBy({ mobileNumber }: Contact): Promise<string[]> {
  await server.runJobs();
  return server.sent.filter(({ to, kind }) => to === mobileNumber && kind === 'passage').map(({ text }) => text);
}

describe('guardian notifications', () => {
  it('a guardian who has not subscribed gets no SMS', async () => {
    const child = await aChild();
    const guardian = await aGuardian(child);
    expect(guardian.notify).toEqual([]);
    expect((await checkIn(child)).status).toBe(200);
    expect(await heardBy(guardian)).toEqual([]);
  });

  it('a guardian gets one SMS per subscribed passage, in their language', async () => {
    const child = await aChild();
    const mother = await aGuardian(child, { notify: ['in', 'out'] });
    const father = await aGuardian(child, { notify: ['out'], language: 'sw' });
    await checkIn(child);
    await checkOut(child);
    const who = `Achieng O. \\(${child.admissionNumber}\\)`;
    const at = '\\d\\d/\\d\\d \\d\\d:\\d\\d';
    expect((await heardBy(mother)).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^MILIMANI: ${who} came to school, ${at}\\.$`)),
      expect.stringMatching(new RegExp(`^MILIMANI: ${who} left school, ${at}\\.$`)),
    ]);
    expect(await heardBy(father)).toEqual([
      expect.stringMatching(new RegExp(`^MILIMANI: ${who} ametoka shuleni, ${at}\\.$`)),
    ]);
  });

  it('the SMS about a bus ride names the number plate', async () => {
    const child = await aChild();
    const guardian = await aGuardian(child, { notify: ['on', 'off'] });
    const ride = { admissionNumber: child.admissionNumber, busNumberPlate: PLATE };
    expect((await conductor.ask(onBusKids, ride)).status).toBe(200);
    expect(await heardBy(guardian)).toEqual([expect.stringContaining(`got on bus ${PLATE}`)]);
  });

  it('a refused passage sends no SMS', async () => {
    const child = await aChild();
    const guardian = await aGuardian(child, { notify: ['in', 'out'] });
    const wrong = await guard.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: '905173' });
    expect(wrong.problem).toBe('pin.wrong');
    expect((await checkOut(child)).problem).toBe('gate.not-in');
    expect(await heardBy(guardian)).toEqual([]);
  });

  it.each([
    ['hears late of what a device recorded without a network', 60_000, 1],
    ['hears nothing of what happened yesterday', 24 * 3_600_000, 0],
  ])('a guardian %s', async (_, agoMs, heard) => {
    const child = await aChild();
    const guardian = await aGuardian(child, { notify: ['in'] });
    const event = {
      ...{ key: randomUUID(), counter: 1, kind: 'in', method: 'pin', proof: { pin: PIN } },
      admissionNumber: child.admissionNumber,
      occurredAt: new Date(Date.now() - agoMs).toISOString(),
    };
    const sent = { events: [event] };
    const answer = await guard.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, sent);
    expect(['recorded', 'unverified']).toContain(answer.body.outcomes[0]?.status);
    await guard.ask(offlineBatch, sent);
    expect(await heardBy(guardian)).toHaveLength(heard);
  });

  it('an update without subscriptions keeps them, and an empty list ends them', async () => {
    const child = await aChild();
    const { sysid, ...guardian } = await aGuardian(child, { notify: ['in'] });
    const kept = await head.ask<Contact>(students.updateContact, { sysid, name: 'Baba Achieng' });
    expect(kept.body.notify).toEqual(['in']);
    const none = await head.ask<Contact>(students.updateContact, { sysid, notify: [] });
    expect(none.body.notify).toEqual([]);
    expect((await head.ask(students.updateContact, { sysid, notify: ['lunch'] })).status).toBe(400);
    await checkIn(child);
    expect(await heardBy({ sysid, ...guardian })).toEqual([]);
  });
});

it('running the notification job three times sends one SMS', async () => {
  const child = await aChild();
  const guardian = await aGuardian(child, { notify: ['in'] });
  const passed = {
    ...{ schoolId: school, studentId: child.sysid, eventId: randomUUID(), kind: 'in' as const, plate: null },
    at: new Date().toISOString(),
  };
  for (let run = 0; run < 3; run += 1) {
    await server.context.db.inSchool(school, (tx) => notifyGuardiansOf(tx, server.context, passed));
  }
  expect(await heardBy(guardian)).toHaveLength(1);
});
