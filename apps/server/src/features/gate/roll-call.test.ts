import { randomUUID } from 'node:crypto';
import { checkInPin, checkOutPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as contract from '@mfuko/contract/roll-calls';
import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let other: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  other = await server.aPerson('CheckAgent', school, ['gate']);
  classSYSID = await server.aClass(school, 'Grade 4');
});

async function aChild(isIn = true): Promise<string> {
  const admissionNumber = String(6000 + aNumber());
  await head.ask(students.createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  if (isIn) expect((await guard.ask(checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
  return admissionNumber;
}

type Shown = {
  expected: number;
  accounted: number;
  missing: contract.RollCallChild[];
  others: contract.RollCallChild[];
  ticks: { key: string; by: string }[];
  opened: string;
  closed: string | null;
  seen?: contract.SeenChild[];
};

async function open(by = guard): Promise<{ sysid: string; expected: number }> {
  const opened = await by.ask<{ sysid: string; expected: number }>(contract.openRollCall, {
    reason: 'Smoke in the kitchen',
  });
  expect(opened.status).toBe(200);
  return opened.body;
}

const aTick = (admissionNumber: string, more: object = {}) => ({
  ...{ key: randomUUID(), admissionNumber, at: new Date().toISOString(), by: 'Mwalimu Otieno' },
  ...more,
});
const tick = (sysid: string, ticks: readonly object[], by = guard) =>
  by.ask<{ accounted: number; expected: number; unknown: string[] }>(contract.tickRollCall, { sysid, ticks });
const show = async (sysid?: string, by = guard) =>
  (await by.ask<Shown>(contract.getRollCall, sysid === undefined ? {} : { sysid })).body;
const close = (sysid: string) =>
  head.ask<{ accounted: number; missing: contract.RollCallChild[]; seconds: number }>(contract.closeRollCall, {
    sysid,
  });
const numbers = (children: readonly contract.RollCallChild[]) =>
  children.map(({ admissionNumber }) => admissionNumber).toSorted();

describe('roll call', () => {
  it('a roll call expects the students on campus at its start and notifies the office', async () => {
    const [present, second] = [await aChild(), await aChild()];
    await aChild(false);
    const gone = await aChild();
    await guard.ask(checkOutPin, { admissionNumber: gone, pin: PIN });
    const { sysid, expected } = await open();
    expect(expected).toBe(2);
    await aChild();
    const shown = await show(sysid);
    expect(shown).toMatchObject({ expected: 2, accounted: 0, others: [], ticks: [], closed: null });
    expect(numbers(shown.missing)).toEqual([present, second].toSorted());
    expect(shown.missing[0]).toEqual({ admissionNumber: expect.any(String), names: 'Juma Ali', className: 'Grade 4' });
    await server.runJobs();
    const told = (await head.ask<NoticeRow[]>(getNotifications)).body;
    expect(told.map(({ kind }) => kind)).toContain('roll-call.opened');
  });

  it('lists the missing by class, Form 2 before Form 10', async () => {
    const inOrder: string[] = [];
    for (const name of ['Form 10', 'Form 2']) {
      classSYSID = await server.aClass(school, name);
      inOrder.unshift(await aChild());
    }
    const { sysid } = await open();
    expect((await show(sysid)).missing.map(({ admissionNumber }) => admissionNumber)).toEqual(inOrder);
  });

  it('a roll call does not expect students who were deleted or have left', async () => {
    const [present, deleted, left] = [await aChild(), await aChild(), await aChild()];
    for (const [change, number] of [
      ['deleted_at = now()', deleted],
      [`status = 'left', left_at = now()`, left],
    ] as const)
      await server.context.db.inSchool(school, (tx) =>
        tx.row(`UPDATE students SET ${change} WHERE school_id = $1 AND admission_number = $2`, [school, number]),
      );
    const { sysid, expected } = await open();
    expect([expected, numbers((await show(sysid)).missing)]).toEqual([1, [present]]);
  });

  it('a tick is counted once per key, from any device', async () => {
    const [one, two] = [await aChild(), await aChild()];
    const { sysid } = await open();
    const seen = aTick(one);
    expect((await tick(sysid, [seen, seen])).body).toEqual({ expected: 2, accounted: 1, unknown: [] });
    expect((await tick(sysid, [seen, aTick(two)], other)).body).toMatchObject({ accounted: 2 });
    // Two marshals have seen the same child.
    expect((await tick(sysid, [aTick(two, { by: 'Mwalimu Achieng' })])).body).toMatchObject({ accounted: 2 });
    const shown = await show(sysid, other);
    expect([shown.missing, shown.ticks.length]).toEqual([[], 3]);
    expect(shown.ticks.map(({ by }) => by)).toContain('Mwalimu Achieng');
  });

  it('eight concurrent ticks with one key from two devices are stored once', async () => {
    const child = await aChild();
    const { sysid } = await open();
    const seen = aTick(child);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => tick(sysid, [seen], n % 2 ? guard : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await show(sysid)).ticks).toHaveLength(1);
  });

  it('lists students seen without being expected, and returns unknown admission numbers', async () => {
    const [present, home] = [await aChild(), await aChild(false)];
    const { sysid } = await open();
    const answer = await tick(sysid, [aTick(home), aTick('999999999'), aTick(present)]);
    expect(answer.body).toEqual({ expected: 1, accounted: 1, unknown: ['999999999'] });
    expect(numbers((await show(sysid)).others)).toEqual([home]);
  });

  it('a roll call is closed once and still accepts late ticks', async () => {
    const [one, two] = [await aChild(), await aChild()];
    const { sysid } = await open();
    await tick(sysid, [aTick(one)]);
    const ended = await close(sysid);
    expect(ended.body).toMatchObject({ accounted: 1, missing: [{ admissionNumber: two }] });
    const { closed } = await show(sysid);
    expect((await tick(sysid, [aTick(two)], other)).body).toMatchObject({ accounted: 2 });
    const again = await close(sysid);
    expect(again.body).toEqual({ accounted: 2, missing: [], seconds: ended.body.seconds });
    expect((await show(sysid)).closed).toBe(closed);
    const trail = await server.context.db.readSchool(school, (tx) =>
      tx.rows(`SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'roll-call.close'`, [school]),
    );
    expect(trail).toEqual([{ detail: { accounted: 1, missing: 1 } }]);
  });

  it('getRollCall without an id returns the newest roll call', async () => {
    await open();
    const { sysid } = await open(other);
    expect(await show()).toMatchObject({ sysid });
  });

  it("another school's user can neither read, tick nor close a roll call", async () => {
    await aChild();
    const { sysid } = await open();
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.getRollCall, { sysid })).problem).toBe('roll-call.not-found');
    expect((await tick(sysid, [], stranger)).problem).toBe('roll-call.not-found');
    expect((await stranger.ask(contract.closeRollCall, { sysid })).problem).toBe('roll-call.not-found');
    expect((await stranger.ask(contract.getRollCall, {})).problem).toBe('roll-call.not-found');
  });

  it('the gate opens a roll call, only the office closes it, and the canteen can do neither', async () => {
    const { sysid } = await open();
    expect((await guard.ask(contract.closeRollCall, { sysid })).problem).toBe('session.role');
    const cook = await server.aPerson('CheckAgent', school, ['canteen']);
    expect((await cook.ask(contract.openRollCall, { reason: 'x' })).problem).toBe('session.role');
  });
});

