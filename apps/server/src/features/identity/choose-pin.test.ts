import { consumeMenuPin, createMenu, type MenuItem } from '@mfuko/contract/canteen';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import { createItemPin, returnItem } from '@mfuko/contract/items';
import { getStudentLimits, type StudentLimits, setLimits } from '@mfuko/contract/limits';
import { choosePin } from '@mfuko/contract/own-pin';
import * as students from '@mfuko/contract/students';
import { cashOutFingerprint, cashOutPin, deposit, type Moved, reverse } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

/** A PIN that the office has set, and one that the student has chosen. */
const PIN = '274951';
const OWN = '836042';
const MOTHER = '254722000333';

let server: TestServer;
let school: string;
let classSYSID: string;
let admin: Person;
let office: Person;
let desk: Person;
let child: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer({ STRICT_ACCOUNTS: 'true' });
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  office = await server.aPerson('SchoolAdmin', school);
  desk = await server.aPerson('CheckAgent', school, ['cashier']);
  expect((await limit(300)).status).toBe(200);
});
afterAll(() => server.close());
beforeEach(async () => {
  child = await aChild({ checkPin: PIN });
});

const limit = (firstPin: number | null) => admin.ask(setLimits, { scope: 'school', firstPin }, { school });

async function aChild(more: object) {
  const admissionNumber = `9${String(aNumber()).padStart(8, '0')}`;
  const made = await office.ask<{ sysid: string }>(students.createStudent, {
    ...{ admissionNumber, names: 'Amina Juma', classSYSID, ...more },
  });
  expect(made.status).toBe(200);
  const contact = { studentSYSID: made.body.sysid, name: 'Mama Amina', mobileNumber: MOTHER };
  expect((await office.ask(students.addContact, contact)).status).toBe(200);
  expect((await office.ask(deposit, { admissionNumber, amount: 5_000 })).status).toBe(200);
  return { sysid: made.body.sysid, admissionNumber };
}

const cash = (amount: number, pin = PIN, by = office) =>
  by.ask<Moved>(cashOutPin, { admissionNumber: child.admissionNumber, amount, pin, userName: by.phone });
const choose = (by: Person, newPin = OWN, pin = PIN) =>
  by.ask<{ heldUntil: string | null }>(choosePin, { admissionNumber: child.admissionNumber, pin, newPin });
const setPin = (checkPin: string) => office.ask(students.updateStudent, { sysid: child.sysid, checkPin });

