import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/kit.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { addStudent, hashPin, provePin } from './index.ts';
import { hashPinsPatiently } from './prove-pin.ts';

const PIN = '482613';
const LISTS = 3;
const LONG = 60;

let house: TestHouse;
let school: string;

beforeAll(async () => {
  house = await openTestHouse();
  school = await house.aSchool();
});
afterAll(() => house.close());

it('lets the gate through while lists seal their PINs, however many come at once', async () => {
  const id = newId();
  const pinHash = await hashPin(house.house, school, id, PIN);
  const classId = await house.aClass(school);
  await house.house.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber: '77', names: 'Baraka Mwangi', classId, pinHash }),
  );
  let sealed = 0;
  const lists = Array.from({ length: LISTS }, () =>
    hashPinsPatiently(
      house.house,
      school,
      Array.from({ length: LONG }, () => ({ id: newId(), pin: PIN })),
      async () => void sealed++,
    ),
  );
  const actor = { userId: newId(), role: 'CheckAgent', duties: ['gate'], userName: '', names: '', schoolId: school };
  const call = { actor, schoolId: school, requestId: 'test' } as unknown as Call;
  for (let turn = 0; turn < 5; turn++) await provePin(call, house.house, '77', PIN);
  expect(sealed).toBeLessThan((LISTS * LONG) / 2);
  const hashes = await Promise.all(lists);
  expect(hashes.map(({ size }) => size)).toEqual([LONG, LONG, LONG]);
  expect(sealed).toBe(LISTS * LONG);
});
