import { createStudent, getStudents } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from './kit.ts';

let server: TestServer;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  for (const [admissionNumber, names] of [
    ['5001', 'Amina Juma'],
    ['5002', 'Brian Otieno'],
  ])
    await bursar.ask(createStudent, { admissionNumber, names, classSYSID });
});
afterAll(() => server.close());

const found = async (search: string) =>
  (await bursar.ask<{ admissionNumber: string }[]>(getStudents, { search })).body.map((row) => row.admissionNumber);

it('a list search finds a part of a name, ignoring case', async () => expect(await found('aMiN')).toEqual(['5001']));

it.each(['%', '_', 'A%a', 'Ami_a', '\\'])('a list search treats %s as text, not as a wildcard', async (search) =>
  expect(await found(search)).toEqual([]),
);
