import * as schools from '@mfuko/contract/schools';
import * as contract from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { getStudent, getStudentById, isGuardian } from './index.ts';

let server: TestServer;
let school: string;
let other: string;
let bursar: Person;
let stranger: Person;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  other = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  stranger = await server.aPerson('SchoolAdmin', other);
  classId = await server.aClass(school, 'Grade 4 East');
});
afterAll(() => server.close());

function aChild(extra: object = {}) {
  return {
    admissionNumber: String(5000 + aNumber()),
    names: 'Achieng Odhiambo',
    classSYSID: classId,
    checkPin: '482613',
    ...extra,
  };
}

async function add(extra: object = {}): Promise<{ sysid: string; admissionNumber: string }> {
  const made = await bursar.ask<{ sysid: string; admissionNumber: string }>(contract.createStudent, aChild(extra));
  expect(made.status).toBe(200);
  return made.body;
}

function onStudents(text: string, values: unknown[], where = school) {
  return server.context.db.inSchool(where, (tx) => tx.rows<Record<string, unknown>>(text, [where, ...values]));
}

describe('createStudent', () => {
  it('returns the row of the list, and neither answer nor audit row holds the PIN', async () => {
    const made = await bursar.ask(contract.createStudent, aChild({ admissionNumber: '0042' }));
    expect(made.body).toMatchObject({
      admissionNumber: '0042',
      names: 'Achieng Odhiambo',
      classSYSID: classId,
      className: 'Grade 4 East',
      status: 'active',
      hasFingerprint: false,
      balance: 0,
    });
    const listed = await bursar.ask<unknown[]>(contract.getStudents, { search: '0042' });
    // The diet is health data and appears in no list; nor does the month of birth.
    const { allergens: _, blockedMenuSYSIDs: __, birthMonth: ___, ...inList } = made.body;
    expect(listed.body).toEqual([inList]);
    expect(JSON.stringify(made.body)).not.toContain('482613');
    const [row] = await onStudents('SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2', [
      (made.body as { sysid: string }).sysid,
    ]);
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/);
    const trail = await onStudents(
      `SELECT detail::text FROM audit_events WHERE school_id = $1 AND action = 'student.create'`,
      [],
    );
    expect(JSON.stringify(trail)).not.toContain('482613');
  });

  it.each(['42a', 'A42', '4 2', '-42', '4.2', '1234567890123', ''])(
    'refuses admission number %j',
    async (admissionNumber) => {
      const refused = await bursar.ask(contract.createStudent, aChild({ admissionNumber }));
      expect(refused).toMatchObject({
        status: 400,
        body: {
          detail: { fields: { admissionNumber: expect.stringMatching(/^(must be 1 to 12 digits|is required)$/) } },
        },
      });
    },
  );

  it('takes an admission number as text or JSON number, and 42 is not 0042', async () => {
    expect((await add({ admissionNumber: 42 })).admissionNumber).toBe('42');
    const twice = await bursar.ask(contract.createStudent, aChild({ admissionNumber: '0042' }));
    expect(twice).toMatchObject({
      status: 409,
      problem: 'student.duplicate',
      body: { detail: { admissionNumber: '0042' } },
    });
  });

  it('of twelve concurrent calls with one number one succeeds', async () => {
    const child = aChild();
    const answers = await Promise.all(Array.from({ length: 12 }, () => bursar.ask(contract.createStudent, child)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  it("another school may use the same number, but not this school's class", async () => {
    const child = aChild();
    await add(child);
    expect(await stranger.ask(contract.createStudent, child)).toMatchObject({
      status: 404,
      problem: 'class.not-found',
    });
    const theirs = await server.aClass(other);
    expect((await stranger.ask(contract.createStudent, { ...child, classSYSID: theirs })).status).toBe(200);
  });

  it('refuses malformed and easily guessed PINs', async () => {
    for (const checkPin of ['123', '123456789', '12a4', '12 4']) {
      expect((await bursar.ask(contract.createStudent, aChild({ checkPin }))).status).toBe(400);
    }
    const admissionNumber = String(70_000 + aNumber());
    for (const checkPin of [
      admissionNumber,
      `00${admissionNumber}`,
      [...admissionNumber].reverse().join(''),
      '7777',
      '3456',
      '9876',
    ]) {
      const answer = await bursar.ask(contract.createStudent, aChild({ admissionNumber, checkPin }));
      expect(answer).toMatchObject({ status: 422, problem: 'student.weak-pin' });
      expect(JSON.stringify(answer.body)).not.toContain(checkPin);
    }
    expect((await bursar.ask(contract.createStudent, aChild({ admissionNumber, checkPin: '' }))).status).toBe(200);
  });

  it('a repeated key returns the first answer', async () => {
    const child = aChild();
    const first = await bursar.ask(contract.createStudent, child, { key: 'enrol-1' });
    const second = await bursar.ask(contract.createStudent, child, { key: 'enrol-1' });
    expect(second).toMatchObject({ status: 200, body: first.body as object });
  });
});

describe('getStudents and getCheckStudent', () => {
  it('list in order of number, filter, search and page within the school', async () => {
    const quiet = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', quiet);
    const east = await server.aClass(quiet, 'East');
    const west = await server.aClass(quiet, 'West');
    for (const [admissionNumber, names, classSYSID] of [
      ['10', 'Zawadi Moraa', east],
      ['9', 'Brian Kiptoo', west],
      ['010', 'Ali Hassan', east],
    ]) {
      const made = await clerk.ask(contract.createStudent, { admissionNumber, names, classSYSID });
      expect(made.status).toBe(200);
    }
    const numbers = async (query: object) => {
      const answer = await clerk.ask<{ admissionNumber: string }[]>(contract.getStudents, query);
      return [answer.headers['x-total-count'], ...answer.body.map((row) => row.admissionNumber)].map(String);
    };
    expect(await numbers({})).toEqual(['3', '9', '10', '010']);
    expect(await numbers({ sort: '-admissionNumber' })).toEqual(['3', '010', '10', '9']);
    expect(await numbers({ sort: 'names' })).toEqual(['3', '010', '9', '10']);
    expect(await numbers({ sort: 'className' })).toEqual(['3', '10', '010', '9']);
    expect(await numbers({ sort: '-className' })).toEqual(['3', '9', '10', '010']);
    expect(await numbers({ search: 'zawa' })).toEqual(['1', '10']);
    expect(await numbers({ classSYSID: west })).toEqual(['1', '9']);
    expect(await numbers({ page: 2, pageSize: 2 })).toEqual(['3', '010']);
    expect(await numbers({ hasFingerprint: 'true' })).toEqual(['0']);
    expect(await numbers({ hasPin: 'true' })).toEqual(['0']);
    const { body } = await clerk.ask<{ slips: { admissionNumber: string }[] }>(contract.makePins, { classSYSID: west });
    expect(body.slips.map(({ admissionNumber }) => admissionNumber)).toEqual(['9']);
    expect(await numbers({ hasPin: 'true' })).toEqual(['1', '9']);
    expect(await numbers({ hasPin: 'false' })).toEqual(['2', '10', '010']);
    expect(await numbers({ search: "%' OR 1=1 --" })).toEqual(['0']);
    await onStudents(
      `UPDATE students SET status = 'left' WHERE school_id = $1 AND admission_number = $2`,
      ['9'],
      quiet,
    );
    expect(await numbers({ status: 'left' })).toEqual(['1', '9']);
  });

  it('return 10,000 students, whole or by page', async () => {
    const big = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', big);
    const room = await server.aClass(big);
    // In parts, each of which a slow machine inserts within the time limit of a statement.
    for (let from = 1; from < 10_000; from += 2_000) {
      await onStudents(
        `INSERT INTO students (school_id, id, admission_number, names, class_id)
         SELECT $1, gen_random_uuid(), n::text, 'Student ' || n, $2 FROM generate_series($3::int, $3::int + 1999) n`,
        [room, from],
        big,
      );
    }
    const page = await clerk.ask<unknown[]>(contract.getStudents, { page: 100, pageSize: 50, sort: '-balance' });
    expect([page.body.length, page.headers['x-total-count']]).toEqual([50, '10000']);
    const whole = await clerk.ask<unknown[]>(contract.getStudents, {});
    expect(whole.body.length).toBe(10_000);
  });

  it('show an agent number, name, class and whether a finger exists', async () => {
    const child = await add();
    const agent = await server.aPerson('CheckAgent', school, ['bus']);
    const shown = await agent.ask(contract.getCheckStudent, { admissionNumber: child.admissionNumber });
    expect(shown.body).toEqual({
      admissionNumber: child.admissionNumber,
      names: 'Achieng Odhiambo',
      className: 'Grade 4 East',
      hasFingerprint: false,
    });
    const elsewhere = await server.aPerson('CheckAgent', other, ['gate']);
    expect((await elsewhere.ask(contract.getCheckStudent, { admissionNumber: child.admissionNumber })).status).toBe(
      404,
    );
  });

  it('set pinFirst for students under seven who have a PIN', async () => {
    const child = await add();
    const asked = async () =>
      (
        await bursar.ask<{ pinFirst: boolean }>(contract.getCheckStudent, {
          admissionNumber: child.admissionNumber,
          hint: true,
        })
      ).body.pinFirst;
    const set = (born: string, pin: string | null) =>
      onStudents('UPDATE students SET birth_month = $3::date, pin_hash = $4 WHERE school_id = $1 AND id = $2', [
        ...[child.sysid, born, pin],
      ]);
    // The rule ends when the month begins in which the child turns seven.
    const month = (months: number) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear() - 7, now.getUTCMonth() + months, 1)).toISOString();
    };
    await set(month(1), 'a hash');
    expect(await asked()).toBe(true);
    await set(month(1), null);
    expect(await asked()).toBe(false);
    await set(month(0), 'a hash');
    expect(await asked()).toBe(false);
  });

  it('find a leaver for the office only, and no deleted student', async () => {
    const child = await add();
    await onStudents(`UPDATE students SET status = 'left' WHERE school_id = $1 AND id = $2`, [child.sysid]);
    const inSchool = server.context.db.inSchool;
    await expect(inSchool(school, (tx) => getStudent(tx, child.admissionNumber))).rejects.toMatchObject({
      problem: 'student.not-found',
    });
    expect(await inSchool(school, (tx) => getStudentById(tx, child.sysid))).toMatchObject({ status: 'left' });
    expect((await bursar.ask(contract.getCheckStudent, { admissionNumber: child.admissionNumber })).status).toBe(404);
    await onStudents('UPDATE students SET deleted_at = now() WHERE school_id = $1 AND id = $2', [child.sysid]);
    await expect(inSchool(school, (tx) => getStudentById(tx, child.sysid))).rejects.toMatchObject({
      problem: 'student.not-found',
    });
    await add({ admissionNumber: child.admissionNumber });
  });
});

