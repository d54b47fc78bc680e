import { createBus, onBusKids } from '@mfuko/contract/bus';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { getHistory } from '@mfuko/contract/reports';
import * as contract from '@mfuko/contract/students';
import { deposit, getStatement } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { lockActiveStudent } from './index.ts';

const PIN = '482613';

let server: TestServer;
let school: string;
let bursar: Person;
let stranger: Person;
let east: string;
let west: string;
let child: contract.StudentDetails;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
  east = await server.aClass(school, 'Grade 4 East');
  west = await server.aClass(school, 'Grade 4 West');
});
afterAll(() => server.close());
beforeEach(async () => {
  child = await aChild();
});

async function aChild(extra: object = {}): Promise<contract.StudentDetails> {
  const admissionNumber = String(5000 + aNumber());
  const made = await bursar.ask<{ sysid: string }>(contract.createStudent, {
    ...{ admissionNumber, names: 'Achieng Odhiambo', classSYSID: east, checkPin: PIN },
    ...extra,
  });
  expect(made.status).toBe(200);
  return (await show(made.body.sysid)).body;
}
const show = (sysid: string, by = bursar) => by.ask<contract.StudentDetails>(contract.getStudent, { sysid });
const change = (fields: object, sysid = child.sysid) =>
  bursar.ask<contract.StudentDetails & { message: string; detail: Record<string, unknown> }>(contract.updateStudent, {
    sysid,
    ...fields,
  });
const pass = (call: typeof checkInPin, pin = PIN, admissionNumber = child.admissionNumber) =>
  bursar.ask(call, { admissionNumber, pin });

function sql(text: string, values: unknown[] = []) {
  return server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(text, [school, ...values]));
}
async function history(kind: string, sysid: string) {
  const { body } = await bursar.ask<{ action: string; changes: unknown }[]>(getHistory, { kind, sysid });
  return body.map(({ action, changes }) => ({ action, changes }));
}
/** Moves the last passage three days into the past. */
const days = (table: 'gate_states' | 'bus_states') =>
  sql(`UPDATE ${table} SET since = since - interval '3 days' WHERE school_id = $1 AND student_id = $2`, [child.sysid]);

describe('getStudent', () => {
  it('returns the details by id and by number, never the PIN', async () => {
    expect(child).toMatchObject({ className: 'Grade 4 East', status: 'active', hasPin: true, gate: null, bus: null });
    expect((await bursar.ask(contract.getStudent, { admissionNumber: child.admissionNumber })).body).toEqual(child);
    expect((await pass(checkInPin)).status).toBe(200);
    const { body } = await show(child.sysid);
    expect(body).toMatchObject({ gate: { state: 'in' }, pinLockedUntil: null, dateLeft: null });
    expect(JSON.stringify(body)).not.toMatch(/argon2|482613/);
    expect((await show(child.sysid, stranger)).problem).toBe('student.not-found');
    expect((await bursar.ask(contract.getStudent, {})).status).toBe(400);
  });
});

