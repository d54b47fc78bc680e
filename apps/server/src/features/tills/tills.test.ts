import { randomUUID } from 'node:crypto';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import type { Till, TillEntry, TillRow } from '@mfuko/contract/tills';
import * as contract from '@mfuko/contract/tills';
import type { BalanceRow } from '@mfuko/contract/wallet';
import { deposit, getWallet } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

let server: TestServer;
let desk: TestCashDesk;
let agent: Person;
let head: Person;
let student: string;

beforeAll(async () => {
  server = await openTestServer();
  desk = await openCashDesk(server);
  head = await desk.anAgent();
}, 60_000);
afterAll(() => server.close());

beforeEach(async () => {
  agent = await desk.anAgent();
  student = await desk.aStudent(1000);
});

async function balance(): Promise<number> {
  return (await agent.ask<BalanceRow>(getWallet, { admissionNumber: student })).body.balance;
}

async function audited(action: string, subject: string): Promise<number> {
  const rows = await server.context.db.inSchool(desk.school, (tx) =>
    tx.rows('SELECT 1 AS one FROM audit_events WHERE action = $1 AND subject_id = $2', [action, subject]),
  );
  return rows.length;
}

describe('open till', () => {
  it("an opened till takes its float from the cash desk and moves with its user's cash", async () => {
    const atTheDesk = await desk.held('cash-desk');
    const opened = await desk.open(agent, 500, { note: 'Monday' });
    expect(opened.body).toMatchObject({ status: 'open', own: true, float: 500, holds: 500, note: 'Monday' });
    expect((await desk.cashOut(agent, student, 120)).status).toBe(200);
    expect((await desk.payIn(agent, student, 70.5)).status).toBe(200);
    expect(await desk.till(agent)).toMatchObject({ holds: 450.5, paidOut: 120, paidOutCount: 1, paidIn: 70.5 });
    expect(await balance()).toBe(950.5);
    expect(await desk.held('cash-desk')).toBe(atTheDesk - 500);
    // Another user's deposit moves neither this till nor any other.
    await desk.payIn(head, student, 10);
    expect(await desk.till(agent)).toMatchObject({ holds: 450.5 });
    expect(await desk.held('cash-desk')).toBe(atTheDesk - 490);
  });

  it('refuses a cash-out over its cash and returns what it holds', async () => {
    await desk.open(agent, 100);
    const refused = await desk.cashOut(agent, student, 100.01, { key: randomUUID() });
    expect(refused).toMatchObject({
      status: 422,
      problem: 'till.not-enough-cash',
      body: { message: 'Not enough cash: the till holds KES 100.00', detail: { holds: 100 } },
    });
    expect(await balance()).toBe(1000);
    expect((await desk.cashOut(agent, student, 100)).status).toBe(200);
    expect((await desk.cashOut(agent, student, 1)).problem).toBe('till.not-enough-cash');
    // The cash desk may pay out more than its account holds.
    expect((await desk.cashOut(head, student, 5)).status).toBe(200);
  });

  it('a user has one open till, and bank deposits do not move it', async () => {
    await desk.open(agent, 0);
    expect((await desk.open(agent, 10)).problem).toBe('till.already-open');
    expect((await desk.open(head, 0)).status).toBe(200);
    await agent.ask(deposit, { admissionNumber: student, amount: 300, cash: false });
    expect(await desk.till(agent)).toMatchObject({ holds: 0, paidIn: 0 });
    await desk.close(head, { counted: 0 });
  });

  it('cash is added and handed back, never below zero; a double press counts once', async () => {
    await desk.open(agent, 200);
    expect((await desk.carry(agent, 'add', 300, { note: 'From the safe' })).body.holds).toBe(500);
    expect((await desk.carry(agent, 'add', 300, { note: 'From the safe' })).body.holds).toBe(500);
    expect((await desk.carry(agent, 'add', 300, {}, { key: randomUUID() })).body).toMatchObject({
      holds: 800,
      added: 600,
    });
    expect((await desk.carry(agent, 'hand-back', 800.01)).problem).toBe('till.not-enough-cash');
    expect((await desk.carry(agent, 'hand-back', 750)).body).toMatchObject({ holds: 50, handedBack: 750, float: 200 });
    expect((await desk.carry(head, 'add', 5)).problem).toBe('till.not-open');
    const mine = (await desk.till(agent))?.sysid ?? '';
    expect((await desk.carry(head, 'hand-back', 5, { sysid: mine })).problem).toBe('till.still-open');
  });

  it('getTillMovements lists the movements with the student', async () => {
    const { sysid } = (await desk.open(agent, 100)).body;
    await desk.cashOut(agent, student, 40);
    await desk.carry(agent, 'hand-back', 10);
    await desk.close(agent, { counted: 45, left: 5 });
    const rows = (await head.ask<TillEntry[]>(contract.getTillMovements, { sysid })).body;
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['close', -40],
      ['variance', -5],
      ['hand-back', -10],
      ['cash-out', -40],
      ['float', 100],
    ]);
    expect(rows[3]).toMatchObject({ names: 'Amina Juma', admissionNumber: student });
    const found = await head.ask<TillRow[]>(contract.getTills, { status: 'closed', sort: '-openedAt' });
    expect(found.body[0]).toMatchObject({ sysid, variance: -5, holds: 5, counted: 45, confirmedBy: null });
  });
});