describe('guardians', () => {
  it('a student has several guardians, each number once', async () => {
    const child = await add();
    const mother = { name: 'Mary Odhiambo', mobileNumber: '254712345678', email: '', studentSYSID: child.sysid };
    expect((await bursar.ask(contract.addContact, mother)).body).toMatchObject({ name: 'Mary Odhiambo', email: null });
    expect(await bursar.ask(contract.addContact, { ...mother, mobileNumber: '+254 712 345 678' })).toMatchObject({
      problem: 'guardian.duplicate',
    });
    expect(
      (
        await bursar.ask(contract.addContact, {
          ...mother,
          name: 'Peter',
          mobileNumber: '254112345678',
          email: 'peter@example.com',
          language: 'sw',
        })
      ).status,
    ).toBe(200);
    const sibling = await add();
    expect((await bursar.ask(contract.addContact, { ...mother, studentSYSID: sibling.sysid })).status).toBe(200);
    const listed = await bursar.ask<{ name: string }[]>(contract.getContacts, { studentSYSID: child.sysid });
    expect(listed.body.map(({ name }) => name)).toEqual(['Mary Odhiambo', 'Peter']);
    expect(listed.body).toMatchObject([
      { mobileNumber: '254712345678', email: null, language: 'en' },
      { mobileNumber: '254112345678', email: 'peter@example.com', language: 'sw' },
    ]);
    expect((await bursar.ask(contract.getContacts, { studentSYSID: newId() })).status).toBe(404);
    expect((await stranger.ask(contract.getContacts, { studentSYSID: child.sysid })).status).toBe(404);
    expect((await stranger.ask(contract.addContact, { ...mother, studentSYSID: child.sysid })).status).toBe(404);
  });

  it('isGuardian knows a number over all schools', async () => {
    const child = await add();
    await bursar.ask(contract.addContact, { name: 'Aunt', mobileNumber: '254798765432', studentSYSID: child.sysid });
    const ask = (phone: string) => server.context.db.inPlatform((tx) => isGuardian(tx, phone));
    expect([await ask('254798765432'), await ask('254798765433')]).toEqual([true, false]);
  });
});

it('office calls are refused to agents', async () => {
  const agent = await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'bus']);
  for (const call of [
    contract.createStudent,
    contract.getStudents,
    contract.addContact,
    contract.getContacts,
    schools.getClasses,
  ]) {
    expect((await agent.ask(call)).status).toBe(403);
  }
});
