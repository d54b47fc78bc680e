// Two people, or one twice, at the same moment over money that waits for a word.
import { randomUUID } from 'node:crypto';
import * as limits from '@mfuko/contract/limits';
import { approveRefund, type Refund, refund, rejectRefund } from '@mfuko/contract/refunds';
import { addContact, updateContact, updateStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LimitsSchool, openLimitsSchool, type Student } from '../src/features/limits/limits.testkit.ts';
import { aNumber, type Person } from './kit.ts';

let at: LimitsSchool;
let third: Person;
beforeAll(async () => {
  at = await openLimitsSchool();
  third = await at.server.aPerson('SchoolAdmin', at.school);
});
beforeEach(() => at.owner.query('DELETE FROM pocket_limits'));
afterAll(() => at?.close());

const ROUNDS = Array.from({ length: 4 }, (_, round) => round);
const granted = <Answer extends { readonly status: number }>(answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 200);
/** In shillings, of a leaver too. */
async function balance({ sysid }: Student): Promise<number> {
  const { rows } = await at.owner.query<{ balance: bigint }>(
    `SELECT balance FROM accounts WHERE student_id = $1 AND kind = 'wallet'`,
    [sysid],
  );
  return Number(rows[0]?.balance) / 100;
}

async function asked(student: Student, amount: number): Promise<string> {
  const input = { admissionNumber: student.admissionNumber, amount, reason: 'School trip' };
  return (await at.bursar.ask<limits.Approval>(limits.requestApproval, input)).body.sysid;
}

/** A student who has left, with a guardian whose number is not new. */
async function aLeaver(): Promise<Student & { readonly phone: string; readonly guardian: string }> {
  const student = await at.aStudent(500);
  const phone = `2547${String(30_000_000 + aNumber())}`;
  const mother = { studentSYSID: student.sysid, name: 'Jane Otieno', mobileNumber: phone };
  const guardian = (await at.bursar.ask<{ sysid: string }>(addContact, mother)).body.sysid;
  expect((await at.bursar.ask(updateStudent, { sysid: student.sysid, status: 'left' })).status).toBe(200);
  await at.owner.query(`UPDATE money_holds SET since = since - interval '3 days' WHERE student_id = $1`, [
    student.sysid,
  ]);
  return { ...student, phone, guardian };
}

describe('an approval of cash', () => {
  it.each(ROUNDS)('is decided once by four concurrent decisions (%i)', async () => {
    await at.setForSchool({ approvalAbove: 100 });
    const student = await at.aStudent();
    const sysid = await asked(student, 600);
    const answers = await Promise.all([
      at.head.ask(limits.approve, { sysid }),
      third.ask(limits.approve, { sysid }),
      at.head.ask(limits.refuseApproval, { sysid, reason: 'Too much' }),
      third.ask(limits.refuseApproval, { sysid, reason: 'Too much' }),
    ]);
    expect(granted(answers)).toHaveLength(1);
  });

  it.each(ROUNDS)('allows one of four concurrent cash-outs (%i)', async () => {
    await at.setForSchool({ approvalAbove: 100 });
    const student = await at.aStudent(10_000);
    const sysid = await asked(student, 600);
    expect((await at.head.ask(limits.approve, { sysid })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.cashOut(student, 600)));
    expect(granted(answers)).toHaveLength(1);
    expect(await balance(student)).toBe(9_400);
  });
});

describe('a refund', () => {
  it.each(ROUNDS)('is proposed, decided and paid out once under concurrent calls (%i)', async () => {
    const leaver = await aLeaver();
    const input = { admissionNumber: leaver.admissionNumber, mobileNumber: leaver.phone, reason: 'Left' };
    const proposed = await Promise.all(
      Array.from({ length: 3 }, () => at.bursar.ask<Refund>(refund, input, { key: randomUUID() })),
    );
    expect(granted(proposed)).toHaveLength(1);
    const sysid = proposed.find(({ status }) => status === 200)?.body.sysid;
    const answers = await Promise.all([
      at.head.ask<Refund>(approveRefund, { sysid }),
      third.ask<Refund>(approveRefund, { sysid }),
      third.ask<Refund>(rejectRefund, { sysid }),
    ]);
    const [decided, ...more] = granted(answers);
    expect(more).toEqual([]);
    expect(await balance(leaver)).toBe(decided?.body.state === 'rejected' ? 500 : 0);
  });

  it.each(ROUNDS)("is refused for a guardian's number that is being set concurrently (%i)", async () => {
    const leaver = await aLeaver();
    const mobileNumber = `2547${String(40_000_000 + aNumber())}`;
    const input = { admissionNumber: leaver.admissionNumber, mobileNumber, reason: 'Left' };
    const propose = () => at.bursar.ask(refund, input, { key: randomUUID() });
    const [, ...proposed] = await Promise.all([
      at.head.ask(updateContact, { sysid: leaver.guardian, mobileNumber }),
      ...Array.from({ length: 6 }, propose),
    ]);
    expect(granted([...proposed, await propose()])).toEqual([]);
  });
});
