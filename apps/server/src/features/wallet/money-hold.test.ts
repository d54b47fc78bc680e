import { randomBytes } from 'node:crypto';
import * as fingerprints from '@mfuko/contract/fingerprints';
import { uploadStudents } from '@mfuko/contract/imports';
import {
  type Approval,
  approve,
  getApproval,
  getStudentLimits,
  refuseApproval,
  requestApproval,
  setLimits,
} from '@mfuko/contract/limits';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { approveRefund, refund } from '@mfuko/contract/refunds';
import { getSchoolSettings, updateSchoolSettings } from '@mfuko/contract/schools';
import { findPayment } from '@mfuko/contract/search';
import * as students from '@mfuko/contract/students';
import { cashOutFingerprint, cashOutPin, deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openKeys } from '../../platform/crypto/keys.ts';
import { ownerTx } from '../../platform/database/database.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { dropFormerNumbers, phoneMeans, renewHolds } from '../students/index.ts';

/** Attack by a bursar alone: change the guardian's number, the PIN or the finger, cash out, and change all back. */
const PIN = '274951';
const NEW_PIN = '836042';
const THIRD_PIN = '519374';
const CLASS = 'Grade 4';
const OLD_PHONE = '254722000111';
const NEW_PHONE = '254733999888';
const OTHER_PHONE = '254733999777';
const CONSENT = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };

let server: TestServer;
let school: string;
let classSYSID: string;
let bursar: Person;
let head: Person;
let admin: Person;
let owner: pg.Client;
let child: { sysid: string; admissionNumber: string };
let guardian: string;
let seed = 100;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school, CLASS);
  admin = await server.aPerson('Admin');
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  const admissionNumber = String(70_000 + aNumber());
  const made = await bursar.ask<{ sysid: string }>(students.createStudent, {
    ...{ admissionNumber, names: 'Amina Wanjiku Juma', classSYSID, checkPin: PIN },
  });
  child = { sysid: made.body.sysid, admissionNumber };
  const added = await bursar.ask<{ sysid: string }>(students.addContact, {
    ...{ studentSYSID: child.sysid, name: 'Mama Amina', mobileNumber: OLD_PHONE },
  });
  guardian = added.body.sysid;
  expect((await bursar.ask(deposit, { admissionNumber, amount: 5_000 })).status).toBe(200);
});

const setPin = (checkPin: string) => bursar.ask(students.updateStudent, { sysid: child.sysid, checkPin });
const cashOut = (amount: number, pin: string | undefined = NEW_PIN, who = bursar) =>
  who.ask<{ detail: { until: string; changed: string }; receipt: { sysid: string } }>(cashOutPin, {
    ...{ admissionNumber: child.admissionNumber, amount, pin },
  });
/** Returns the security messages sent to a number since the student was created. */
async function sentTo(phone: string): Promise<{ kind: string; text: string }[]> {
  await server.runJobs();
  return server.sent.filter(({ to, kind }) => to === phone && kind === 'security');
}
/** Returns the parameters of the other user's notice about a request. */
async function noticeOf({ sysid }: Approval): Promise<unknown> {
  const { body } = await head.ask<NoticeRow[]>(getNotifications, { page: 1, pageSize: 50 });
  return body.find(({ subject }) => subject?.id === sysid)?.params;
}
/** Moves the changes that many hours into the past. */
const age = (hours: number) =>
  owner.query('UPDATE money_holds SET since = since - make_interval(hours => $2) WHERE school_id = $1', [
    school,
    hours,
  ]);

