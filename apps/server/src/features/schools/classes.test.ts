import * as contract from '@mfuko/contract/schools';
import { createStudent, getStudents } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let east: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  east = await server.aClass(school, 'Grade 4 East');
});

type Row = contract.ClassRow;
const rename = (className: string, sysid = east) => bursar.ask<Row>(contract.updateClass, { sysid, className });
const remove = () => bursar.ask<Row>(contract.deleteClass, { sysid: east });
const restore = () => bursar.ask<Row>(contract.restoreClass, { sysid: east });
const names = async (query: object = {}) =>
  (await bursar.ask<Row[]>(contract.getClasses, query)).body.map(({ className }) => className);
const put = () =>
  bursar.ask(createStudent, { admissionNumber: String(aNumber()), names: 'Amina Juma', classSYSID: east });
const inSql = (statement: string) => server.context.db.inSchool(school, (tx) => tx.rows(statement, [school]));

describe('class', () => {
  it('is listed by its number: Form 2 before Form 10', async () => {
    const of = await server.aSchool();
    const clerk = await server.aPerson('SchoolAdmin', of);
    for (const name of ['Form 10', 'Form 2', 'FORM 3']) await server.aClass(of, name);
    const { body } = await clerk.ask<Row[]>(contract.getClasses, { sort: 'className' });
    expect(body.map(({ className }) => className)).toEqual(['Form 2', 'FORM 3', 'Form 10']);
  });

  it('is renamed, and its name is unique in the school whatever its case', async () => {
    await server.aClass(school, 'Grade 5');
    expect((await rename('Grade 4  West')).body).toMatchObject({ sysid: east, className: 'Grade 4 West' });
    expect((await rename('grade 5')).problem).toBe('class.duplicate');
    expect((await rename('GRADE 4 West')).status).toBe(200);
    expect((await bursar.ask<Row>(contract.getClass, { sysid: east })).body.className).toBe('GRADE 4 West');
    const told = await inSql(
      `SELECT action, detail FROM audit_events WHERE school_id = $1 AND subject_kind = 'class' ORDER BY at LIMIT 1`,
    );
    expect(told).toEqual([
      { action: 'class.update', detail: { changes: { className: { from: 'Grade 4 East', to: 'Grade 4 West' } } } },
    ]);
  });

  it('with students is not deleted, and the refusal says how many', async () => {
    await put();
    await put();
    expect(await remove()).toMatchObject({
      status: 409,
      problem: 'class.in-use',
      body: { message: 'Grade 4 East cannot be deleted: 2 students are in it.', detail: { noOfStudents: 2 } },
    });
    expect(await names()).toEqual(['Grade 4 East']);
  });

  it('is deleted once all its students have left, who stay listed', async () => {
    await put();
    await inSql(`UPDATE students SET status = 'left' WHERE school_id = $1`);
    expect((await remove()).body).toMatchObject({ className: 'Grade 4 East', noOfStudents: 0 });
    expect(await names()).toEqual([]);
    expect(await names({ deleted: true })).toEqual(['Grade 4 East']);
    expect((await bursar.ask(contract.getClass, { sysid: east })).problem).toBe('class.not-found');
    expect((await remove()).problem).toBe('class.not-found');
    expect((await rename('Grade 9')).problem).toBe('class.not-found');
    expect((await put()).problem).toBe('class.not-found');
    const students = await bursar.ask<{ className: string }[]>(getStudents);
    expect(students.body.map(({ className }) => className)).toEqual(['Grade 4 East']);
  });

  it('is restored unless another class has its name', async () => {
    await remove();
    expect((await restore()).body.className).toBe('Grade 4 East');
    expect(await names()).toEqual(['Grade 4 East']);
    await remove();
    await bursar.ask(contract.createClass, { className: 'grade 4 east' });
    expect((await restore()).problem).toBe('class.duplicate');
  });

  it('of another school is not found', async () => {
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const call of [contract.getClass, contract.updateClass, contract.deleteClass, contract.restoreClass])
      expect((await stranger.ask(call, { sysid: east })).problem).toBe('class.not-found');
  });

  it('a deletion waits for a student being added and is then refused', async () => {
    let removing: ReturnType<typeof remove> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await addStudent(tx, { id: newId(), admissionNumber: '88', names: 'Otieno Ali', classId: east, pinHash: null });
      removing = remove();
      expect(await isBlocked(server, removing)).toBe(true);
    });
    expect((await removing)?.problem).toBe('class.in-use');
  });

  it('adding a student waits for a deletion of the class and is then refused', async () => {
    let putting: ReturnType<typeof put> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 AS one FROM classes WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, east]);
      putting = put();
      expect(await isBlocked(server, putting)).toBe(true);
      await tx.row('UPDATE classes SET deleted_at = now() WHERE school_id = $1 AND id = $2', [school, east]);
    });
    expect((await putting)?.problem).toBe('class.not-found');
  });
});