describe('roll call opened offline', () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const bring = (at: string, more: object = {}, by = guard) =>
    by.ask<{ sysid: string; expected: number }>(contract.openRollCall, { reason: 'Fire', at, ...more });

  it('a roll call opened offline expects the students on campus at that time', async () => {
    const present = await aChild();
    // The database's clock is finer than this one: the wait puts the moment safely between the two passages.
    const at = new Date(Date.now() + 1).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(at));
    await guard.ask(checkOutPin, { admissionNumber: present, pin: PIN });
    await aChild();
    const { body } = await bring(at);
    expect(body.expected).toBe(1);
    const shown = await show(body.sysid);
    expect(numbers(shown.missing)).toEqual([present]);
    expect(shown.opened).toBe(at);
  });

  it('a roll call opened offline joins one that was open since then, even if closed by now', async () => {
    await aChild();
    const first = await open();
    expect((await bring(ago(60_000), {}, other)).body).toEqual(first);
    await close(first.sysid);
    // The roll call was open while this marshal was ticking.
    expect((await bring(ago(60_000), {}, other)).body).toEqual(first);
    const { closed } = await show(first.sysid);
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(String(closed)) + 1);
    expect((await bring(new Date().toISOString(), {}, other)).body.sysid).not.toBe(first.sysid);
  });

  it("corrects the opening time by the device's clock error", async () => {
    const minute = 60_000;
    const { sysid } = (await bring(ago(-55 * minute), { sentAt: ago(-60 * minute) })).body;
    const opened = Date.parse((await show(sysid)).opened);
    expect(opened).toBeLessThan(Date.now() - 4 * minute);
    expect(opened).toBeGreaterThan(Date.now() - 30 * minute);
  });

  it('six concurrent offline roll calls become one', async () => {
    const people = [guard, other, head, guard, other, head];
    const answers = await Promise.all(people.map((by) => bring(ago(30_000), {}, by)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.sysid)).size).toBe(1);
  });
});

it('a roll call does not name erased students but keeps its counts', async () => {
  const [seen, missing, home] = [await aChild(), await aChild(), await aChild(false)];
  const { sysid } = await open();
  await tick(sysid, [aTick(seen), aTick(home)]);
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `UPDATE students SET deleted_at = clock_timestamp(), erased_at = clock_timestamp(), pin_hash = NULL
       WHERE school_id = $1 AND admission_number = ANY ($2)`,
      [school, [seen, missing, home]],
    ),
  );
  const { body } = await guard.ask<Shown>(contract.getRollCall, { sysid, named: true });
  expect(body).toMatchObject({ expected: 2, accounted: 1, missing: [], others: [], ticks: [], seen: [] });
});

it('getRollCall names the seen students with the earliest tick only when asked', async () => {
  const [one, home] = [await aChild(), await aChild(false)];
  const { sysid } = await open();
  const [early, late] = ['2026-11-20T06:00:00.000Z', '2026-11-20T06:05:00.000Z'];
  await tick(sysid, [aTick(one, { at: late }), aTick(one, { at: early, by: 'Mwalimu Achieng' }), aTick(home)]);
  expect((await show(sysid)).seen).toBeUndefined();
  const { body } = await guard.ask<Shown>(contract.getRollCall, { sysid, named: true });
  expect(numbers(body.seen ?? [])).toEqual([one, home].toSorted());
  const seen = body.seen?.find(({ admissionNumber }) => admissionNumber === one);
  expect(seen).toEqual({
    ...{ admissionNumber: one, names: 'Juma Ali', className: 'Grade 4', at: early, by: 'Mwalimu Achieng' },
    byFinger: false,
  });
});