describe('changed PIN', () => {
  it('a changed PIN pays no cash for 24 hours, and the guardians are notified', async () => {
    const before = (await sentTo(OLD_PHONE)).length;
    expect((await cashOut(40, PIN)).status).toBe(200);
    expect((await setPin(NEW_PIN)).status).toBe(200);
    const held = await cashOut(50);
    expect([held.status, held.problem]).toEqual([422, 'wallet.hold']);
    expect(held.body.detail.changed).toBe('pin');
    const hours = (Date.parse(held.body.detail.until) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const told = (await sentTo(OLD_PHONE)).slice(before);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(
      /the PIN of Amina Wanjiku Juma was changed, .*Cash by it waits 24 h.*call the school/,
    );
    expect(told[0]?.text).not.toContain(NEW_PIN);
    await age(25);
    expect((await cashOut(50)).status).toBe(200);
  });

  it("a student's first PIN pays cash at once", async () => {
    const admissionNumber = String(70_000 + aNumber());
    const made = await bursar.ask<{ sysid: string }>(students.createStudent, {
      admissionNumber,
      names: 'Ben',
      classSYSID,
    });
    child = { sysid: made.body.sysid, admissionNumber };
    await bursar.ask(deposit, { admissionNumber, amount: 500 });
    expect((await setPin(NEW_PIN)).status).toBe(200);
    expect((await cashOut(50)).status).toBe(200);
  });

  it('a PIN replaced by a printed slip is held too, and the guardians are notified', async () => {
    const made = await bursar.ask<{ slips: { pin: string }[] }>(students.makePins, {
      sysids: [child.sysid],
      replace: true,
    });
    expect((await cashOut(50, made.body.slips[0]?.pin)).problem).toBe('wallet.hold');
    expect((await sentTo(OLD_PHONE)).at(-1)?.text).toContain('the PIN of');
  });

  it("a second person's approval lifts the hold for one cash-out; the requester cannot approve", async () => {
    await setPin(NEW_PIN);
    const hold = (await bursar.ask<{ hold: unknown }>(getStudentLimits, { admissionNumber: child.admissionNumber }))
      .body;
    expect(hold).toMatchObject({ hold: { changed: 'pin' } });
    const asked = await bursar.ask<Approval>(requestApproval, {
      ...{ admissionNumber: child.admissionNumber, amount: 200, reason: 'Forgot the PIN, mother is here' },
    });
    expect(asked).toMatchObject({ status: 200, body: { isRefund: false } });
    expect(await noticeOf(asked.body)).not.toHaveProperty('context');
    // The approval shows the user who changed the PIN, so that the others know whom they would be trusting.
    const { body: shown } = await head.ask<Approval>(getApproval, { sysid: asked.body.sysid });
    const [change] = shown.changes;
    expect(shown.changes).toEqual([{ changed: 'pin', by: asked.body.askedBy, date: change?.date }]);
    expect(Math.abs(Date.now() - Date.parse(change?.date ?? ''))).toBeLessThan(60_000);
    expect((await bursar.ask(approve, { sysid: asked.body.sysid })).problem).toBe('wallet.same-person');
    expect((await cashOut(200)).problem).toBe('wallet.hold');
    expect((await head.ask(approve, { sysid: asked.body.sysid })).status).toBe(200);
    expect((await cashOut(201)).problem).toBe('wallet.hold');
    const both = await Promise.all([cashOut(200), cashOut(199)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await cashOut(120)).problem).toBe('wallet.hold');
  });

  it('the author of a change, an account tied to them or an older approval cannot lift the hold', async () => {
    const { admissionNumber } = child;
    const ask = async (amount = 200) =>
      (await bursar.ask<Approval>(requestApproval, { admissionNumber, amount, reason: 'Forgot the PIN' })).body.sysid;
    const open = async () =>
      (await bursar.ask<{ approval: Approval | null }>(getStudentLimits, { admissionNumber })).body.approval?.sysid;
    const stateOf = async (sysid: string) => (await bursar.ask<Approval>(getApproval, { sysid })).body.state;
    const third = await server.aPerson('SchoolAdmin', school);
    await setPin(THIRD_PIN);
    const before = await ask();
    expect((await third.ask(approve, { sysid: before })).status).toBe(200);
    expect((await head.ask(students.updateStudent, { sysid: child.sysid, checkPin: NEW_PIN })).status).toBe(200);
    expect((await cashOut(200)).problem).toBe('wallet.hold');
    const other = await server.aPerson('SchoolAdmin', school);
    await owner.query(
      `INSERT INTO account_ties (user_id, by_user, why, at) VALUES ($1, $2, 'made', now() - interval '2 days')`,
      [other.userId, head.userId],
    );
    // Their approval could only concern the change, since the amount needs none.
    const sysid = await ask();
    const vainFor = async (who: typeof head) => (await who.ask<Approval>(getApproval, { sysid })).body.vain;
    expect([await vainFor(head), await vainFor(other), await vainFor(third)]).toEqual(['changed', 'changed', null]);
    for (const who of [head, other]) {
      expect(await who.ask(approve, { sysid })).toMatchObject({ status: 422, problem: 'approval.vain' });
      expect((await cashOut(200)).problem).toBe('wallet.hold');
    }
    const tried = await owner.query(
      `SELECT actor_id FROM audit_events WHERE subject_id = $1 AND action = 'wallet.approval.vain' ORDER BY at`,
      [child.sysid],
    );
    expect(tried.rows).toEqual([{ actor_id: head.userId }, { actor_id: other.userId }]);
    // A pending request is shown before one whose approval lifts nothing, and one that lifts the hold comes first.
    expect(await open()).toBe(sysid);
    expect((await third.ask(approve, { sysid })).status).toBe(200);
    expect(await open()).toBe(sysid);
    const paid = await cashOut(200);
    expect(paid.status).toBe(200);
    expect(await stateOf(sysid)).toBe('used');
    expect(await stateOf(before)).toBe('approved');
    expect((await cashOut(199)).problem).toBe('wallet.hold');
    const held = server.context.db.inSchool(school, (tx) =>
      tx.row('SELECT live_hold_approval($1, $2) AS id', [school, paid.body.receipt.sysid]),
    );
    expect(await held).toEqual({ id: sysid });
    // The approval does not cover other means, which nobody has changed.
    const named = (means: string) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row('SELECT live_hold_approval($1, $2, $3) AS id', [school, paid.body.receipt.sysid, means]),
      );
    expect([await named('pin'), await named('finger:left-thumb')]).toEqual([{ id: sysid }, { id: null }]);
  });

  it('a request made before the PIN changed again cannot be approved', async () => {
    await setPin(NEW_PIN);
    const { admissionNumber } = child;
    const asked = await bursar.ask<Approval>(requestApproval, { admissionNumber, amount: 200, reason: 'Forgot' });
    await setPin(THIRD_PIN);
    const { sysid } = asked.body;
    expect((await head.ask<Approval>(getApproval, { sysid })).body).toMatchObject({
      liftsHold: false,
      vain: 'asked-before',
    });
    expect((await head.ask(approve, { sysid })).problem).toBe('approval.vain');
    expect((await head.ask(refuseApproval, { sysid, reason: 'Changed again' })).status).toBe(200);
  });

  it("an amount and a hold need separate approvals where the amount's approver made the change", async () => {
    const { admissionNumber } = child;
    await admin.ask(setLimits, { scope: 'school', approvalAbove: 100 }, { school });
    try {
      await head.ask(students.updateStudent, { sysid: child.sysid, checkPin: NEW_PIN });
      const ask = async () =>
        (await bursar.ask<Approval>(requestApproval, { admissionNumber, amount: 300, reason: 'Fare' })).body.sysid;
      const ofSize = await ask();
      // The amount alone needs an approval, which the author of the change may give.
      expect((await head.ask<Approval>(getApproval, { sysid: ofSize })).body).toMatchObject({
        liftsHold: false,
        vain: null,
      });
      const given = await head.ask<Approval>(approve, { sysid: ofSize });
      expect(given).toMatchObject({ status: 200, body: { state: 'approved', liftsHold: false } });
      expect((await cashOut(300)).problem).toBe('wallet.hold');
      const third = await server.aPerson('SchoolAdmin', school);
      await third.ask(approve, { sysid: await ask() });
      const paid = await cashOut(300);
      expect(paid.status).toBe(200);
      const found = await bursar.ask<{ sysid: string }[]>(findPayment, { search: admissionNumber });
      const seen = found.body.filter(({ sysid }) => sysid === paid.body.receipt.sysid);
      expect(seen).toHaveLength(1);
    } finally {
      await owner.query('DELETE FROM pocket_limits WHERE school_id = $1', [school]);
    }
  });

  it('one approval covers both the amount and the hold', async () => {
    await admin.ask(setLimits, { scope: 'school', approvalAbove: 100 }, { school });
    try {
      await setPin(NEW_PIN);
      const asked = await bursar.ask<Approval>(requestApproval, {
        ...{ admissionNumber: child.admissionNumber, amount: 300, reason: 'Fare home' },
      });
      await head.ask(approve, { sysid: asked.body.sysid });
      expect((await cashOut(300)).status).toBe(200);
    } finally {
      await owner.query('DELETE FROM pocket_limits WHERE school_id = $1', [school]);
    }
  });

  it('a school with a hold of 0 hours pays cash right after a change, and hours outside 0–168 are rejected', async () => {
    const change = (holdAfterChangeHours: unknown) =>
      admin.ask(updateSchoolSettings, { sysid: school, holdAfterChangeHours });
    expect((await admin.ask<object>(getSchoolSettings, { sysid: school })).body).toMatchObject({
      holdAfterChangeHours: 24,
    });
    for (const wrong of [-1, 169, 1.5, 'soon', '']) expect((await change(wrong)).status).toBe(400);
    expect((await change(0)).status).toBe(200);
    try {
      await setPin(NEW_PIN);
      expect((await cashOut(50)).status).toBe(200);
    } finally {
      await change(24);
    }
  });

  it('the database rejects a held cash-out without an approval', async () => {
    const paid = await cashOut(60, PIN);
    const { sysid } = paid.body.receipt;
    const held = server.context.db.inSchool(school, (tx) =>
      tx.row('INSERT INTO held_cash_outs (school_id, entry_id) VALUES ($1, $2)', [school, sysid]),
    );
    await expect(held).rejects.toThrow('needs an approval');
  });

  it('a PIN that is changed again starts a new hold', async () => {
    await setPin(NEW_PIN);
    await age(25);
    await setPin(THIRD_PIN);
    expect((await cashOut(50, THIRD_PIN)).problem).toBe('wallet.hold');
  });
});