describe('limit for a PIN set by the office', () => {
  it("refuses cash beyond the school's limit over all cash-outs", async () => {
    expect((await cash(200)).status).toBe(200);
    const more = await cash(101);
    expect([more.status, more.problem]).toEqual([422, 'wallet.own-pin-needed']);
    expect(more.body).toMatchObject({ detail: { limit: 300, left: 100, setBy: 'school' } });
    expect((await cash(100)).status).toBe(200);
    expect((await cash(1)).problem).toBe('wallet.own-pin-needed');
    const { body } = await office.ask<StudentLimits>(getStudentLimits, { admissionNumber: child.admissionNumber });
    expect(body.rules).toContainEqual({ rule: 'first-pin', limit: 300, left: 0, setBy: 'school' });
  });

  it('item sales count towards the limit, meals do not', async () => {
    const sale = { admissionNumber: child.admissionNumber, itemName: 'Sweater', quantity: 1, price: 300 };
    expect((await office.ask(createItemPin, { ...sale, pin: PIN })).status).toBe(200);
    expect((await office.ask(createItemPin, { ...sale, price: 1, pin: PIN })).problem).toBe('wallet.own-pin-needed');
    const meal = await office.ask<MenuItem>(createMenu, {
      name: `Pilau ${aNumber()}`,
      quantityPerPerson: 9,
      price: 60,
    });
    const eaten = { menuItemSYSID: meal.body.sysid, admissionNumber: child.admissionNumber, pin: PIN };
    expect((await office.ask(consumeMenuPin, eaten)).status).toBe(200);
  });

  it('returned items no longer count towards the limit', async () => {
    const sale = { admissionNumber: child.admissionNumber, itemName: 'Sweater', quantity: 3, price: 100, pin: PIN };
    const { body } = await office.ask<{ sysid: string }>(createItemPin, sale);
    expect((await cash(1)).problem).toBe('wallet.own-pin-needed');
    const back = { sysid: body.sysid, quantity: 2, reason: 'Too small', way: 'cancel' };
    expect((await office.ask(returnItem, back)).status).toBe(200);
    expect((await cash(201)).problem).toBe('wallet.own-pin-needed');
    expect((await cash(200)).status).toBe(200);
  });

  it('cash paid out before the limit was set does not count, for older PINs too', async () => {
    await limit(null);
    const [newer, older] = [child, await aChild({ checkPin: PIN })];
    for (child of [newer, older]) expect((await cash(301)).status).toBe(200);
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE students SET pin_set_at = NULL, pin_set_by = NULL WHERE school_id = $1 AND id = $2', [
        school,
        older.sysid,
      ]),
    );
    await limit(300);
    for (child of [newer, older]) {
      expect((await cash(299)).status).toBe(200);
      expect((await cash(2)).problem).toBe('wallet.own-pin-needed');
    }
  });

  it('a reversed cash-out does not count towards the limit', async () => {
    const { body } = await cash(300);
    const undone = await admin.ask(reverse, { sysid: body.receipt.sysid, reason: 'Wrong child' }, { school });
    expect(undone.status).toBe(200);
    expect((await cash(300)).status).toBe(200);
  });

  it('the limit applies to printed and retyped PINs and to those of unknown origin', async () => {
    child = await aChild({});
    const made = await office.ask<{ slips: { pin: string }[] }>(students.makePins, { sysids: [child.sysid] });
    expect((await cash(301, made.body.slips[0]?.pin)).problem).toBe('wallet.own-pin-needed');
    child = await aChild({ checkPin: PIN });
    await choose(desk);
    expect((await cash(301, OWN)).status).toBe(200);
    expect((await setPin(PIN)).status).toBe(200);
    // Another amount, because the same amount by the same person would be queried as a repeated press.
    expect((await cash(302)).problem).toBe('wallet.own-pin-needed');
    child = await aChild({ checkPin: PIN });
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE students SET pin_set_at = NULL, pin_set_by = NULL WHERE school_id = $1 AND id = $2', [
        school,
        child.sysid,
      ]),
    );
    expect((await cash(301)).problem).toBe('wallet.own-pin-needed');
    expect((await choose(desk)).body.heldUntil).not.toBeNull();
  });

  it('without a limit any amount is paid', async () => {
    await limit(null);
    try {
      expect((await cash(2_000)).status).toBe(200);
    } finally {
      await limit(300);
    }
  });
});

