import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestHouse, type TestHouse } from '../../../tests/kit.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addStudent, chargeFingerTry, forgetFailures, hashPin, provePin } from './index.ts';
import { chargePinTry } from './locks.ts';

const RIGHT = '482613';
const WRONG = '190375';
const LOCKED = 'pin.locked';

let house: TestHouse;
let school: string;
let other: string;
let classId: string;

beforeAll(async () => {
  house = await openTestHouse();
  school = await house.aSchool();
  other = await house.aSchool();
  classId = await house.aClass(school);
});
afterAll(() => house.close());

async function aChild(pin: string | null = RIGHT): Promise<{ id: string; admissionNumber: string }> {
  const id = newId();
  const admissionNumber = String(1000 + aNumber());
  const pinHash = pin === null ? null : await hashPin(house.house, school, id, pin);
  await house.house.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Baraka Mwangi', classId, pinHash }),
  );
  return { id, admissionNumber };
}

function aCall(userId = newId(), schoolId = school): Call {
  const actor = { userId, role: 'CheckAgent', duties: ['gate'], userName: '', names: '', schoolId } as const;
  return { actor, schoolId, requestId: 'test' } as unknown as Call;
}

/** `ok`, or the problem. */
async function prove(admissionNumber: string, pin: string, call = aCall()): Promise<string> {
  try {
    await provePin(call, house.house, admissionNumber, pin);
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

function sql(text: string, values: unknown[] = []) {
  return house.house.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(text, [school, ...values]));
}

describe('a PIN', () => {
  it('proves its student and nobody else, in no other school', async () => {
    const child = await aChild();
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
    expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, child.admissionNumber)).toBe('pin.wrong');
    expect(await prove('999999999999', RIGHT)).toBe('student.not-found');
    expect(await prove(child.admissionNumber, RIGHT, aCall(newId(), other))).toBe('student.not-found');
    expect(await prove((await aChild(null)).admissionNumber, RIGHT)).toBe('student.no-pin');
  });

  it('is bound to its student: a hash that was copied to another student proves nothing there', async () => {
    const [rich, poor] = [await aChild(), await aChild(WRONG)];
    await sql(
      `UPDATE students SET pin_hash = (SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2) WHERE school_id = $1 AND id = $3`,
      [poor.id, rich.id],
    );
    expect(await prove(rich.admissionNumber, WRONG)).toBe('pin.wrong');
  });
});

describe('five wrong PINs in a row', () => {
  it('lock PIN use for 15 minutes, the right PIN included, and not for others', async () => {
    const [child, friend] = [await aChild(), await aChild()];
    for (let miss = 0; miss < 5; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, WRONG)).toBe(LOCKED);
    const refusal = await provePin(aCall(), house.house, child.admissionNumber, RIGHT).catch((error: Refusal) => error);
    expect(refusal).toMatchObject({ problem: LOCKED });
    const until = Date.parse(String((refusal as Refusal).detail?.until));
    expect(Math.abs(until - Date.now() - 15 * 60_000)).toBeLessThan(30_000);
    expect(await prove(friend.admissionNumber, RIGHT)).toBe('ok');
  });

  it('count anew once the lock has ended', async () => {
    const child = await aChild();
    for (let miss = 0; miss < 5; miss++) await prove(child.admissionNumber, WRONG);
    await sql(
      `UPDATE student_locks SET pin_locked_until = clock_timestamp() - interval '1 second' WHERE school_id = $1 AND student_id = $2`,
      [child.id],
    );
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
  });

  it('must be in a row: a right one, or a matching finger, forgets the misses', async () => {
    const child = await aChild();
    for (let miss = 0; miss < 4; miss++) await prove(child.admissionNumber, WRONG);
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    await house.house.db.inSchool(school, (tx) => forgetFailures(tx, child.id));
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
  });

  it('are five, though a hundred are tried at the same time', async () => {
    const child = await aChild();
    const answers = await Promise.all(Array.from({ length: 100 }, () => prove(child.admissionNumber, WRONG, aCall())));
    expect(answers.filter((answer) => answer === 'pin.wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer === LOCKED)).toHaveLength(95);
  });
});

describe('one agent who tries PINs on many students', () => {
  it('is stopped after 20 misses in an hour, whether one after the other or all at once', async () => {
    const children = await Promise.all(Array.from({ length: 40 }, () => aChild()));
    const agent = aCall();
    const answers = await Promise.all(children.map((child) => prove(child.admissionNumber, WRONG, agent)));
    expect(answers.filter((answer) => answer === 'pin.wrong')).toHaveLength(20);
    expect(answers.filter((answer) => answer === 'pin.too-many-misses')).toHaveLength(20);
    const [child] = children;
    expect(await prove(child?.admissionNumber ?? '', RIGHT, agent)).toBe('pin.too-many-misses');
    expect(await prove(child?.admissionNumber ?? '', RIGHT)).toBe('ok');
    await sql(
      `WITH gone AS (DELETE FROM pin_misses WHERE school_id = $1 AND user_id = $2 RETURNING *)
       INSERT INTO pin_misses SELECT school_id, gen_random_uuid(), user_id, at - interval '61 minutes' FROM gone`,
      [agent.actor.userId],
    );
    expect(await prove(child?.admissionNumber ?? '', RIGHT, agent)).toBe('ok');
  });

  it('is charged for at most 20, though every try is charged at the same time', async () => {
    const children = await Promise.all(Array.from({ length: 40 }, () => aChild(null)));
    const userId = newId();
    const charged = await Promise.allSettled(
      children.map((child) => house.house.db.inSchool(school, (tx) => chargePinTry(tx, child.id, userId))),
    );
    expect(charged.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('may let any number of right PINs in, all at once', async () => {
    const children = await Promise.all(Array.from({ length: 30 }, () => aChild()));
    const agent = aCall();
    const answers = await Promise.all(children.map((child) => prove(child.admissionNumber, RIGHT, agent)));
    expect(new Set(answers)).toEqual(new Set(['ok']));
    expect(await sql('SELECT 1 FROM pin_misses WHERE school_id = $1 AND user_id = $2', [agent.actor.userId])).toEqual(
      [],
    );
  });
});

it('holds a finger after five charges for half a minute', async () => {
  const child = await aChild();
  const charge = () => house.house.db.inSchool(school, (tx) => chargeFingerTry(tx, child.id));
  for (let miss = 0; miss < 5; miss++) expect(await charge()).toBeNull();
  const hold = await charge();
  expect(hold?.seconds).toBeGreaterThan(25);
  expect(hold?.seconds).toBeLessThanOrEqual(30);
});
