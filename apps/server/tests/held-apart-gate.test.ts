// As held-apart-money.test.ts, of who lets a child go at the gate, and of what the office changes about it at that moment.
import { randomUUID } from 'node:crypto';
import { addCollector, setLeavesAlone } from '@mfuko/contract/collectors';
import { cancelExeat, type Exeat, grantExeat } from '@mfuko/contract/exeats';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aChild, type Child, PIN } from '../src/features/erasure/known-child.testkit.ts';
import { interleaveCalls, openPatientServer } from './hold-at.testkit.ts';
import type { Person, TestServer } from './kit.ts';
import { setTimeZoneToNoon } from './noon.testkit.ts';
import { asOwner } from './owner.testkit.ts';

let server: TestServer;
let school: string;
let classSYSID: string;
let head: Person;
let guard: Person;

beforeAll(async () => {
  server = await openPatientServer();
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  classSYSID = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  const rules = { sysid: school, requireCollector: true, requireExeat: true };
  expect((await admin.ask(updateSchoolSettings, rules)).status).toBe(200);
});
afterAll(() => server.close());

const uncle = { name: 'Joseph Otieno', relation: 'Uncle' };
interface Leaving extends Child {
  readonly exeatSYSID: string;
  readonly collectorSYSID: string;
}
/** A child who is in school, and may go with the uncle on a pass. */
async function leaving(): Promise<Leaving> {
  const child = await aChild(head, classSYSID);
  const { sysid: studentSYSID, admissionNumber } = child;
  expect((await guard.ask(checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
  const added = await head.ask<{ sysid: string }>(addCollector, { studentSYSID, ...uncle });
  await asOwner(server, school, `UPDATE collectors SET added_at = added_at - interval '2 days'`);
  const days = { leavesFrom: '2020-01-01T08:00', returnBy: '2999-01-01T08:00' };
  const pass = await head.ask<Exeat>(grantExeat, { studentSYSID, ...days, reason: 'Fees' });
  return { ...child, collectorSYSID: added.body.sysid, exeatSYSID: pass.body.sysid };
}
const out = ({ admissionNumber, collectorSYSID }: Leaving) =>
  guard.ask(checkOutPin, { admissionNumber, pin: PIN, collectorSYSID }, { key: randomUUID() });
const alone = ({ admissionNumber }: Leaving) =>
  guard.ask(checkOutPin, { admissionNumber, pin: PIN, leavesAlone: true }, { key: randomUUID() });
const bar = ({ sysid: studentSYSID }: Leaving) =>
  head.ask(addCollector, { studentSYSID, ...uncle, blockedReason: 'Court order' });
const change = (leavesAlone: boolean) => head.ask(setLeavesAlone, { classSYSID, leavesAlone });

it('a check-out waits for an uncommitted bar of its collector and is refused', async () => {
  const child = await leaving();
  const met = await interleaveCalls(
    server,
    school,
    'collectors',
    () => bar(child),
    () => out(child),
  );
  expect([met.waited, met.one.status, met.other.problem]).toEqual([true, 200, 'collector.blocked']);
});

it('barring a collector waits for a check-out that is under way', async () => {
  const child = await leaving();
  const met = await interleaveCalls(
    server,
    school,
    'releases',
    () => out(child),
    () => bar(child),
  );
  expect([met.waited, met.one.status, met.other.status]).toEqual([true, 200, 200]);
});

it('a check-out does not wait while leavesAlone is set for its class', async () => {
  const child = await leaving();
  const met = await interleaveCalls(
    server,
    school,
    'leaves_alone',
    () => change(true),
    () => out(child),
  );
  expect([met.waited, met.one.status, met.other.status]).toEqual([false, 200, 200]);
});

it('withdrawing leavesAlone waits for a check-out that relies on it', async () => {
  const child = await leaving();
  expect((await change(true)).status).toBe(200);
  const met = await interleaveCalls(
    server,
    school,
    'releases',
    () => alone(child),
    () => change(false),
  );
  expect([met.waited, met.one.status, met.other.status]).toEqual([true, 200, 200]);
});

it('a check-out waits for the cancelling of its exeat and is refused', async () => {
  const child = await leaving();
  const cancel = () => head.ask(cancelExeat, { sysid: child.exeatSYSID, reason: 'Mother called' });
  const met = await interleaveCalls(server, school, 'exeats', cancel, () => out(child));
  expect([met.waited, met.one.status, met.other.problem]).toEqual([true, 200, 'exeat.required']);
});

it('cancelling an exeat waits for a check-out that uses it and is refused', async () => {
  const child = await leaving();
  const cancel = () => head.ask(cancelExeat, { sysid: child.exeatSYSID, reason: 'Mother called' });
  const met = await interleaveCalls(server, school, 'exeats', () => out(child), cancel);
  expect([met.waited, met.one.status, met.other.problem]).toEqual([true, 200, 'exeat.used']);
});
