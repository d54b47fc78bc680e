import type { Approval } from '@mfuko/contract/limits';
import * as contract from '@mfuko/contract/limits';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../tests/kit.ts';
import { type LimitsSchool, openLimitsSchool, type Student } from './limits.testkit.ts';

let server: LimitsSchool['server'];
let school: LimitsSchool['school'];
let admin: LimitsSchool['admin'];
let bursar: LimitsSchool['bursar'];
let head: LimitsSchool['head'];
let owner: LimitsSchool['owner'];
let aStudent: LimitsSchool['aStudent'];
let cashOut: LimitsSchool['cashOut'];
let setForSchool: LimitsSchool['setForSchool'];
let limitsOf: LimitsSchool['limitsOf'];
let close: LimitsSchool['close'];

beforeAll(async () => {
  ({ server, school, admin, bursar, head, owner, aStudent, cashOut, setForSchool, limitsOf, close } =
    await openLimitsSchool());
});
beforeEach(() => owner.query('DELETE FROM pocket_limits'));
afterAll(() => close());

describe('cash approval', () => {
  const ask = ({ admissionNumber }: Student, amount: number, who = bursar) =>
    who.ask<Approval>(contract.requestApproval, { admissionNumber, amount, reason: 'School trip' });
  const approve = (sysid: string, who = head) => who.ask<Approval>(contract.approve, { sysid });
  const stateOf = async (sysid: string) => (await bursar.ask<Approval>(contract.getApproval, { sysid })).body.state;
  const wait = (sysid: string, minutes: number) =>
    owner.query(
      `UPDATE cash_approvals SET asked_at = asked_at - make_interval(mins => $2),
         decided_at = decided_at - make_interval(mins => $2) WHERE id = $1`,
      [sysid, minutes],
    );

  it('is valid for one cash-out of its student, its requester and its maximum amount', async () => {
    await setForSchool({ approvalAbove: 2_000 });
    const student = await aStudent();
    const refused = await cashOut(student, 2_500);
    expect([refused.status, refused.problem, refused.body.detail]).toEqual([
      422,
      'wallet.needs-approval',
      { limit: 2_000, left: 2_000, setBy: 'school' },
    ]);
    const asked = await ask(student, 2_500);
    expect(asked.body).toMatchObject({ state: 'pending', own: true, amount: 2_500, reason: 'School trip' });
    expect(Date.parse(asked.body.until ?? '') - Date.parse(asked.body.date)).toBe(12 * 3_600_000);
    expect((await limitsOf(student)).approval?.state).toBe('pending');
    expect((await cashOut(student, 2_500)).problem).toBe('wallet.needs-approval');
    expect((await approve(asked.body.sysid)).body).toMatchObject({ state: 'approved', own: false });
    expect((await limitsOf(student)).approval?.state).toBe('approved');
    expect((await cashOut(student, 2_500, head)).problem).toBe('wallet.needs-approval');
    expect((await cashOut(await aStudent(), 2_500)).problem).toBe('wallet.needs-approval');
    expect((await cashOut(student, 2_500.01)).problem).toBe('wallet.needs-approval');
    // Smaller amounts do not use up the approval, and approved cash-outs do not count.
    expect((await cashOut(student, 100)).status).toBe(200);
    expect(await stateOf(asked.body.sysid)).toBe('approved');
    expect((await cashOut(student, 2_400)).status).toBe(200);
    expect(await stateOf(asked.body.sysid)).toBe('used');
    expect((await cashOut(student, 1_900)).status).toBe(200);
    expect((await cashOut(student, 1)).problem).toBe('wallet.needs-approval');
    const { rows } = await owner.query(
      'SELECT m.amount FROM journal_entries m JOIN cash_approvals a ON a.entry_id = m.id',
    );
    expect(rows).toEqual([{ amount: 240_000n }]);
  });

  it("is needed once a day's cash-outs exceed the limit, whoever pays them", async () => {
    await setForSchool({ approvalAbove: 1_000 });
    const student = await aStudent();
    for (const amount of [400, 399]) expect((await cashOut(student, amount)).status).toBe(200);
    expect((await limitsOf(student)).rules).toContainEqual({
      rule: 'approval',
      limit: 1_000,
      left: 201,
      setBy: 'school',
    });
    const refused = await cashOut(student, 202, head);
    expect([refused.problem, refused.body.detail]).toEqual([
      'wallet.needs-approval',
      { limit: 1_000, left: 201, setBy: 'school' },
    ]);
    expect(refused.body.message).toBe(
      'A second person must approve more than KES 1,000.00 in a day (set by the school). Left today without approval: KES 201.00.',
    );
    expect((await cashOut(student, 201, head)).status).toBe(200);
    await approve((await ask(student, 50)).body.sysid);
    expect((await cashOut(student, 50)).status).toBe(200);
    expect((await cashOut(student, 1)).problem).toBe('wallet.needs-approval');
    // The limit of another student is untouched.
    expect((await cashOut(await aStudent(), 1_000)).status).toBe(200);
  });

  it('is not used up by a refused cash-out', async () => {
    await setForSchool({ approvalAbove: 100 });
    const student = await aStudent(500);
    const { sysid } = (await ask(student, 600)).body;
    await approve(sysid);
    expect((await cashOut(student, 600)).problem).toBe('wallet.insufficient-funds');
    expect(await stateOf(sysid)).toBe('approved');
    expect((await cashOut(student, 500)).status).toBe(200);
    expect(await stateOf(sysid)).toBe('used');
  });

  it('the call and the table reject an approval by the requester', async () => {
    await setForSchool({ approvalAbove: 0 });
    const student = await aStudent();
    const { sysid } = (await ask(student, 100)).body;
    expect((await approve(sysid, bursar)).problem).toBe('wallet.same-person');
    expect(await stateOf(sysid)).toBe('pending');
    const { rows } = await owner.query(
      `SELECT actor_id FROM audit_events WHERE action = 'wallet.approval.same-person'`,
    );
    expect(rows).toEqual([{ actor_id: bursar.userId }]);
    const own = `UPDATE cash_approvals SET decision = 'approved', decided_by = asked_by, decided_at = now() WHERE id = $1`;
    await expect(owner.query(own, [sysid])).rejects.toThrow(/approved_by_another/);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await approve(sysid, agent)).problem).toBe('session.role');
    const elsewhere = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await approve(sysid, elsewhere)).problem).toBe('approval.not-found');
  });

  it('is valid for thirty minutes, and its request for twelve hours', async () => {
    await setForSchool({ approvalAbove: 100 });
    const student = await aStudent();
    const { sysid } = (await ask(student, 300)).body;
    await approve(sysid);
    await wait(sysid, 31);
    expect(await stateOf(sysid)).toBe('expired');
    expect((await cashOut(student, 300)).problem).toBe('wallet.needs-approval');
    const again = (await ask(student, 300)).body.sysid;
    await wait(again, 12 * 60 + 1);
    expect((await approve(again)).problem).toBe('approval.decided');
  });

  it('leaves the bell when its request has waited for twelve hours', async () => {
    await setForSchool({ approvalAbove: 100 });
    const { sysid } = (await ask(await aStudent(), 300)).body;
    const unread = async () =>
      (await head.ask<NoticeRow[]>(getNotifications)).body.some(({ subject, read }) => subject?.id === sysid && !read);
    await server.runJobs();
    expect(await unread()).toBe(true);
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '12 hours' WHERE payload::text LIKE $1`,
      [`%${sysid}%`],
    );
    await server.runJobs();
    expect(await unread()).toBe(false);
  });

  it('can be refused once, with a reason', async () => {
    await setForSchool({ approvalAbove: 100 });
    const student = await aStudent();
    const { sysid } = (await ask(student, 300)).body;
    const refused = await head.ask<Approval>(contract.refuseApproval, { sysid, reason: 'Trip is off' });
    expect(refused.body).toMatchObject({ state: 'refused', note: 'Trip is off', decidedBy: 'Wanjiru Otieno' });
    expect((await approve(sysid)).problem).toBe('approval.decided');
    expect((await cashOut(student, 300)).problem).toBe('wallet.needs-approval');
  });

  it('is refused when not needed, and a new request withdraws the former one', async () => {
    const student = await aStudent();
    expect((await ask(student, 300)).problem).toBe('approval.not-needed');
    await setForSchool({ approvalAbove: 300 });
    expect((await ask(student, 300)).problem).toBe('approval.not-needed');
    const first = (await ask(student, 301)).body.sysid;
    const second = (await ask(student, 302)).body.sysid;
    expect(await stateOf(first)).toBe('withdrawn');
    expect((await approve(first)).problem).toBe('approval.decided');
    const listed = await head.ask<Approval[]>(contract.getApprovals, { state: 'pending' });
    expect(listed.body.map((row) => row.sysid)).toContain(second);
    expect(new Set(listed.body.map((row) => row.state))).toEqual(new Set(['pending']));
    const all = await head.ask<Approval[]>(contract.getApprovals);
    const states = all.body.map((row) => row.state);
    expect(states.lastIndexOf('pending')).toBeLessThan(states.findIndex((state) => state !== 'pending'));
  });

  it("an Admin's request is listed as made by the platform", async () => {
    await setForSchool({ approvalAbove: 100 });
    const { admissionNumber } = await aStudent();
    const input = { admissionNumber, amount: 300, reason: 'School trip' };
    const { body } = await admin.ask<Approval>(contract.requestApproval, input, { school });
    const listed = await head.ask<Approval[]>(contract.getApprovals, { state: 'pending' });
    expect(listed.body.find(({ sysid }) => sysid === body.sysid)).toMatchObject({ askedBy: 'Platform', own: false });
  });

  it('request and decision notify the other side and are audited', async () => {
    await setForSchool({ approvalAbove: 100 });
    const student = await aStudent();
    const { sysid } = (await ask(student, 1_300)).body;
    const bell = async (who: Person, about = sysid) =>
      (await who.ask<NoticeRow[]>(getNotifications)).body.filter((row) => row.subject?.id === about);
    const third = await server.aPerson('SchoolAdmin', school);
    expect(await bell(head)).toMatchObject([
      { kind: 'approval.asked', severity: 'urgent', params: { amount: '1,300.00', by: 'Wanjiru Otieno' } },
    ]);
    await approve(sysid);
    expect((await bell(bursar)).map((row) => row.kind)).toEqual(['approval.given']);
    // Nothing is left for a third person to do.
    expect((await bell(third)).map((row) => row.kind)).toEqual(['approval.given']);
    const second = (await ask(student, 1_400)).body.sysid;
    await head.ask(contract.refuseApproval, { sysid: second, reason: 'Trip is off' });
    expect((await bell(bursar, second)).map((row) => row.kind)).toEqual(['approval.refused']);
    expect((await bell(third, second)).map((row) => row.kind)).toEqual(['approval.refused']);
    const { rows: trail } = await owner.query<{ action: string }>(
      `SELECT action FROM audit_events WHERE subject_id = $1 AND action LIKE 'wallet.approval.%' ORDER BY at`,
      [student.sysid],
    );
    const [request, approved, refusal] = ['request', 'approve', 'refuse'].map((verb) => `wallet.approval.${verb}`);
    expect(trail.map(({ action }) => action)).toEqual([request, approved, request, refusal]);
    const [withdrawn, again] = [(await ask(student, 1_500)).body.sysid, (await ask(student, 1_600)).body.sysid];
    expect([await bell(third, withdrawn), await bell(third, again)]).toMatchObject([[], [{ kind: 'approval.asked' }]]);
  });

  it('of a concurrent approval and refusal one succeeds', async () => {
    await setForSchool({ approvalAbove: 100 });
    const { sysid } = (await ask(await aStudent(), 1_300)).body;
    const other = await server.aPerson('SchoolAdmin', school);
    await owner.query('BEGIN');
    await owner.query('SELECT 1 FROM cash_approvals WHERE id = $1 FOR UPDATE', [sysid]);
    const both = [approve(sysid), other.ask<Approval>(contract.refuseApproval, { sysid, reason: 'Trip is off' })];
    await expect
      .poll(async () => {
        const look = 'SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted';
        return (await server.context.db.inSchool(school, (tx) => tx.row<{ waiting: number }>(look)))?.waiting;
      })
      .toBe(2);
    await owner.query('COMMIT');
    const answers = await Promise.all(both);
    expect(answers.map(({ status, problem }) => problem ?? status).sort()).toEqual([200, 'approval.decided']);
  });

  it('a cash-out fails when the limit function in the database is disabled', async () => {
    await setForSchool({ approvalAbove: 100 });
    const student = await aStudent();
    const { rows } = await owner.query<{ text: string }>(
      `SELECT pg_get_functiondef('refused_by_rule'::regproc) AS text`,
    );
    const intact = rows[0]?.text ?? '';
    await owner.query(intact.replace(/BEGIN[\s\S]*END \$/, 'BEGIN RETURN NULL; END $'));
    try {
      expect((await cashOut(student, 300)).status).toBe(500);
    } finally {
      await owner.query(intact);
    }
    expect((await cashOut(student, 100)).status).toBe(200);
  });
});

it('the refusal of an unneeded approval names the limit above which it is needed', async () => {
  const student = await aStudent();
  const input = { admissionNumber: student.admissionNumber, amount: 200, reason: 'School trip' };
  const ask = (more: object = {}) =>
    bursar.ask<Approval & { message: string }>(contract.requestApproval, { ...input, ...more });
  expect((await ask()).body.message).toBe('Cash-outs in this school need no approval.');
  await setForSchool({ approvalAbove: 200 });
  expect((await ask()).body.message).toBe('Only a cash-out above KES 200.00 needs approval by a second person.');
  // Only the user who asked sees the approval.
  expect((await ask({ amount: 200.01 })).status).toBe(200);
  expect((await limitsOf(student)).approval).toMatchObject({ amount: 200.01, state: 'pending' });
  expect((await limitsOf(student, head)).approval).toBeNull();
});