describe('changed finger', () => {
  const enrol = (finger: number, Finger: string) =>
    bursar.ask(fingerprints.uploadStudentFingerprintAdm, {
      ...{ AdmissionNumber: child.admissionNumber, Finger, ...CONSENT },
      ...print(finger, ++seed),
    });
  // Use another amount each time, since the same within ten seconds is a double press.
  const cashOutBy = (finger: number) =>
    bursar.ask(cashOutFingerprint, { admissionNumber: child.admissionNumber, amount: ++seed, ...print(finger, seed) });

  it('a second finger is held for 24 hours, and the first one pays meanwhile', async () => {
    expect((await enrol(31, 'right-index')).status).toBe(200);
    expect((await enrol(31, 'right-index')).status).toBe(200);
    expect((await cashOutBy(31)).status).toBe(200);
    expect((await enrol(32, 'left-index')).status).toBe(200);
    expect((await cashOutBy(32)).problem).toBe('wallet.hold');
    expect((await cashOutBy(31)).status).toBe(200);
    expect((await sentTo(OLD_PHONE)).at(-1)?.text).toContain('another finger of Amina');
    await age(25);
    expect((await cashOutBy(32)).status).toBe(200);
  }, 60_000);

  it('who changed one finger may approve cash by another finger, but not by the one they changed', async () => {
    const enrolBy = (who: Person, finger: number, Finger: string) =>
      who.ask(fingerprints.uploadStudentFingerprintAdm, {
        ...{ AdmissionNumber: child.admissionNumber, Finger, ...CONSENT },
        ...print(finger, ++seed),
      });
    const third = await server.aPerson('SchoolAdmin', school);
    for (const [who, finger, name] of [
      [third, 41, 'right-index'],
      [head, 42, 'left-index'],
      [third, 43, 'right-middle'],
    ] as const)
      expect((await enrolBy(who, finger, name)).status).toBe(200);
    const ask = async () =>
      (
        await bursar.ask<Approval>(requestApproval, {
          ...{ admissionNumber: child.admissionNumber, amount: 900, reason: 'Fare' },
        })
      ).body.sysid;
    const sysid = await ask();
    expect((await head.ask<Approval>(getApproval, { sysid })).body.liftsHold).toBe(true);
    expect((await head.ask(approve, { sysid })).status).toBe(200);
    expect((await cashOutBy(42)).problem).toBe('wallet.hold');
    expect((await cashOutBy(43)).status).toBe(200);
    const { rows } = await owner.query('SELECT means FROM held_cash_outs WHERE school_id = $1 AND means IS NOT NULL', [
      school,
    ]);
    expect(rows).toContainEqual({ means: 'finger:right-middle' });
  }, 60_000);

  it('a finger enrolled after consent was withdrawn is held', async () => {
    expect((await enrol(33, 'right-index')).status).toBe(200);
    const away = { studentSYSID: child.sysid, withdrawnBy: 'Mother', relation: 'Mother' };
    expect((await bursar.ask(fingerprints.withdrawConsent, away)).status).toBe(200);
    expect((await enrol(34, 'right-index')).status).toBe(200);
    expect((await cashOutBy(34)).problem).toBe('wallet.hold');
  }, 60_000);
});

