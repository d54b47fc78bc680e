import { checkInPin } from '@mfuko/contract/gate';
import { createStudent, deleteStudent, makePins, type PinSlip, updateStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { countLockWaits, isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { weaknessOf } from './rules.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
});
afterAll(() => server.close());

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

async function aChild(in_ = classId, checkPin?: string): Promise<Child> {
  const input = { admissionNumber: String(7000 + aNumber()), names: 'Amina Njeri Noor', classSYSID: in_, checkPin };
  return (await bursar.ask<Child>(createStudent, input)).body;
}

async function make(input: object, by = bursar): Promise<readonly PinSlip[]> {
  const { status, body } = await by.ask<{ slips: readonly PinSlip[] }>(makePins, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.slips;
}

async function pays(child: Child, pin: string) {
  await bursar.ask(deposit, { admissionNumber: child.admissionNumber, amount: 50 });
  return bursar.ask(cashOutPin, { admissionNumber: child.admissionNumber, pin, amount: 10 });
}

it('makePins makes working PINs for students of a class without one, in order of number', async () => {
  const of = await server.aClass(school, 'Grade 5 East');
  const [two, one, kept] = [await aChild(of), await aChild(of), await aChild(of, '274951')];
  const answer = await bursar.ask<{ slips: readonly PinSlip[] }>(makePins, { classSYSID: of });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.slips).toEqual(
    [two, one].map(({ sysid, admissionNumber }) => ({
      sysid,
      admissionNumber,
      names: 'Amina Njeri Noor',
      className: 'Grade 5 East',
      pin: expect.stringMatching(/^\d{6}$/),
    })),
  );
  for (const [child, slip] of [two, one].map((child, place) => [child, answer.body.slips[place]] as const))
    expect((await pays(child, slip?.pin ?? '')).status).toBe(200);
  expect((await pays(kept, '274951')).status).toBe(200);
  expect(await make({ classSYSID: of })).toEqual([]);
});

it('makePins answers the slips of a whole school class by class, in the order of a school', async () => {
  const at = await server.aSchool();
  const office = await server.aPerson('SchoolAdmin', at);
  const numbers: string[] = [];
  for (const className of ['Grade 10', 'Grade 2 East', 'GRADE 3', 'Grade 2']) {
    const classSYSID = await server.aClass(at, className);
    for (const admissionNumber of [String(7000 + aNumber()), String(7000 + aNumber())]) {
      numbers.push(admissionNumber);
      await office.ask(createStudent, { admissionNumber, names: 'Amina Njeri Noor', classSYSID });
    }
  }
  const slips = await make({}, office);
  const classes = ['Grade 2', 'Grade 2 East', 'GRADE 3', 'Grade 10'];
  expect(slips.map(({ className }) => className)).toEqual(classes.flatMap((name) => [name, name]));
  const [ten, east, three, two] = [0, 2, 4, 6].map((from) => numbers.slice(from, from + 2));
  expect(slips.map(({ admissionNumber }) => admissionNumber)).toEqual([two, east, three, ten].flat());
});

it('makePins replaces PINs only with `replace` and named students', async () => {
  const child = await aChild(classId, '274951');
  for (const problem of ['pin.wrong', 'pin.wrong', 'pin.wrong', 'pin.wrong', 'pin.wrong', 'pin.locked'])
    expect((await pays(child, '905132')).problem).toBe(problem);
  const [slip] = await make({ sysids: [child.sysid], replace: true });
  // The PIN is right; cash is only on hold since the PIN was changed.
  expect((await pays(child, slip?.pin ?? '')).problem).toBe('wallet.hold');
  expect((await pays(child, '274951')).problem).toBe('pin.wrong');
  expect((await bursar.ask(makePins, { replace: true })).status).toBe(400);
});

it('makePins makes none for leavers, deleted students and other schools', async () => {
  const [left, gone] = [await aChild(), await aChild()];
  await bursar.ask(updateStudent, { sysid: left.sysid, status: 'left' });
  expect(await make({ sysids: [left.sysid], replace: true })).toEqual([]);
  await bursar.ask(deleteStudent, { sysid: gone.sysid });
  expect((await bursar.ask(makePins, { sysids: [gone.sysid] })).problem).toBe('student.not-found');
  const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
  const child = await aChild();
  expect((await stranger.ask(makePins, { sysids: [child.sysid] })).problem).toBe('student.not-found');
  expect((await stranger.ask(makePins, { classSYSID: classId })).problem).toBe('class.not-found');
  expect(await make({}, stranger)).toEqual([]);
});

it('makePins without a class makes PINs for all without one, none easy to guess', async () => {
  const children = await Promise.all(Array.from({ length: 30 }, () => aChild()));
  const slips = await make({});
  expect(slips.map(({ sysid }) => sysid)).toEqual(expect.arrayContaining(children.map(({ sysid }) => sysid)));
  for (const { pin, admissionNumber } of slips) {
    expect([pin, weaknessOf(pin, admissionNumber)]).toEqual([pin, null]);
    expect(new Set(pin).size).toBeGreaterThan(3);
  }
  expect(new Set(slips.map(({ pin }) => pin)).size).toBeGreaterThan(slips.length - 3);
});

it('two concurrent makePins give a student one PIN', async () => {
  const child = await aChild();
  const both = await Promise.all([make({ sysids: [child.sysid] }), make({ sysids: [child.sysid] })]);
  const slips = both.flat();
  expect(slips).toHaveLength(1);
  expect((await pays(child, slips[0]?.pin ?? '')).status).toBe(200);
});

it('makePins does not block check-ins while it records the changes', async () => {
  const child = await aChild(classId, '274951');
  expect((await bursar.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: '905132' })).problem).toBe(
    'pin.wrong',
  );
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE money_holds IN EXCLUSIVE MODE');
    const made = bursar.ask(makePins, { sysids: [child.sysid], replace: true });
    await expect.poll(() => countLockWaits(server), { interval: 10 }).toBe(1);
    const passes = bursar.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: '274951' });
    expect(await isBlocked(server, passes, 2)).toBe(false);
    expect((await passes).status).toBe(200);
    await holder.query('COMMIT');
    await made;
  } finally {
    await holder.end();
  }
});

it('makePins is audited, and no PIN is stored in the trail or with the key', async () => {
  const child = await aChild();
  const input = { sysids: [child.sysid] };
  const first = await bursar.ask<{ slips: readonly PinSlip[] }>(makePins, input, { key: 'slips-1' });
  const again = await bursar.ask<{ slips: readonly PinSlip[] }>(makePins, input, { key: 'slips-1' });
  expect([first.body.slips.length, again.body.slips.length]).toEqual([1, 0]);
  const pin = first.body.slips[0]?.pin ?? 'none';
  const kept = await server.context.db.inSchool(school, (tx) =>
    tx.rows<{ action: string; text: string }>(
      `SELECT action, detail::text AS text FROM audit_events WHERE school_id = $1 AND subject_id = $2`,
      [school, child.sysid],
    ),
  );
  expect(kept.map(({ action }) => action)).toEqual(['student.create', 'student.pin']);
  const keys = await server.context.db.inSchool(school, (tx) =>
    tx.rows(`SELECT k.*::text FROM idempotency_keys k WHERE k.school_id = $1`, [school]),
  );
  expect(JSON.stringify([kept, keys])).not.toContain(pin);
});
