import { randomUUID } from 'node:crypto';
import { consumeMenuPin, createMenu } from '@mfuko/contract/canteen';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import type { Limits } from '@mfuko/contract/limits';
import * as contract from '@mfuko/contract/limits';
import { getHistory, type HistoryRow } from '@mfuko/contract/reports';
import * as students from '@mfuko/contract/students';
import { deposit, getWallet, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber } from '../../../tests/kit.ts';
import { type LimitsSchool, openLimitsSchool, PIN, type Student } from './limits.testkit.ts';

let server: LimitsSchool['server'];
let school: LimitsSchool['school'];
let classSYSID: LimitsSchool['classSYSID'];
let bursar: LimitsSchool['bursar'];
let head: LimitsSchool['head'];
let owner: LimitsSchool['owner'];
let aStudent: LimitsSchool['aStudent'];
let cashOut: LimitsSchool['cashOut'];
let setLimits: LimitsSchool['setLimits'];
let setForSchool: LimitsSchool['setForSchool'];
let limitsOf: LimitsSchool['limitsOf'];
let close: LimitsSchool['close'];

beforeAll(async () => {
  ({ server, school, classSYSID, bursar, head, owner, aStudent, cashOut, setLimits, setForSchool, limitsOf, close } =
    await openLimitsSchool());
});
beforeEach(() => owner.query('DELETE FROM pocket_limits'));
afterAll(() => close());

