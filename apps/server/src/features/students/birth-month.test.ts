import * as contract from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { eraseStudent, lockDataSubject } from './index.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  classSYSID = await server.aClass(school, 'Grade 2');
});
afterAll(() => server.close());

const create = (extra: object) =>
  bursar.ask<{ sysid: string; birthMonth: string | null }>(contract.createStudent, {
    ...{ admissionNumber: String(5000 + aNumber()), names: 'Achieng Odhiambo', classSYSID },
    ...extra,
  });
const change = (sysid: string, fields: object) =>
  bursar.ask<contract.StudentDetails>(contract.updateStudent, { sysid, ...fields });
const show = async (sysid: string) => (await bursar.ask<contract.StudentDetails>(contract.getStudent, { sysid })).body;

it('birthMonth is stored, changed and cleared, and appears in no list', async () => {
  const { sysid, birthMonth } = (await create({ birthMonth: '2017-03' })).body;
  expect([birthMonth, (await show(sysid)).birthMonth]).toEqual(['2017-03', '2017-03']);
  expect((await change(sysid, { names: 'Achieng Atieno' })).body.birthMonth).toBe('2017-03');
  expect((await change(sysid, { birthMonth: '2016-12' })).body.birthMonth).toBe('2016-12');
  const listed = await bursar.ask(contract.getStudents, {});
  expect(JSON.stringify(listed.body)).not.toContain('2016-12');
  expect((await change(sysid, { birthMonth: '' })).body.birthMonth).toBeNull();
  expect((await create({})).body.birthMonth).toBeNull();
});

it('a birthMonth changed meanwhile is not overwritten', async () => {
  const { sysid } = (await create({ birthMonth: '2017-03' })).body;
  const { updated } = await show(sysid);
  expect((await change(sysid, { birthMonth: '2017-04', updated })).status).toBe(200);
  expect((await change(sysid, { birthMonth: '2017-05', updated })).problem).toBe('record.changed');
});

it.each([
  ['2017-13', 'month'],
  ['2017-00', 'month'],
  ['1949-12', 'month'],
  ['2017', 'month'],
  ['03/2017', 'month'],
  ['2099-01', 'in-the-future'],
])('birthMonth %j is refused with a code', async (birthMonth, code) => {
  const refused = await create({ birthMonth });
  expect(refused).toMatchObject({ status: 400, body: { detail: { fieldCodes: { birthMonth: { code } } } } });
});

it('eraseStudent clears birthMonth', async () => {
  const { sysid } = (await create({ birthMonth: '2017-03' })).body;
  const left = await server.context.db.inSchool(school, async (tx) => {
    await eraseStudent(tx, await lockDataSubject(tx, sysid));
    return tx.row<{ birth_month: unknown }>('SELECT birth_month FROM students WHERE school_id = $1 AND id = $2', [
      school,
      sysid,
    ]);
  });
  expect(left).toEqual({ birth_month: null });
});