describe('updateStudent', () => {
  it('changes only the given fields, with old and new values in the history', async () => {
    const number = String(9000 + aNumber());
    const { body } = await change({ names: ' Achieng  Atieno ', classSYSID: west, admissionNumber: number });
    expect(body).toMatchObject({ names: 'Achieng Atieno', className: 'Grade 4 West', admissionNumber: number });
    expect((await change({ names: 'Achieng Akinyi' })).body).toMatchObject({ className: 'Grade 4 West' });
    expect((await change({})).status).toBe(200);
    expect(await history('student', child.sysid)).toEqual([
      {
        action: 'student.update',
        changes: [{ field: 'names', from: 'Achieng Atieno', to: 'Achieng Akinyi', secret: false }],
      },
      {
        action: 'student.update',
        changes: expect.arrayContaining([
          { field: 'className', from: 'Grade 4 East', to: 'Grade 4 West', secret: false },
          { field: 'admissionNumber', from: child.admissionNumber, to: number, secret: false },
        ]),
      },
      { action: 'student.create', changes: [] },
    ]);
  });

  it('refuses a number of another student, also a deleted one, and an unknown class', async () => {
    const other = await aChild();
    expect(await change({ admissionNumber: other.admissionNumber })).toMatchObject({
      status: 409,
      problem: 'student.duplicate',
    });
    expect((await bursar.ask(contract.deleteStudent, { sysid: other.sysid })).status).toBe(200);
    const refused = await change({ admissionNumber: other.admissionNumber });
    expect([refused.problem, refused.body.message]).toEqual([
      'student.duplicate',
      `A deleted student had admission number ${other.admissionNumber}. Choose another.`,
    ]);
    expect((await change({ classSYSID: newId() })).problem).toBe('class.not-found');
    expect((await change({}, newId())).problem).toBe('student.not-found');
    const foreign = { sysid: child.sysid, names: 'Somebody' };
    expect((await stranger.ask(contract.updateStudent, foreign)).problem).toBe('student.not-found');
    expect((await show(child.sysid)).body).toEqual(child);
  });

  it('of concurrent changes to one admission number one succeeds', async () => {
    const children = await Promise.all([aChild(), aChild(), aChild(), aChild()]);
    const number = String(20_000 + aNumber());
    const answers = await Promise.all(children.map(({ sysid }) => change({ admissionNumber: number }, sysid)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});

describe('new PIN', () => {
  it('replaces the old one, ends the lock and is recorded without the PIN', async () => {
    for (let miss = 0; miss < 5; miss++) await pass(checkInPin, '135790');
    expect((await pass(checkInPin)).problem).toBe('pin.locked');
    expect((await show(child.sysid)).body.pinLockedUntil).not.toBeNull();
    const { body } = await change({ checkPin: '770412' });
    expect(body).toMatchObject({ hasPin: true, pinLockedUntil: null });
    expect((await pass(checkInPin)).problem).toBe('pin.wrong');
    expect((await pass(checkInPin, '770412')).status).toBe(200);
    const trail = await history('student', child.sysid);
    expect(trail.map(({ action }) => action)).toEqual(['student.pin', 'student.create']);
    const kept = await sql('SELECT detail::text FROM audit_events WHERE school_id = $1 AND subject_id = $2', [
      child.sysid,
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/770412|482613|argon2/);
  });

  it('is refused where it is easy to guess, also by the new number', async () => {
    const number = String(640_000 + aNumber());
    for (const fields of [
      { checkPin: child.admissionNumber },
      { checkPin: '4321' },
      { checkPin: number, admissionNumber: number },
    ]) {
      const answer = await change(fields);
      expect(answer.problem).toBe('student.weak-pin');
      expect(answer.body.message).not.toContain(fields.checkPin);
    }
    expect((await show(child.sysid)).body).toEqual(child);
  });

  it('is required with a number that the old PIN is guessed by', async () => {
    for (const admissionNumber of [PIN, [...PIN].reverse().join(''), `00${PIN}`]) {
      expect((await change({ admissionNumber })).problem).toBe('student.weak-pin');
    }
    expect((await change({ admissionNumber: PIN, checkPin: '770412' })).status).toBe(200);
  });
});

describe('leaving and returning', () => {
  it('a leaver is refused at the gate, keeps the balance and can return', async () => {
    await bursar.ask(deposit, { admissionNumber: child.admissionNumber, amount: 350 });
    const left = await change({ status: 'left' });
    expect(left.body).toMatchObject({ status: 'left', balance: 350, dateLeft: expect.stringMatching(/Z$/) });
    expect((await pass(checkInPin)).problem).toBe('student.not-found');
    const statement = await bursar.ask(getStatement, { admissionNumber: child.admissionNumber });
    expect(statement.body).toMatchObject([{ kind: 'deposit', amount: 350 }]);
    const { body } = await change({ status: 'active' });
    expect(body).toMatchObject({ status: 'active', balance: 350, dateLeft: null });
    expect((await pass(checkInPin)).status).toBe(200);
    const trail = await history('student', child.sysid);
    expect(trail.map(({ action }) => action).slice(0, 2)).toEqual(['student.return', 'student.leave']);
    expect(trail[1]?.changes).toEqual([{ field: 'status', from: 'active', to: 'left', secret: false }]);
  });

  it('a student in school cannot leave, but with a reason if inside since an earlier day', async () => {
    await pass(checkInPin);
    for (const fields of [{}, { override: 'gone home' }]) {
      const answer = await change({ status: 'left', ...fields });
      expect(answer).toMatchObject({
        status: 409,
        problem: 'student.inside',
        body: { detail: { reasonHelps: false } },
      });
      expect(answer.body.message).toMatch(/^This student has been in school since \d\d:\d\d\. Check them out first\.$/);
    }
    await days('gate_states');
    expect(await change({ status: 'left' })).toMatchObject({
      problem: 'student.inside',
      body: { detail: { reasonHelps: true } },
    });
    expect((await change({ status: 'left', override: 'Moved to Nakuru at half-term' })).status).toBe(200);
    const [row] = await sql(
      `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'student.leave' AND subject_id = $2`,
      [child.sysid],
    );
    expect(row?.detail).toMatchObject({ reason: 'Moved to Nakuru at half-term' });
  });

  it('a student on a bus cannot leave, but with a reason if aboard since an earlier day', async () => {
    const busNumberPlate = `KDA ${100 + aNumber()}A`;
    await bursar.ask(createBus, { busNumberPlate, label: 'North' });
    expect((await bursar.ask(onBusKids, { admissionNumber: child.admissionNumber, busNumberPlate })).status).toBe(200);
    const answer = await change({ status: 'left', override: 'gone' });
    expect([answer.problem, answer.body.message]).toEqual([
      'student.aboard',
      expect.stringContaining(`on the bus ${busNumberPlate} since`),
    ]);
    await days('bus_states');
    expect((await change({ status: 'left' })).problem).toBe('student.aboard');
    expect((await change({ status: 'left', override: 'gone' })).status).toBe(200);
  });

  it('leaving and a check-in at the same time never both succeed', async () => {
    for (let round = 0; round < 12; round++) {
      child = await aChild();
      const [left, came] = await Promise.all([change({ status: 'left' }), pass(checkInPin)]);
      const { body } = await show(child.sysid);
      expect([left.status, came.status].toSorted(), `round ${round}`).not.toEqual([200, 200]);
      expect(body.status === 'left' && body.gate?.state === 'in').toBe(false);
    }
  });

  it("leaving waits for the student's lock, and a leaver cannot be locked", async () => {
    let release = () => {};
    let begin = () => {};
    const begun = new Promise<void>((go) => (begin = go));
    const held = server.context.db.inSchool(school, async (tx) => {
      await lockActiveStudent(tx, child.sysid);
      begin();
      await new Promise<void>((go) => (release = go));
    });
    await begun;
    const leaving = change({ status: 'left' });
    expect(await isBlocked(server, leaving)).toBe(true);
    release();
    await held;
    expect((await leaving).status).toBe(200);
    const late = server.context.db.inSchool(school, (tx) => lockActiveStudent(tx, child.sysid));
    await expect(late).rejects.toMatchObject({ problem: 'student.not-found' });
  });
});

describe('a proven student who is marked as left meanwhile', () => {
  /** Makes a call while the student's row is locked, and marks the student as left before the lock is released. */
  async function whileLeaving(ask: () => Promise<{ problem: string | undefined }>): Promise<string | undefined> {
    let asked: Promise<{ problem: string | undefined }> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, child.sysid]);
      asked = ask();
      expect(await isBlocked(server, asked)).toBe(true);
      await tx.row(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [school, child.sysid]);
    });
    return (await asked)?.problem;
  }

  it('is refused at check-in', async () => {
    expect(await whileLeaving(() => pass(checkInPin))).toBe('student.not-found');
    expect((await show(child.sysid)).body.gate).toBeNull();
  });

  it('is refused on the bus', async () => {
    const busNumberPlate = `KDB ${100 + aNumber()}B`;
    await bursar.ask(createBus, { busNumberPlate, label: 'South' });
    const board = () => bursar.ask(onBusKids, { admissionNumber: child.admissionNumber, busNumberPlate });
    expect(await whileLeaving(board)).toBe('student.not-found');
    expect((await show(child.sysid)).body.bus).toBeNull();
  });
});

describe('deleting and restoring a student', () => {
  it('hides the student everywhere and restores everything', async () => {
    const mother = { name: 'Mary', mobileNumber: '254711222333', studentSYSID: child.sysid };
    await bursar.ask(contract.addContact, mother);
    expect((await bursar.ask(contract.deleteStudent, { sysid: child.sysid })).body).toEqual(child);
    expect((await show(child.sysid)).problem).toBe('student.not-found');
    expect((await bursar.ask(contract.getStudents, { search: child.admissionNumber })).body).toEqual([]);
    expect((await bursar.ask(contract.getContacts, { studentSYSID: child.sysid })).problem).toBe('student.not-found');
    expect((await pass(checkInPin)).problem).toBe('student.not-found');
    expect((await bursar.ask(contract.deleteStudent, { sysid: child.sysid })).problem).toBe('student.not-found');
    expect((await bursar.ask(contract.restoreStudent, { sysid: child.sysid })).body).toEqual(child);
    expect((await bursar.ask<unknown[]>(contract.getContacts, { studentSYSID: child.sysid })).body).toHaveLength(1);
    expect((await pass(checkInPin)).status).toBe(200);
    const trail = await history('student', child.sysid);
    expect(trail.map(({ action }) => action)).toEqual([
      'student.restore',
      'student.delete',
      'guardian.create',
      'student.create',
    ]);
    expect((await stranger.ask(contract.restoreStudent, { sysid: child.sysid })).problem).toBe('student.not-found');
  });

  it('is refused while the books hold money or attendance, and names them', async () => {
    await bursar.ask(deposit, { admissionNumber: child.admissionNumber, amount: 20 });
    await pass(checkInPin);
    await pass(checkOutPin);
    const answer = await bursar.ask<{ message: string; detail: object }>(contract.deleteStudent, {
      sysid: child.sysid,
    });
    expect(answer).toMatchObject({ status: 409, problem: 'student.in-use' });
    expect(answer.body.detail).toEqual({ needs: ['money', 'attendance'] });
    expect(answer.body.message).toContain('Mark the student as left instead.');
    expect((await show(child.sysid)).status).toBe(200);
    expect((await change({ status: 'left' })).status).toBe(200);
  });

  it('a restore is refused when another student has the number', async () => {
    await bursar.ask(contract.deleteStudent, { sysid: child.sysid });
    await aChild({ admissionNumber: child.admissionNumber });
    expect((await bursar.ask(contract.restoreStudent, { sysid: child.sysid })).problem).toBe('student.duplicate');
  });

  it('a deletion and a deposit at the same time never both succeed', async () => {
    for (let round = 0; round < 12; round++) {
      child = await aChild();
      const [gone, paid] = await Promise.all([
        bursar.ask(contract.deleteStudent, { sysid: child.sysid }),
        bursar.ask(deposit, { admissionNumber: child.admissionNumber, amount: 50 }),
      ]);
      expect([gone.status, paid.status].toSorted(), `round ${round}`).not.toEqual([200, 200]);
    }
    await bursar.ask(contract.deleteStudent, { sysid: (child = await aChild()).sysid });
    const behind = sql(
      `INSERT INTO accounts (school_id, id, kind, student_id, balance) VALUES ($1, $2, 'wallet', $2, 0)`,
      [child.sysid],
    );
    await expect(behind).rejects.toMatchObject({ code: '40001' });
  });
});

describe('guardian', () => {
  const add = async (extra: object = {}) =>
    (
      await bursar.ask<contract.Contact>(contract.addContact, {
        ...{ name: 'Mary Odhiambo', mobileNumber: '254712345678', email: 'mary@example.com' },
        ...{ studentSYSID: child.sysid, ...extra },
      })
    ).body;
  const mend = (sysid: string, fields: object, by = bursar) =>
    by.ask<contract.Contact>(contract.updateContact, { sysid, ...fields });

  it('can be changed under both call names', async () => {
    const { sysid } = await add();
    const changed = await bursar.ask(contract.updateGuardian, { sysid, name: 'Mary Atieno' });
    expect(changed.body).toMatchObject({ name: 'Mary Atieno' });
    expect((await bursar.ask(contract.getGuardian, { sysid })).body).toEqual(changed.body);
    expect((await bursar.ask(contract.deleteGuardian, { sysid })).status).toBe(200);
    expect((await bursar.ask(contract.getContact, { sysid })).status).toBe(404);
    expect((await bursar.ask(contract.restoreGuardian, { sysid })).body).toEqual(changed.body);
  });

  it('is changed by field, and the history masks numbers and addresses', async () => {
    const mother = await add();
    const { body } = await mend(mother.sysid, { mobileNumber: '+254 722 000 111' });
    expect(body).toEqual({ ...mother, mobileNumber: '254722000111', updated: expect.any(String) });
    expect((await mend(mother.sysid, { email: '', name: 'Mary Atieno' })).body).toMatchObject({ email: null });
    expect((await bursar.ask(contract.getContact, { sysid: mother.sysid })).body).toMatchObject({
      name: 'Mary Atieno',
    });
    const trail = await history('guardian', mother.sysid);
    expect(trail[1]).toEqual({
      action: 'guardian.update',
      changes: [{ field: 'mobileNumber', from: '2547…678', to: '2547…111', secret: false }],
    });
    expect(trail[0]?.changes).toContainEqual({
      ...{ field: 'email', from: 'm…@example.com', to: null, secret: false },
    });
    const kept = await sql('SELECT detail::text FROM audit_events WHERE school_id = $1 AND subject_id = $2', [
      mother.sysid,
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/254712345678|254722000111|mary@example/);
    expect((await mend(mother.sysid, { name: 'X' }, stranger)).problem).toBe('guardian.not-found');
  });

  it('is deleted and restored, each number once per student', async () => {
    const mother = await add();
    const aunt = await add({ mobileNumber: '254733000111', name: 'Aunt' });
    expect((await mend(aunt.sysid, { mobileNumber: mother.mobileNumber })).problem).toBe('guardian.duplicate');
    expect((await bursar.ask(contract.deleteContact, { sysid: mother.sysid })).body).toEqual(mother);
    expect((await bursar.ask(contract.getContact, { sysid: mother.sysid })).problem).toBe('guardian.not-found');
    expect((await mend(mother.sysid, { name: 'X' })).problem).toBe('guardian.not-found');
    expect((await mend(aunt.sysid, { mobileNumber: mother.mobileNumber })).status).toBe(200);
    expect((await bursar.ask(contract.restoreContact, { sysid: mother.sysid })).problem).toBe('guardian.duplicate');
    await mend(aunt.sysid, { mobileNumber: aunt.mobileNumber });
    expect((await bursar.ask(contract.restoreContact, { sysid: mother.sysid })).body).toEqual(mother);
    expect((await stranger.ask(contract.deleteContact, { sysid: mother.sysid })).problem).toBe('guardian.not-found');
  });
});