describe('limits', () => {
  it('the strictest of school, class, student and guardian applies and is named', async () => {
    const student = await aStudent();
    await setForSchool({ cashOut: 1_000, day: 2_000 });
    await setLimits('class', classSYSID, { week: '1500.50' });
    await setLimits('student', student.sysid, { day: 1_800 });
    await setLimits('guardian', student.sysid, { cashOut: 400, wishedBy: 'Mama Amina', wishedHow: 'phone' });
    expect(await limitsOf(student)).toMatchObject({
      rules: [
        { rule: 'cash-out', limit: 400, left: 400, setBy: 'guardian' },
        { rule: 'day', limit: 1_800, left: 1_800, setBy: 'student' },
        { rule: 'week', limit: 1_500.5, left: 1_500.5, setBy: 'class' },
      ],
      cashLeft: 400,
      spendingLeft: null,
    });
    const refused = await cashOut(student, 400.01);
    expect([refused.status, refused.problem]).toEqual([422, 'wallet.over-cash-out-limit']);
    expect(refused.body).toMatchObject({
      message: 'This is over the limit for one cash-out: KES 400.00 (requested by the guardian).',
      detail: { limit: 400, left: 400, setBy: 'guardian' },
    });
    for (const amount of [400, 399, 398]) expect((await cashOut(student, amount)).status).toBe(200);
    const week = await cashOut(student, 303.51);
    expect(week.problem).toBe('wallet.over-week-limit');
    expect(week.body.message).toBe(
      'This is over the weekly cash-out limit: KES 1,500.50 (set for the class). Left this week: KES 303.50.',
    );
    expect((await limitsOf(student)).cashLeft).toBe(303.5);
    expect((await cashOut(student, 303.5)).status).toBe(200);
    expect((await cashOut(student, 1)).body.detail).toEqual({ limit: 1_500.5, left: 0, setBy: 'class' });
  });

  it('an update of stale limits is refused with the current ones', async () => {
    const student = await aStudent();
    const read = async () =>
      (await bursar.ask<Limits>(contract.getLimits, { scope: 'student', sysid: student.sysid })).body;
    const { updated } = await read();
    expect((await setLimits('student', student.sysid, { day: 500, updated })).status).toBe(200);
    const late = await setLimits('student', student.sysid, { week: 900, updated }, head);
    expect([late.status, late.problem]).toEqual([409, 'record.changed']);
    expect(late.body.detail).toMatchObject({ day: 500, week: null });
    expect(await read()).toMatchObject({ day: 500, week: null });
    const shown = (late.body.detail as Limits).updated;
    expect((await setLimits('student', student.sysid, { week: 900, updated: shown }, head)).status).toBe(200);
    // Without a stamp the last write wins, for clients older than the stamp.
    expect((await setLimits('student', student.sysid, { day: 400 })).body).toMatchObject({ day: 400, week: 900 });
  });

  it('a reversed cash-out frees the limit', async () => {
    const student = await aStudent();
    await setLimits('student', student.sysid, { day: 500 });
    const paid = await cashOut(student, 500);
    expect((await cashOut(student, 1)).problem).toBe('wallet.over-day-limit');
    await head.ask(reverse, { sysid: paid.body.receipt.sysid, reason: 'Paid to the wrong child' });
    expect((await cashOut(student, 500)).status).toBe(200);
  });

  it('without limits any amount is paid, and limits do not affect deposits', async () => {
    const student = await aStudent();
    expect(await limitsOf(student)).toMatchObject({ rules: [], cashLeft: null, spendingLeft: null, approval: null });
    for (let time = 0; time < 6; time++) expect((await cashOut(student, 10)).status).toBe(200);
    await setLimits('guardian', student.sysid, { noCash: true, spending: 0, wishedBy: 'Baba', wishedHow: 'letter' });
    expect((await bursar.ask(deposit, { admissionNumber: student.admissionNumber, amount: 20_000 })).status).toBe(200);
    const none = await cashOut(student, 1);
    expect([none.problem, none.body.message]).toEqual([
      'wallet.no-cash',
      'This student may not be paid cash (requested by the guardian).',
    ]);
  });

  it('cashOutsPerDay limits the number of cash-outs', async () => {
    const student = await aStudent();
    await setForSchool({ cashOutsPerDay: 5 });
    for (let time = 0; time < 5; time++) expect((await cashOut(student, 10)).status).toBe(200);
    const sixth = await cashOut(student, 10);
    expect([sixth.status, sixth.problem, sixth.body.detail]).toEqual([
      422,
      'wallet.too-many-cash-outs',
      { limit: 5, left: 0, setBy: 'school' },
    ]);
    expect((await limitsOf(student)).cashLeft).toBe(0);
  });

  it('onCampusOnly needs a check-in of today', async () => {
    const student = await aStudent();
    const pass = (endpoint: typeof checkInPin | typeof checkOutPin) =>
      bursar.ask(endpoint, { admissionNumber: student.admissionNumber, pin: PIN });
    await setForSchool({ onCampusOnly: true });
    expect((await cashOut(student, 10)).problem).toBe('wallet.not-on-campus');
    expect((await pass(checkInPin)).status).toBe(200);
    expect((await limitsOf(student)).checkedIn).toBe(true);
    expect((await cashOut(student, 10)).status).toBe(200);
    await owner.query(`UPDATE gate_states SET since = since - interval '1 day' WHERE student_id = $1`, [student.sysid]);
    expect((await cashOut(student, 11)).problem).toBe('wallet.not-on-campus');
    await owner.query(`UPDATE gate_states SET since = since + interval '1 day' WHERE student_id = $1`, [student.sysid]);
    expect((await pass(checkOutPin)).status).toBe(200);
    expect((await cashOut(student, 12)).problem).toBe('wallet.not-on-campus');
  });

  it('the spending limit applies to meals', async () => {
    const student = await aStudent();
    const { sysid: menuItemSYSID } = (
      await bursar.ask<{ sysid: string }>(createMenu, { name: `Chapati ${aNumber()}`, quantityPerPerson: 9, price: 30 })
    ).body;
    const eat = () =>
      bursar.ask<{ message: string }>(
        consumeMenuPin,
        { admissionNumber: student.admissionNumber, menuItemSYSID, pin: PIN },
        { key: randomUUID() },
      );
    await setLimits('class', classSYSID, { spending: 50 });
    expect((await eat()).status).toBe(200);
    const refused = await eat();
    expect([refused.problem, refused.body.message]).toEqual([
      'wallet.over-spending-limit',
      'This is over the daily spending limit: KES 50.00 (set for the class). Left today: KES 20.00.',
    ]);
    expect((await cashOut(student, 500)).status).toBe(200);
    expect((await limitsOf(student)).spendingLeft).toBe(20);
  });
});