describe('choosePin', () => {
  it("a PIN chosen at another user's desk lifts the limit at once", async () => {
    const { status, body } = await choose(desk);
    expect([status, body.heldUntil]).toEqual([200, null]);
    expect((await cash(2_000)).problem).toBe('pin.wrong');
    expect((await cash(2_000, OWN)).status).toBe(200);
    expect((await cash(1_000, OWN)).status).toBe(200);
  });

  it('a PIN chosen at the desk of who set the former one, or of their account, is held', async () => {
    expect((await choose(office)).body.heldUntil).toEqual(expect.any(String));
    expect((await cash(50, OWN)).problem).toBe('wallet.hold');
    child = await aChild({ checkPin: PIN });
    const made = await server.aPerson('CheckAgent', school, ['cashier']);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO account_ties (user_id, by_user, why, at) VALUES ($1, $2, 'made', now() - interval '400 days')`,
        [made.userId, office.userId],
      ),
    );
    expect((await choose(made)).body.heldUntil).toEqual(expect.any(String));
    expect((await cash(50, OWN)).problem).toBe('wallet.hold');
  });

  it('choosing a PIN does not end an earlier hold', async () => {
    await setPin('930518');
    expect((await cash(50, '930518')).problem).toBe('wallet.hold');
    expect((await choose(desk, OWN, '930518')).body.heldUntil).toEqual(expect.any(String));
    expect((await cash(50, OWN)).problem).toBe('wallet.hold');
  });

  it('the guardian gets an SMS, and the audit trail contains no PIN', async () => {
    await server.runJobs();
    const before = server.sent.length;
    await choose(desk);
    await server.runJobs();
    const told = server.sent.slice(before).filter(({ to, kind }) => to === MOTHER && kind === 'security');
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Amina Juma has chosen a PIN of their own, \d\d\/\d\d \d\d:\d\d\. If you did not/),
    ]);
    const trail = await server.context.db.readSchool(school, (tx) =>
      tx.rows(`SELECT actor_id AS by, detail FROM audit_events WHERE action = 'student.own-pin' AND subject_id = $1`, [
        child.sysid,
      ]),
    );
    expect(trail).toEqual([{ by: desk.userId, detail: {} }]);
  });

  it('refuses a wrong, weak or equal PIN, other duties and other schools, and keeps the former PIN', async () => {
    expect((await choose(desk, OWN, '111222')).problem).toBe('pin.wrong');
    expect((await choose(desk, '1234')).problem).toBe('student.weak-pin');
    expect((await choose(desk, PIN)).problem).toBe('student.same-pin');
    const gate = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await choose(gate)).problem).toBe('session.role');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await choose(stranger)).problem).toBe('student.not-found');
    expect((await cash(50)).status).toBe(200);
  });

  it('refuses as busy when the PIN was changed after it was proven', async () => {
    const read = 'SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2';
    const set = 'UPDATE students SET pin_hash = $3 WHERE school_id = $1 AND id = $2';
    let late: ReturnType<typeof choose> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row(set, [school, child.sysid, 'the hash of another']);
      // The old PIN is proven, because the new one is not committed yet.
      late = choose(desk);
      expect(await isBlocked(server, late)).toBe(true);
    });
    expect((await late)?.problem).toBe('server.busy');
    const inForce = await server.context.db.readSchool(school, (tx) => tx.row(read, [school, child.sysid]));
    expect(inForce).toEqual({ pin_hash: 'the hash of another' });
  });

  it('a repeat under way costs no try and gets the first answer; another PIN under its key is charged', async () => {
    const key = `chosen ${aNumber()}`;
    const input = { admissionNumber: child.admissionNumber, pin: PIN, newPin: OWN };
    const send = (proof = PIN) => desk.ask(choosePin, { ...input, pin: proof }, { key });
    const counted = () =>
      server.context.db.readSchool(school, (tx) =>
        tx.row(
          `SELECT coalesce((SELECT pin_failures FROM student_locks WHERE school_id = $1 AND student_id = $2), 0) AS failures,
             (SELECT count(*)::int FROM failed_attempts WHERE school_id = $1 AND student_id = $2) AS misses,
             (SELECT count(*)::int FROM student_tries WHERE school_id = $1 AND student_id = $2) AS tries,
             (SELECT count(*)::int FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = 'pin.wrong') AS told`,
          [school, child.sysid],
        ),
      );
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    try {
      const sent: ReturnType<typeof send>[] = [];
      await server.context.db.inSchool(school, async (tx) => {
        await tx.row('SELECT 1 AS one FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [
          school,
          child.sysid,
        ]);
        const first = send();
        expect(await isBlocked(server, first)).toBe(true);
        // The second request has been admitted and waits before it reads the student, whose class is locked.
        await owner.query('BEGIN');
        await owner.query('LOCK TABLE classes IN ACCESS EXCLUSIVE MODE');
        const second = send();
        expect(await isBlocked(server, second, 2)).toBe(true);
        const guess = send('111222');
        expect(await isBlocked(server, guess, 3)).toBe(true);
        sent.push(first, second, guess);
      });
      const answered = await sent[0];
      await owner.query('COMMIT');
      expect(answered?.status).toBe(200);
      expect(await sent[1]).toMatchObject({ status: 200, body: answered?.body });
      expect((await sent[2])?.problem).toBe('idempotency.other-input');
    } finally {
      await owner.end();
    }
    // Only the wrong guess is counted: a right PIN under the same key does not make another PIN free of charge.
    expect(await counted()).toEqual({ failures: 1, misses: 1, tries: 0, told: 1 });
    expect((await cash(50, OWN)).status).toBe(200);
  });

  it('five wrong PINs lock the PIN', async () => {
    for (let miss = 0; miss < 5; miss++) await choose(desk, OWN, '111222');
    expect((await choose(desk)).problem).toBe('pin.locked');
  });
});

it("a fingerprint pays beyond the limit of the office's PIN", async () => {
  const enrolled = await office.ask(uploadStudentFingerprintAdm, {
    ...{ AdmissionNumber: child.admissionNumber, Finger: 'right-index', ConsentBy: 'Mother' },
    ...{ ConsentRelation: 'Mother', ConsentMethod: 'paper', ...print(71, 901) },
  });
  expect(enrolled.status).toBe(200);
  const paid = { admissionNumber: child.admissionNumber, amount: 700, userName: office.phone, ...print(71, 902) };
  expect((await office.ask(cashOutFingerprint, paid)).status).toBe(200);
}, 60_000);
