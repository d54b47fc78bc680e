import { createStudent, getStudents } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type Person, type TestHouse } from './kit.ts';

let house: TestHouse;
let bursar: Person;

beforeAll(async () => {
  house = await openTestHouse();
  const school = await house.aSchool();
  bursar = await house.aPerson('SchoolAdmin', school);
  const classSYSID = await house.aClass(school);
  for (const [admissionNumber, names] of [
    ['5001', 'Amina Juma'],
    ['5002', 'Brian Otieno'],
  ])
    await bursar.ask(createStudent, { admissionNumber, names, classSYSID });
});
afterAll(() => house.close());

const found = async (search: string) =>
  (await bursar.ask<{ admissionNumber: string }[]>(getStudents, { search })).body.map((row) => row.admissionNumber);

it('finds a part of a name, whatever its case', async () => expect(await found('aMiN')).toEqual(['5001']));

it.each(['%', '_', 'A%a', 'Ami_a', '\\'])('takes %s for what it is, and for no wildcard', async (search) =>
  expect(await found(search)).toEqual([]),
);