describe('setLimits', () => {
  it('keeps omitted fields, clears empty ones and audits the change', async () => {
    const student = await aStudent();
    await setLimits('student', student.sysid, { cashOut: 200, day: 500, noCash: true });
    const changed = await setLimits('student', student.sysid, { day: '', noCash: false });
    expect(changed.body).toMatchObject({ cashOut: 200, day: null, week: null, noCash: false, setBy: 'Wanjiru Otieno' });
    const history = await bursar.ask<HistoryRow[]>(getHistory, { kind: 'student', sysid: student.sysid });
    expect(history.body[0]).toMatchObject({
      action: 'student.limits',
      changes: [
        { field: 'noCash', from: true, to: false },
        { field: 'dayLimit', from: 'KES 500.00', to: null },
      ],
    });
    const wish = { cashOut: 90, wishedBy: 'Mama Amina', wishedHow: 'phone' };
    const achieng = await server.aPerson('SchoolAdmin', school);
    await owner.query(`UPDATE users SET first_name = 'Achieng' WHERE id = $1`, [achieng.userId]);
    await setLimits('guardian', student.sysid, wish, achieng);
    const read = async (scope: contract.LimitScope) =>
      (await bursar.ask(contract.getLimits, { scope, sysid: student.sysid })).body;
    expect(await read('student')).toEqual(changed.body);
    expect(await read('guardian')).toMatchObject({ ...wish, setBy: 'Achieng Otieno' });
    await setLimits('guardian', student.sysid, { cashOut: null });
    await setLimits('student', student.sysid, { cashOut: null });
    expect((await owner.query('SELECT 1 FROM pocket_limits')).rows).toEqual([]);
  });

  it("changes of a student's limits are sent to the guardians, unchanged ones are not", async () => {
    const student = await aStudent();
    const phone = `2547${String(60_000_000 + aNumber())}`;
    const contact = { studentSYSID: student.sysid, name: 'Mama Amina', mobileNumber: phone };
    const added = await bursar.ask<{ sysid: string }>(students.addContact, contact);
    const told = async () => {
      await server.runJobs();
      return server.sent.filter(({ to, kind }) => to === phone && kind === 'security').map(({ text }) => text);
    };
    await setLimits('student', student.sysid, { cashOut: 200, noCash: true });
    await setLimits('student', student.sysid, { cashOut: 200 });
    await setLimits('class', classSYSID, { day: 900 });
    expect(await told()).toEqual([
      expect.stringMatching(
        /limits of Amina Juma were changed, .*: one cash-out no limit > KES 200.00, no cash at all no > yes\./,
      ),
    ]);
    await bursar.ask(students.updateContact, { sysid: added.body.sysid, language: 'sw' });
    await setLimits('student', student.sysid, { cashOut: 2_000 });
    expect((await told()).at(-1)).toMatch(/taslimu mara moja KES 200.00 > KES 2,000.00/);
    const wish = { spending: 100, wishedBy: 'Mama', wishedHow: 'phone' };
    await setLimits('guardian', student.sysid, wish);
    expect((await told()).at(-1)).toMatch(/matumizi kwa siku bila kikomo > KES 100.00/);
  });

  it("a guardian's wish needs a name and a channel, and stores its date", async () => {
    const student = await aStudent();
    const nobody = await setLimits('guardian', student.sysid, { day: 100 });
    expect([nobody.status, nobody.body.detail]).toEqual([
      400,
      {
        fields: { wishedBy: 'is required', wishedHow: 'is required' },
        fieldCodes: { wishedBy: { code: 'required' }, wishedHow: { code: 'required' } },
      },
    ]);
    const ahead = { day: 100, wishedBy: 'Mama', wishedHow: 'phone', wishedOn: '2999-01-01' };
    expect((await setLimits('guardian', student.sysid, ahead)).status).toBe(400);
    const wish = await setLimits('guardian', student.sysid, { ...ahead, wishedOn: '2026-01-31' });
    expect(wish.body).toMatchObject({ day: 100, wishedBy: 'Mama', wishedHow: 'phone', wishedOn: '2026-01-31' });
    const gone = await setLimits('guardian', student.sysid, { day: null });
    expect(gone.body).toMatchObject({ day: null, wishedBy: null, wishedOn: null, setBy: null });
    const history = await bursar.ask<HistoryRow[]>(getHistory, { kind: 'student', sysid: student.sysid });
    expect(history.body.slice(0, 2).map(({ action }) => action)).toEqual(['student.wish', 'student.wish']);
  });

  it('school limits are for the Admin, and each field is accepted in its own scope only', async () => {
    const student = await aStudent();
    expect((await setLimits('school', undefined, { day: 100 })).problem).toBe('session.role');
    for (const stranger of [
      { approvalAbove: 1 },
      { cashOutsPerDay: 5 },
      { onCampusOnly: true },
      { wishedBy: 'Mama' },
    ]) {
      expect((await setLimits('student', student.sysid, stranger)).status).toBe(400);
    }
    for (const scope of ['class', 'student', 'guardian'] as const)
      for (const none of [{ firstPin: 0 }, { approvalAbove: 0 }]) {
        const refused = await setLimits(scope, scope === 'class' ? classSYSID : student.sysid, none);
        expect([scope, refused.status, refused.problem]).toEqual([scope, 400, 'input.malformed']);
      }
    for (const wrong of [{ day: 0 }, { day: '1.001' }, { week: -1 }, { spending: 'much' }]) {
      expect((await setLimits('class', classSYSID, wrong)).status).toBe(400);
    }
    expect((await setLimits('class', undefined, { day: 1 })).status).toBe(400);
    expect((await setLimits('class', randomUUID(), { day: 1 })).problem).toBe('class.not-found');
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await setLimits('student', student.sysid, { day: 1 }, elsewhere)).problem).toBe('student.not-found');
    expect((await setLimits('class', classSYSID, { day: 1 }, elsewhere)).problem).toBe('class.not-found');
    expect((await owner.query('SELECT 1 FROM pocket_limits')).rows).toEqual([]);
  });
});