describe('reversals and tills', () => {
  it('a reversal moves the till of the payment while it is open and refuses what that lacks', async () => {
    await desk.open(agent, 100);
    const paidOut = await desk.cashOut(agent, student, 60);
    expect((await desk.reverse(head, paidOut)).status).toBe(200);
    expect(await desk.till(agent)).toMatchObject({ holds: 100, takenBack: 60, takenBackCount: 1 });
    const paidIn = await desk.payIn(agent, student, 50);
    await desk.cashOut(agent, student, 120);
    expect((await desk.reverse(head, paidIn)).problem).toBe('till.not-enough-cash');
    await desk.carry(agent, 'add', 20);
    expect((await desk.reverse(head, paidIn)).status).toBe(200);
    expect(await desk.till(agent)).toMatchObject({ holds: 0 });
  });

  it("after the close a reversal moves the reversing user's till, or else the cash desk", async () => {
    await desk.open(agent, 100);
    const [first, second] = [await desk.cashOut(agent, student, 30), await desk.cashOut(agent, student, 31)];
    await desk.close(agent, { counted: 39 });
    // A new day at the same desk is another till.
    await desk.open(agent, 10);
    const other = await desk.anAgent();
    await desk.open(other, 5);
    expect((await desk.reverse(other, first)).status).toBe(200);
    expect(await desk.till(other)).toMatchObject({ holds: 35, takenBack: 30 });
    const atTheDesk = await desk.held('cash-desk');
    expect((await desk.reverse(head, second)).status).toBe(200);
    expect(await desk.held('cash-desk')).toBe(atTheDesk + 31);
    expect(await desk.till(agent)).toMatchObject({ holds: 10 });
  });
});