describe("guardian's phone number", () => {
  const leaveAndRefund = async (mobileNumber: string) => {
    await bursar.ask(students.updateStudent, { sysid: child.sysid, status: 'left' });
    return bursar.ask<{ sysid: string }>(refund, {
      admissionNumber: child.admissionNumber,
      mobileNumber,
      reason: 'Leaves the school',
    });
  };

  it('a changed number gets no refund for 24 hours, and the old and the new number are notified', async () => {
    const [old, fresh] = [(await sentTo(OLD_PHONE)).length, (await sentTo(NEW_PHONE)).length];
    await bursar.ask(students.updateContact, { sysid: guardian, mobileNumber: NEW_PHONE });
    for (const [phone, count] of [
      [OLD_PHONE, old],
      [NEW_PHONE, fresh],
    ] as const) {
      const told = (await sentTo(phone)).slice(count);
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('changed to one that ends in 888');
    }
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    await age(25);
    expect((await leaveAndRefund(NEW_PHONE)).status).toBe(200);
  });

  const ask = (who = bursar, amount = 5_000) =>
    who.ask<Approval>(requestApproval, {
      ...{ admissionNumber: child.admissionNumber, amount, reason: 'Refund to the new number, the mother is here' },
    });

  it("a second person's approval of the full amount lifts the hold of a changed number for a refund", async () => {
    await bursar.ask(students.updateContact, { sysid: guardian, mobileNumber: NEW_PHONE });
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    // No deposits are accepted for a student who has left.
    const slip = { admissionNumber: child.admissionNumber, amount: 5_000, reason: 'Same slip', reference: 'SLIP 1' };
    expect((await bursar.ask(requestApproval, slip)).problem).toBe('student.not-found');
    const asked = await ask();
    expect(asked).toMatchObject({ status: 200, body: { isRefund: true } });
    expect(await noticeOf(asked.body)).toMatchObject({ context: 'refund' });
    // The approval shows the last digits of the number and of the former one.
    const { body: shown } = await head.ask<Approval>(getApproval, { sysid: asked.body.sysid });
    const { date } = shown.numbers[0] ?? { date: '' };
    const changed = { guardian: 'Mama Amina', mobileNumber: '2547…888', before: '2547…111', date };
    expect([shown.liftsHold, shown.numbers]).toEqual([true, [changed]]);
    expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(60_000);
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    expect((await bursar.ask(approve, { sysid: asked.body.sysid })).problem).toBe('wallet.same-person');
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    const smaller = await ask(bursar, 4_999);
    await head.ask(approve, { sysid: smaller.body.sysid });
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    expect((await head.ask(approve, { sysid: (await ask(bursar, 5_001)).body.sysid })).status).toBe(200);
    const proposed = await leaveAndRefund(NEW_PHONE);
    expect(proposed.status).toBe(200);
    expect((await bursar.ask(approveRefund, { sysid: proposed.body.sysid })).problem).toBe('wallet.same-person');
  });

  it('an approval given before the number changed again does not lift the hold', async () => {
    await bursar.ask(students.updateContact, { sysid: guardian, mobileNumber: NEW_PHONE });
    await leaveAndRefund(NEW_PHONE);
    expect((await head.ask(approve, { sysid: (await ask()).body.sysid })).status).toBe(200);
    await bursar.ask(students.updateContact, { sysid: guardian, mobileNumber: OTHER_PHONE });
    expect((await leaveAndRefund(OTHER_PHONE)).problem).toBe('wallet.hold');
    expect((await head.ask(approve, { sysid: (await ask()).body.sysid })).status).toBe(200);
    expect((await leaveAndRefund(OTHER_PHONE)).status).toBe(200);
  });

  it('who changed the number, or a tied account, can approve neither the hold nor the refund', async () => {
    await head.ask(students.updateContact, { sysid: guardian, mobileNumber: NEW_PHONE });
    await leaveAndRefund(NEW_PHONE);
    const sysid = (await ask()).body.sysid;
    expect((await head.ask<Approval>(getApproval, { sysid })).body.liftsHold).toBe(false);
    expect((await head.ask(approve, { sysid })).problem).toBe('approval.vain');
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    // An account tied to the author of the change cannot approve either.
    const other = await server.aPerson('SchoolAdmin', school);
    await owner.query(
      `INSERT INTO account_ties (user_id, by_user, why, at) VALUES ($1, $2, 'made', now() - interval '2 days')`,
      [other.userId, head.userId],
    );
    expect((await other.ask(approve, { sysid })).problem).toBe('approval.vain');
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    const third = await server.aPerson('SchoolAdmin', school);
    expect((await third.ask(approve, { sysid: (await ask(bursar, 5_001)).body.sysid })).status).toBe(200);
    const proposed = await leaveAndRefund(NEW_PHONE);
    expect(proposed.status).toBe(200);
    expect((await head.ask(approveRefund, { sysid: proposed.body.sysid })).problem).toBe('wallet.hold');
    expect((await other.ask(approveRefund, { sysid: proposed.body.sysid })).problem).toBe('session.one-hand');
    expect((await third.ask(approveRefund, { sysid: proposed.body.sysid })).status).toBe(200);
  });

  /** Makes the guardian older than an hour. */
  const settle = () =>
    owner.query(`UPDATE guardians SET created_at = created_at - interval '61 minutes' WHERE id = $1`, [guardian]);

  it('a number added beside an older one gets no refund for 24 hours; the older one gets it', async () => {
    await settle();
    await bursar.ask(students.addContact, { studentSYSID: child.sysid, name: 'Uncle', mobileNumber: NEW_PHONE });
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    expect((await leaveAndRefund(OLD_PHONE)).status).toBe(200);
  });

  it('a number added within the hour of the first one is not held, and the first is not notified', async () => {
    const count = (await sentTo(OLD_PHONE)).length;
    await bursar.ask(students.addContact, { studentSYSID: child.sysid, name: 'Uncle', mobileNumber: NEW_PHONE });
    expect(await sentTo(OLD_PHONE)).toHaveLength(count);
    expect((await leaveAndRefund(NEW_PHONE)).status).toBe(200);
  });

  it('a number added after the older one was deleted is held, and the deleted number is notified', async () => {
    await settle();
    await bursar.ask(students.deleteContact, { sysid: guardian });
    await bursar.ask(students.addContact, { studentSYSID: child.sysid, name: 'Uncle', mobileNumber: NEW_PHONE });
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
    expect((await sentTo(OLD_PHONE)).at(-1)?.text).toMatch(/number that ends in 888 was added for Amina/);
  });

  it('the older guardian is notified of an added number in their language, and the new one is not', async () => {
    await settle();
    await bursar.ask(students.updateContact, { sysid: guardian, language: 'sw' });
    const count = (await sentTo(NEW_PHONE)).length;
    await bursar.ask(students.addContact, { studentSYSID: child.sysid, name: 'Uncle', mobileNumber: NEW_PHONE });
    expect((await sentTo(OLD_PHONE)).at(-1)?.text).toMatch(/inayoishia na 888 imeongezwa kwa Amina/);
    expect(await sentTo(NEW_PHONE)).toHaveLength(count);
  });

  it("adding a student's first guardian number sends no SMS", async () => {
    const admissionNumber = String(70_000 + aNumber());
    const made = await bursar.ask<{ sysid: string }>(students.createStudent, {
      ...{ admissionNumber, names: 'Ben', classSYSID },
    });
    const count = (await sentTo(NEW_PHONE)).length;
    await bursar.ask(students.addContact, { studentSYSID: made.body.sysid, name: 'Mama Ben', mobileNumber: NEW_PHONE });
    expect(await sentTo(NEW_PHONE)).toHaveLength(count);
  });

  it('a restored number is held and announced, unless it was deleted within the last hour', async () => {
    await settle();
    const added = await bursar.ask<{ sysid: string }>(students.addContact, {
      ...{ studentSYSID: child.sysid, name: 'Uncle', mobileNumber: NEW_PHONE },
    });
    await age(25);
    const sysid = added.body.sysid;
    await bursar.ask(students.deleteContact, { sysid });
    const count = (await sentTo(OLD_PHONE)).length;
    await bursar.ask(students.restoreContact, { sysid });
    expect((await sentTo(OLD_PHONE)).slice(count)).toMatchObject([{ text: expect.stringContaining('888 was added') }]);
    await bursar.ask(students.restoreContact, { sysid });
    expect(await sentTo(OLD_PHONE)).toHaveLength(count + 1);
    expect((await leaveAndRefund(NEW_PHONE)).status).toBe(200);
    await bursar.ask(students.deleteContact, { sysid });
    await owner.query(`UPDATE guardians SET deleted_at = deleted_at - interval '61 minutes' WHERE id = $1`, [sysid]);
    await bursar.ask(students.restoreContact, { sysid });
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
  });

  it('a number added by an uploaded list is held and announced', async () => {
    await settle();
    const line = `${child.admissionNumber},Amina,Wanjiku Juma,${CLASS},Uncle,${NEW_PHONE}`;
    const list = `Admission Number,First Name,Other Names,Class,Guardian Name,Guardian Phone\n${line}\n`;
    const Students = { filename: 'list.csv', mimetype: 'text/csv', bytes: Buffer.from(list) };
    const taken = await bursar.ask(uploadStudents, { Students });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect((await sentTo(OLD_PHONE)).at(-1)?.text).toMatch(/number that ends in 888 was added for Amina/);
    expect((await leaveAndRefund(NEW_PHONE)).problem).toBe('wallet.hold');
  });

  it('a removed number gets an SMS', async () => {
    const count = (await sentTo(OLD_PHONE)).length;
    await bursar.ask(students.deleteContact, { sysid: guardian });
    expect((await sentTo(OLD_PHONE)).slice(count)).toMatchObject([{ text: expect.stringContaining('no longer') }]);
  });

  it('a replaced or removed number is notified of a new PIN for 24 hours, then dropped', async () => {
    const third = '254711000777';
    const heard = async (work: () => Promise<unknown>) => {
      await server.runJobs();
      const before = server.sent.length;
      await work();
      await server.runJobs();
      const texts = server.sent.slice(before).filter(({ text }) => text.includes('the PIN of'));
      return [OLD_PHONE, NEW_PHONE, third].map((phone) => texts.some(({ to }) => to === phone));
    };
    for (const mobileNumber of [NEW_PHONE, third])
      await bursar.ask(students.updateContact, { sysid: guardian, mobileNumber });
    expect(await heard(() => setPin(NEW_PIN))).toEqual([true, false, true]);
    await bursar.ask(students.deleteContact, { sysid: guardian });
    expect(await heard(() => setPin(PIN))).toEqual([true, false, true]);
    await owner.query(
      `UPDATE guardians SET former_since = former_since - interval '25 hours', deleted_at = deleted_at - interval '25 hours'
       WHERE id = $1`,
      [guardian],
    );
    expect(await heard(() => setPin(NEW_PIN))).toEqual([false, false, false]);
    await server.context.db.inSchool(school, dropFormerNumbers);
    const { rows } = await owner.query('SELECT former_number FROM guardians WHERE id = $1', [guardian]);
    expect(rows).toEqual([{ former_number: null }]);
  });
});

it('renewHolds moves money holds to the new keys and drops those of numbers that nobody has', async () => {
  const to = openKeys(randomBytes(32));
  await owner.query('DELETE FROM money_holds WHERE school_id = $1 AND student_id = $2', [school, child.sysid]);
  for (const means of ['pin', phoneMeans(server.context, OLD_PHONE), phoneMeans(server.context, '254799000111')])
    await owner.query('INSERT INTO money_holds (school_id, student_id, means) VALUES ($1, $2, $3)', [
      ...[school, child.sysid, means],
    ]);
  await owner.query('BEGIN');
  try {
    await renewHolds(ownerTx(owner, school), server.context.keys, to);
    const { rows } = await owner.query('SELECT means FROM money_holds WHERE student_id = $1 ORDER BY means DESC', [
      child.sysid,
    ]);
    expect(rows).toEqual([{ means: 'pin' }, { means: phoneMeans({ keys: to }, OLD_PHONE) }]);
  } finally {
    await owner.query('ROLLBACK');
  }
});