describe('mostCash with limits', () => {
  const all = async ({ admissionNumber }: Student, who = bursar) =>
    (await who.ask<{ mostCash: number }>(getWallet, { admissionNumber })).body.mostCash;

  it('can be paid out and a shilling more cannot', async () => {
    for (const [balance, limits, most] of [
      [540.75, {}, 540],
      [0.75, {}, 0],
      [900, { cashOut: '120.50' }, 120],
      [900, { day: 300, week: 250 }, 250],
      [90.25, { day: 300 }, 90],
      [900, { day: '0.50' }, 0],
      [900, { noCash: true, day: 300 }, 0],
      [900, { spending: 5, fingerAlone: 10 }, 900],
    ] as const) {
      await owner.query('DELETE FROM pocket_limits');
      const student = await aStudent(balance);
      await setLimits('student', student.sysid, limits);
      const about = JSON.stringify([balance, limits]);
      expect([about, await all(student)]).toEqual([about, most]);
      expect([about, (await cashOut(student, most + 1)).status]).toEqual([about, 422]);
      if (most > 0) expect([about, (await cashOut(student, most)).status]).toEqual([about, 200]);
      const left = Math.max(0, Math.floor(balance) - most);
      expect(await all(student)).toBe('day' in limits || left === 0 ? 0 : Math.min(most, left));
    }
  });

  it('is the rest of the limit of an office PIN where the student has no other proof', async () => {
    await setForSchool({ firstPin: 500 });
    const student = await aStudent(900);
    expect(await all(student)).toBe(500);
    expect((await cashOut(student, 501)).problem).toBe('wallet.own-pin-needed');
    expect((await cashOut(student, 200)).status).toBe(200);
    expect(await all(student)).toBe(300);
    await owner.query('UPDATE students SET pin_own_at = now() WHERE id = $1', [student.sysid]);
    expect(await all(student)).toBe(700);
  });

  it('is 0 off campus or after the last cash-out of the day, and at most the movement limit', async () => {
    await setForSchool({ onCampusOnly: true, cashOutsPerDay: 1 });
    const student = await aStudent();
    expect(await all(student)).toBe(0);
    await bursar.ask(checkInPin, { admissionNumber: student.admissionNumber, pin: PIN });
    expect(await all(student)).toBe(15_000);
    await cashOut(student, 10);
    expect(await all(student)).toBe(0);
    await owner.query('DELETE FROM pocket_limits');
    const rich = await aStudent(20_000);
    await bursar.ask(deposit, { admissionNumber: rich.admissionNumber, amount: 7_000 });
    expect(await all(rich)).toBe(20_000);
  });

  it('is returned to a cashier who may not read limits', async () => {
    const cashier = await server.aPerson('CheckAgent', school, ['cashier']);
    const student = await aStudent();
    await setLimits('student', student.sysid, { day: 70 });
    expect(await all(student, cashier)).toBe(70);
    expect((await cashier.ask(contract.getStudentLimits, { admissionNumber: student.admissionNumber })).status).toBe(
      403,
    );
  });
});

