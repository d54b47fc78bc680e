import { randomUUID } from 'node:crypto';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import type { Till, TillEntry, TillRow } from '@mfuko/contract/tills';
import * as contract from '@mfuko/contract/tills';
import { deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

let server: TestServer;
let desk: TestCashDesk;
let agent: Person;
let head: Person;

const NAMES = 'Wanjiru Otieno';

beforeAll(async () => {
  server = await openTestServer();
  desk = await openCashDesk(server);
  [agent, head] = [await desk.anAgent(), await desk.anAgent()];
}, 60_000);
afterAll(() => server.close());

async function listed(query: object = {}) {
  const { body, headers } = await head.ask<TillRow[]>(contract.getTills, query);
  return { rows: body, total: headers['x-total-count'] };
}

it('the till report lists each kind of movement and who closed and countersigned', async () => {
  const student = await desk.aStudent(1000);
  const { sysid } = (await desk.open(agent, 1000, { note: 'Friday' })).body;
  await desk.carry(agent, 'add', 200, { note: 'From the safe' });
  await desk.cashOut(agent, student, 120.5);
  const wrong = await desk.cashOut(agent, student, 60);
  await desk.payIn(agent, student, 70.25);
  await desk.payIn(agent, student, 30);
  await agent.ask(deposit, { admissionNumber: student, amount: 300, cash: false });
  await desk.reverse(head, wrong);
  await desk.carry(agent, 'hand-back', 50);
  const sums = {
    note: 'Friday',
    float: 1000,
    added: 200,
    handedBack: 50,
    paidIn: 100.25,
    paidInCount: 2,
    paidOut: 180.5,
    paidOutCount: 2,
    takenBack: 60,
    takenBackCount: 1,
  };
  expect(await desk.till(agent)).toEqual({
    ...sums,
    sysid,
    names: NAMES,
    own: true,
    status: 'open',
    openedAt: expect.any(String),
    holds: 1129.75,
    closing: null,
    confirmation: null,
  });
  await desk.close(agent, { counted: 1130, left: 130 });
  await head.ask(contract.countersignTill, { sysid, note: 'Counted again' });
  expect((await head.ask<Till>(contract.getTillReport, { sysid })).body).toMatchObject({
    ...sums,
    own: false,
    status: 'confirmed',
    holds: 130,
    closing: { by: NAMES, own: false, expected: 1129.75, counted: 1130, variance: 0.25, left: 130, counts: null },
    confirmation: { by: NAMES, note: 'Counted again', date: expect.any(String) },
  });
  const moved = await head.ask<TillEntry[]>(contract.getTillMovements, { sysid, sort: 'date' });
  expect(moved.body.map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual([
    ['float', 1000, 'Friday'],
    ['float', 200, 'From the safe'],
    ['cash-out', -120.5, null],
    ['cash-out', -60, null],
    ['deposit', 70.25, null],
    ['deposit', 30, null],
    ['reversal', 60, 'Wrong child'],
    ['hand-back', -50, null],
    ['variance', 0.25, null],
    ['close', -1000, null],
  ]);
  expect(moved.headers['x-total-count']).toBe('10');
});

it("getTills shows each till's state and filters by it", async () => {
  const [first, second] = [await desk.anAgent(), await desk.anAgent()];
  const student = await desk.aStudent(50);
  const closed = (await desk.open(first, 20)).body.sysid;
  await desk.payIn(first, student, 15);
  await desk.close(first, { counted: 34 });
  const open = (await desk.open(second, 40)).body.sysid;
  await desk.cashOut(second, student, 1);
  const [newest, older] = (await listed()).rows;
  expect(newest).toEqual({
    sysid: open,
    names: NAMES,
    status: 'open',
    openedAt: expect.any(String),
    float: 40,
    paidIn: 0,
    paidOut: 1,
    holds: 39,
    closedAt: null,
    counted: null,
    variance: null,
    closedBy: null,
    confirmedBy: null,
  });
  expect(older).toMatchObject({ sysid: closed, status: 'closed', paidIn: 15, holds: 0, counted: 34, variance: -1 });
  expect(older).toMatchObject({ closedBy: NAMES, closedAt: expect.any(String), confirmedBy: null });
  const ids = async (status: string) => {
    const { rows, total } = await listed({ status });
    expect(total).toBe(String(rows.length));
    return rows.map(({ sysid }) => sysid);
  };
  const [ofOpen, ofClosed, ofConfirmed] = [await ids('open'), await ids('closed'), await ids('confirmed')];
  expect([ofOpen.includes(open), ofClosed.includes(closed), ofConfirmed.length]).toEqual([true, true, 1]);
  expect([...ofOpen, ...ofClosed, ...ofConfirmed].length).toBe(Number((await listed()).total));
  expect((await listed({ search: 'nobody of that name' })).total).toBe('0');
});

it('getTill shows the open till, and else what was left in the latest', async () => {
  const person = await desk.anAgent();
  await desk.open(person, 10);
  await desk.close(person, { counted: 10, left: 4 });
  const own = () => person.ask<{ till: Till | null; left: number; varianceLimit: number }>(contract.getTill);
  expect((await own()).body).toMatchObject({ till: null, left: 4, varianceLimit: 100, required: false });
  const second = (await desk.open(person, 7)).body.sysid;
  const nothing = { paidIn: 0, paidOut: 0, takenBack: 0, handedBack: 0, added: 0 };
  expect((await own()).body).toMatchObject({ till: { sysid: second, holds: 7, ...nothing }, left: 0 });
  await desk.close(person, { counted: 7, left: 5 });
  expect((await own()).body.left).toBe(5);
  // The remainder of an older till was returned when the next float was taken.
  await desk.open(person, 1);
  await desk.close(person, { counted: 1 });
  expect((await own()).body.left).toBe(0);
});

it('a repeated carry counts once; another note, amount, kind or key is another carry', async () => {
  const person = await desk.anAgent();
  const { sysid } = (await desk.open(person, 100)).body;
  const add = (amount: number, note?: string) => desk.carry(person, 'add', amount, note ? { note } : {});
  await add(20);
  expect((await add(20)).body.holds).toBe(120);
  expect((await add(21)).body.holds).toBe(141);
  expect((await add(20, 'again')).body.holds).toBe(161);
  expect((await desk.carry(person, 'hand-back', 20)).body.holds).toBe(141);
  expect((await desk.carry(person, 'add', 20, {}, { key: randomUUID() })).body.holds).toBe(161);
  // A float of the same amount does not count as the same carry.
  const other = await desk.anAgent();
  await desk.open(other, 60);
  expect((await desk.carry(other, 'add', 60)).body.holds).toBe(120);
  const trail = await server.context.db.inSchool(desk.school, (tx) =>
    tx.rows<{ action: string }>('SELECT action FROM audit_events WHERE subject_id = $1', [sysid]),
  );
  expect(trail.filter(({ action }) => action === 'till.add-cash').length).toBe(4);
  expect(trail.filter(({ action }) => action === 'till.hand-back').length).toBe(1);
});

it('a variance of one cent needs a reason at limit 0, is booked and announced with its sign', async () => {
  const strict = await openCashDesk(server);
  const admin = await server.aPerson('Admin');
  await admin.ask(contract.updateTillRules, { varianceLimit: 0 }, { school: strict.school });
  const watcher = await strict.anAgent();
  const told = async () =>
    (await watcher.ask<NoticeRow[]>(getNotifications)).body
      .filter(({ kind }) => kind === 'till.variance')
      .map(({ params }) => params.variance);
  const ends = [
    { counted: 10.01, words: 'KES 0.01 is too much. Say why before you close the till.', sign: '+0.01', lost: -0.01 },
    { counted: 9.99, words: 'KES 0.01 is missing. Say why before you close the till.', sign: '-0.01', lost: 0 },
  ];
  for (const { counted, words, sign, lost } of ends) {
    const person = await strict.anAgent();
    await strict.open(person, 10);
    expect((await strict.close(person, { counted })).body).toMatchObject({ message: words });
    expect((await strict.close(person, { counted, reason: 'Old coins' })).status).toBe(200);
    expect(await strict.held('till-variance')).toBeCloseTo(lost, 6);
    expect(await told()).toContain(sign);
  }
  const exact = await strict.anAgent();
  await strict.open(exact, 10);
  expect((await strict.close(exact, { counted: 10 })).status).toBe(200);
  expect((await told()).length).toBe(2);
});

it('a cent can be handed back, and a user without a till sees none', async () => {
  const person = await desk.anAgent();
  const own = () => person.ask<{ till: Till | null; left: number }>(contract.getTill);
  expect((await own()).body).toMatchObject({ till: null, left: 0 });
  const { sysid } = (await desk.open(person, 1)).body;
  await desk.carry(person, 'hand-back', 0.01);
  const moved = await head.ask<TillEntry[]>(contract.getTillMovements, { sysid, sort: 'date' });
  expect(moved.body.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['float', 1],
    ['hand-back', -0.01],
  ]);
  expect((await own()).body.till).toMatchObject({ holds: 0.99, handedBack: 0.01, added: 0 });
});
