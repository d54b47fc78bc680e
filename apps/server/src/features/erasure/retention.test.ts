import * as contract from '@mfuko/contract/erasure';
import * as gate from '@mfuko/contract/gate';
import { getNotifications } from '@mfuko/contract/notices';
import * as schools from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { verifyBooks } from '../books/index.ts';
import { erasureJobs, RETENTION } from './jobs.ts';
import { aChild, aKnownChild, type Child, PIN } from './known-child.testkit.ts';

let server: TestServer;
let school: string;
let classSYSID: string;
let admin: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
});

/** Runs the nightly job so many days from now. */
async function night(days: number): Promise<void> {
  const clock = { ...server.context.clock, now: () => server.context.clock.now() + days * 86_400_000 };
  await erasureJobs({ ...server.context, clock })[RETENTION]?.({});
}

const setRule = async (rule: object) =>
  expect((await admin.ask(schools.updateSchoolSettings, { sysid: school, ...rule })).status).toBe(200);
const rows = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  server.context.db.readSchool(school, (tx) => tx.rows<Row>(text, [school, ...values]));
const waiting = async () => (await head.ask<contract.Erasure[]>(contract.getErasures, {})).body;
const told = async () =>
  rows<{ detail: object }>(`SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'school.retention'`);

async function aLeaver(): Promise<Child> {
  const child = await aChild(head, classSYSID);
  await leave(child);
  return child;
}
async function leave({ sysid }: Child): Promise<void> {
  expect((await head.ask(students.updateStudent, { sysid, status: 'left' })).status).toBe(200);
}

describe('retention without a rule', () => {
  it('keeps everything', async () => {
    await aLeaver();
    await aKnownChild(server, head, classSYSID);
    await night(4_000);
    expect(await waiting()).toEqual([]);
    expect(await rows('SELECT 1 FROM gate_events WHERE school_id = $1 AND longitude IS NULL')).toEqual([]);
    expect(await told()).toEqual([]);
  });
});

describe('retention of leavers', () => {
  it('proposes leavers for erasure after the given days, in the name of who set the rule', async () => {
    const child = await aLeaver();
    const active = await aChild(head, classSYSID);
    // A place that no rule erases.
    await head.ask(gate.checkInPin, { admissionNumber: active.admissionNumber, pin: PIN });
    await setRule({ eraseLeaversDays: 30 });
    await night(29);
    expect(await waiting()).toEqual([]);
    await night(31);
    await night(32);
    expect(await waiting()).toMatchObject([{ studentSYSID: child.sysid, own: false }]);
    expect(await rows('SELECT by_user FROM erasures WHERE school_id = $1')).toEqual([{ by_user: admin.userId }]);
    for (const one of [child, active]) expect((await head.ask(students.getStudent, one)).status).toBe(200);
    expect(await told()).toEqual([{ detail: { proposed: 1, blocked: 0, places: 0 } }]);
    const bells = await head.ask<{ kind: string }[]>(getNotifications, {});
    expect(bells.body.map(({ kind }) => kind)).toContain('erase.retention');

    const own = await admin.ask(contract.approveErase, { sysid: child.sysid }, { school });
    expect([own.status, own.problem]).toEqual([422, 'erase.same-person']);
    expect((await head.ask(contract.approveErase, { sysid: child.sysid })).status).toBe(200);
    expect((await head.ask(students.getStudent, child)).status).toBe(404);
  });

  it('proposes no leaver with money and none whose erasure was rejected', async () => {
    const rich = await aChild(head, classSYSID);
    await head.ask(wallet.deposit, { admissionNumber: rich.admissionNumber, amount: 50 });
    await leave(rich);
    const kept = await aLeaver();
    await setRule({ eraseLeaversDays: 30 });
    await night(31);
    expect(await told()).toEqual([{ detail: { proposed: 1, blocked: 1, places: 0 } }]);
    expect(await waiting()).toMatchObject([{ studentSYSID: kept.sysid }]);
    expect((await head.ask(contract.rejectErase, { sysid: kept.sysid })).status).toBe(200);
    await night(60);
    expect(await waiting()).toEqual([]);
  });

  it('the proposer is who changed the rule, not who saved it unchanged', async () => {
    const other = await server.aPerson('Admin');
    await setRule({ eraseLeaversDays: 30 });
    const same = { sysid: school, eraseLeaversDays: 30, forgetPlacesDays: 7 };
    expect((await other.ask(schools.updateSchoolSettings, same)).status).toBe(200);
    await aLeaver();
    await night(31);
    expect(await rows('SELECT by_user FROM erasures WHERE school_id = $1')).toEqual([{ by_user: admin.userId }]);
  });
});

describe('retention of places', () => {
  it('clears places after the given days and nothing else', async () => {
    const child = await aKnownChild(server, head, classSYSID);
    // A leaver whom no rule proposes.
    await aLeaver();
    await head.ask(gate.checkInPin, { admissionNumber: child.admissionNumber, pin: PIN });
    const placed = async () => {
      const [counts] = await rows<Record<string, number>>(
        `SELECT (SELECT count(longitude) FROM gate_events WHERE school_id = $1)::int AS gate,
                (SELECT count(longitude) FROM bus_events WHERE school_id = $1)::int AS bus,
                (SELECT count(longitude) FROM meals WHERE school_id = $1)::int AS meals,
                (SELECT count(longitude) FROM student_items WHERE school_id = $1)::int AS items,
                (SELECT count(longitude) FROM item_events WHERE school_id = $1)::int AS "itemEvents"`,
      );
      return counts;
    };
    const rest = () =>
      rows(
        `SELECT (SELECT json_agg(e ORDER BY e.id) FROM journal_entries e WHERE e.school_id = $1) AS entries,
                (SELECT json_agg(p ORDER BY p.entry_id, p.leg) FROM postings p WHERE p.school_id = $1) AS postings,
                (SELECT json_agg(a ORDER BY a.id) FROM accounts a WHERE a.school_id = $1) AS accounts,
                (SELECT json_agg((g.id, g.kind, g.at, g.method) ORDER BY g.id) FROM gate_events g WHERE g.school_id = $1) AS passages,
                (SELECT json_agg((m.id, m.amount, m.at) ORDER BY m.id) FROM meals m WHERE m.school_id = $1) AS meals`,
      );
    const there = { gate: 3, bus: 2, meals: 1, items: 1, itemEvents: 1 };
    const before = await rest();
    await setRule({ forgetPlacesDays: 7 });
    await night(6);
    expect(await placed()).toEqual(there);
    await night(8);
    expect(await placed()).toEqual({ gate: 0, bus: 0, meals: 0, items: 0, itemEvents: 0 });
    expect(await rest()).toEqual(before);
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
    expect(await told()).toEqual([{ detail: { proposed: 0, blocked: 0, places: 8 } }]);
    expect(await waiting()).toEqual([]);
  });
});

describe('retention rule', () => {
  it('must be 30 or 7 days at least, or 0 for none', async () => {
    for (const rule of [{ eraseLeaversDays: 29 }, { forgetPlacesDays: 6 }, { eraseLeaversDays: 3651 }])
      expect((await admin.ask(schools.updateSchoolSettings, { sysid: school, ...rule })).status).toBe(400);
    await setRule({ eraseLeaversDays: 30, forgetPlacesDays: 7 });
    await setRule({ eraseLeaversDays: 0, forgetPlacesDays: 0 });
    await aLeaver();
    await night(4_000);
    expect(await waiting()).toEqual([]);
  });
});
