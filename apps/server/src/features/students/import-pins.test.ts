import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { atFullCost } from '../../../tests/quick-argon2.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, hashPin, provePin } from './index.ts';
import { hashPinsPatiently } from './prove-pin.ts';

const PIN = '482613';
const LISTS = 3;
const LONG = 60;

let server: TestServer;
let school: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
});
afterAll(() => server.close());

it('PINs at the gate are checked while several lists hash theirs', () =>
  atFullCost(async () => {
    const id = newId();
    const pinHash = await hashPin(server.context, school, id, PIN);
    const classId = await server.aClass(school);
    await server.context.db.inSchool(school, (tx) =>
      addStudent(tx, { id, admissionNumber: '77', names: 'Baraka Mwangi', classId, pinHash }),
    );
    let sealed = 0;
    const lists = Array.from({ length: LISTS }, () =>
      hashPinsPatiently(
        server.context,
        school,
        Array.from({ length: LONG }, () => ({ id: newId(), pin: PIN })),
        async () => void sealed++,
      ),
    );
    const actor = { userId: newId(), role: 'CheckAgent', duties: ['gate'], userName: '', names: '', schoolId: school };
    const call = { actor, schoolId: school, requestId: 'test', attempt: null } as unknown as Call;
    for (let turn = 0; turn < 5; turn++) await provePin(call, server.context, async () => '77', PIN);
    expect(sealed).toBeLessThan((LISTS * LONG) / 2);
    const hashes = await Promise.all(lists);
    expect(hashes.map(({ size }) => size)).toEqual([LONG, LONG, LONG]);
    expect(sealed).toBe(LISTS * LONG);
  }));