describe('closing a till', () => {
  it('a close books the variance, returns the cash and leaves the stated rest', async () => {
    const [atTheDesk, lost] = [await desk.held('cash-desk'), await desk.held('till-variance')];
    const { sysid } = (await desk.open(agent, 1000)).body;
    await desk.cashOut(agent, student, 250);
    const counted = await agent.ask(contract.countTill, { counts: { '500': 1, '200': 1, '20': 1 } });
    expect(counted.body).toEqual({ expected: 750, counted: 720, variance: -30, reasonNeeded: false });
    const closed = await desk.close(agent, { counts: { '500': 1, '200': 1, '20': 1 }, left: 200 });
    expect(closed.body).toMatchObject({
      status: 'closed',
      holds: 200,
      closing: { expected: 750, counted: 720, variance: -30, left: 200, own: true, reason: null },
    });
    expect(await desk.held('till-variance')).toBe(lost + 30);
    expect(await desk.held('cash-desk')).toBe(atTheDesk - 1000 + 520);
    expect(await desk.till(agent)).toBeNull();
    expect(await audited('till.count', sysid)).toBe(1);
    expect(await audited('till.close', sysid)).toBe(1);
    // The remainder returns to the cash desk before the next float is taken from there.
    const again = (await desk.open(agent, 300)).body;
    expect(again).toMatchObject({ holds: 300, float: 300, added: 0 });
    expect(await desk.held('cash-desk')).toBe(atTheDesk - 1000 + 520 + 200 - 300);
    expect((await head.ask<Till>(contract.getTillReport, { sysid })).body).toMatchObject({ holds: 0, handedBack: 0 });
    await desk.close(agent, { counted: 310 });
    expect(await desk.held('till-variance')).toBe(lost + 30 - 10);
  });

  it('a variance above the limit needs a reason and notifies the other staff', async () => {
    const { sysid } = (await desk.open(agent, 500)).body;
    const refused = await desk.close(agent, { counted: 399.99 });
    expect(refused).toMatchObject({
      problem: 'till.reason-needed',
      body: { detail: { expected: 500, counted: 399.99, variance: -100.01 } },
    });
    expect(await audited('till.count', sysid)).toBe(1);
    expect(await desk.till(agent)).toMatchObject({ status: 'open', holds: 500 });
    const closed = await desk.close(agent, { counted: 399.99, reason: 'A note was torn' });
    expect(closed.body.closing).toMatchObject({ variance: -100.01, reason: 'A note was torn' });
    const bell = async (who: Person) =>
      (await who.ask<NoticeRow[]>(getNotifications)).body.filter(({ subject }) => subject?.id === sysid);
    expect(await bell(head)).toMatchObject([
      { kind: 'till.variance', severity: 'warning', params: { variance: '-100.01', reason: 'A note was torn' } },
    ]);
    expect(await bell(agent)).toEqual([]);
    expect((await head.ask(contract.countersignTill, { sysid, note: 'Seen the torn note' })).status).toBe(200);
    expect(await bell(head)).toEqual([]);
  });

  it('refuses a count made before the last payment', async () => {
    const student = await desk.aStudent();
    const { sysid } = (await desk.open(agent, 500)).body;
    const { expected } = (await agent.ask<{ expected: number }>(contract.countTill, { counted: 500 })).body;
    await desk.payIn(agent, student, 70);
    const late = await desk.close(agent, { counted: 500, expected });
    expect(late).toMatchObject({ problem: 'till.moved', body: { detail: { holds: 570 } } });
    expect(await desk.till(agent)).toMatchObject({ sysid, status: 'open', holds: 570 });
    expect(await audited('till.count', sysid)).toBe(2);
    const closed = await desk.close(agent, { counted: 570, expected: 570 });
    expect(closed.body.closing).toMatchObject({ expected: 570, variance: 0 });
  });

  it('an Admin sets the variance limit, and a variance at the limit raises no notice', async () => {
    const other = await openCashDesk(server);
    const admin = await server.aPerson('Admin');
    const set = await admin.ask(contract.updateTillRules, { varianceLimit: 5 }, { school: other.school });
    expect(set.body).toMatchObject({ varianceLimit: 5 });
    await other.open(other.bursar, 50);
    expect((await other.close(other.bursar, { counted: 55.01 })).problem).toBe('till.reason-needed');
    expect((await other.close(other.bursar, { counted: 55 })).status).toBe(200);
    const second = await other.anAgent();
    expect((await second.ask<NoticeRow[]>(getNotifications)).body).toEqual([]);
  });

  it('refuses two counts, invalid counts, more left than counted and a second close', async () => {
    await desk.open(agent, 10);
    expect((await desk.close(agent, { counted: 10, counts: { '10': 1 } })).status).toBe(400);
    expect((await desk.close(agent, {})).status).toBe(400);
    expect((await desk.close(agent, { counts: { '10': -1 } })).status).toBe(400);
    expect((await desk.close(agent, { counts: { '7': 1 } })).status).toBe(400);
    expect((await desk.close(agent, { counted: 10, left: 10.01 })).status).toBe(400);
    const key = randomUUID();
    const closed = await desk.close(agent, { counted: 10 }, { key });
    expect((await desk.close(agent, { counted: 10 }, { key })).body).toEqual(closed.body);
    expect((await desk.close(agent, { counted: 10 })).problem).toBe('till.not-open');
  });

  it('another user may close a till and hand back what was left', async () => {
    const { sysid } = (await desk.open(agent, 80)).body;
    const closed = await desk.close(head, { sysid, counted: 80, left: 30 });
    expect(closed.body).toMatchObject({ own: false, closing: { own: true } });
    expect((await agent.ask<{ left: number }>(contract.getTill)).body.left).toBe(30);
    expect((await desk.carry(head, 'hand-back', 30.01, { sysid })).problem).toBe('till.not-enough-cash');
    expect((await desk.carry(head, 'add', 1, { sysid })).problem).toBe('till.not-open');
    expect((await desk.carry(head, 'hand-back', 30, { sysid })).body).toMatchObject({ holds: 0, handedBack: 0 });
    expect((await desk.close(head, { sysid: randomUUID(), counted: 1 })).problem).toBe('till.not-found');
  });
});