it('limits of another student or class do not apply', async () => {
  const [student, other] = [await aStudent(), await aStudent()];
  await setLimits('student', other.sysid, { cashOut: 1 });
  await setLimits('guardian', other.sysid, { noCash: true, wishedBy: 'Baba Amina', wishedHow: 'phone' });
  await setLimits('class', await server.aClass(school), { day: 2 });
  expect(await limitsOf(student)).toMatchObject({ rules: [], cashLeft: null });
  expect((await cashOut(student, 500)).status).toBe(200);
  expect((await cashOut(other, 1)).problem).toBe('wallet.no-cash');
});

it('cashLeft is 0 without cash permission, off campus or after the last cash-out of the day', async () => {
  const left = async (student: Student) => {
    const { rules, cashLeft, checkedIn } = await limitsOf(student);
    return { rules: rules.map(({ rule, limit, left: of }) => [rule, limit, of]), cashLeft, checkedIn };
  };
  const shut = await aStudent();
  await setLimits('student', shut.sysid, { noCash: true, day: 300 });
  expect(await left(shut)).toMatchObject({ cashLeft: 0, checkedIn: false });

  await owner.query('DELETE FROM pocket_limits');
  await setForSchool({ onCampusOnly: true, day: 300 });
  const away = await aStudent();
  expect(await left(away)).toMatchObject({ cashLeft: 0, checkedIn: false });
  await bursar.ask(checkInPin, { admissionNumber: away.admissionNumber, pin: PIN });
  expect(await left(away)).toMatchObject({ cashLeft: 300, checkedIn: true });

  await owner.query('DELETE FROM pocket_limits');
  await setForSchool({ cashOutsPerDay: 2, day: 300 });
  const often = await aStudent();
  // Cash-outs are counted; money is in KES.
  expect(await left(often)).toMatchObject({
    rules: [
      ['cash-outs', 2, 2],
      ['day', 300, 300],
    ],
    cashLeft: 300,
  });
  expect((await cashOut(often, 10)).status).toBe(200);
  expect(await left(often)).toMatchObject({
    rules: [
      ['cash-outs', 2, 1],
      ['day', 300, 290],
    ],
    cashLeft: 290,
  });
  expect((await cashOut(often, 10)).status).toBe(200);
  expect(await left(often)).toMatchObject({ cashLeft: 0 });
});