describe('countersigning', () => {
  it('another person countersigns a closed till once', async () => {
    const { sysid } = (await desk.open(agent, 0)).body;
    const confirm = (who: Person, note = '') => who.ask<Till>(contract.countersignTill, { sysid, note });
    expect((await confirm(head)).problem).toBe('till.still-open');
    await desk.close(agent, { counted: 0 });
    expect((await confirm(agent)).problem).toBe('till.same-person');
    expect(await audited('till.confirm.same-person', sysid)).toBe(1);
    expect((await confirm(head, 'Looked over')).body).toMatchObject({
      status: 'confirmed',
      confirmation: { note: 'Looked over' },
    });
    expect((await confirm(await desk.anAgent())).problem).toBe('till.confirmed-already');
  });

  it('the database rejects a countersignature by the closer and changes of a closed till', async () => {
    const { sysid } = (await desk.open(agent, 0)).body;
    await desk.close(agent, { counted: 0 });
    const change = (what: string) =>
      server.context.db.inSchool(desk.school, (tx) => tx.row(`UPDATE tills SET ${what} WHERE id = $1`, [sysid]));
    await expect(change('countersigned_at = now(), countersigned_by = closed_by')).rejects.toThrow(
      /till_countersigned_by_another/,
    );
    await expect(change('counted = 500')).rejects.toThrow(/stays as it was closed/);
    await expect(change('closed_at = NULL')).rejects.toThrow(/stays as it was closed/);
    await expect(change('opening_float = 0')).rejects.toThrow(/permission denied/);
  });
});

describe('tills of another school', () => {
  it("another school's user can see, close or countersign no till", async () => {
    const { sysid } = (await desk.open(agent, 0)).body;
    const stranger = (await openCashDesk(server)).bursar;
    for (const call of [contract.getTillReport, contract.getTillMovements, contract.countersignTill])
      expect((await stranger.ask(call, { sysid })).problem).toBe('till.not-found');
    expect((await stranger.ask(contract.closeTill, { sysid, counted: 0 })).problem).toBe('till.not-found');
    expect((await stranger.ask<TillRow[]>(contract.getTills)).body).toEqual([]);
  });
});
