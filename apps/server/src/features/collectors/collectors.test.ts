import { type GateException, getExceptions } from '@mfuko/contract/campus';
import * as contract from '@mfuko/contract/collectors';
import { checkInPin, checkOutPin, type GateEvent } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { offlineBatch } from '@mfuko/contract/offline';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { addContact, deleteContact, updateContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, hashPin } from '../students/index.ts';
import { eraseCollectors } from './erase.ts';
import { lockList } from './store.ts';

const PIN = '482916';

/** A child who is in school, with a guardian. */
interface Child {
  readonly id: string;
  readonly admissionNumber: string;
  readonly phone: string;
  readonly guardian: string;
}

let server: TestServer;
let owner: Db;
/** A school that requires a collector, and one that does not. */
let strict: string;
let easy: string;
let office: Person;
let guard: Person;
let easyOffice: Person;
let easyGuard: Person;

beforeAll(async () => {
  server = await openTestServer();
  owner = openDatabase(server.ownerUrl, 1);
  strict = await server.aSchool('Kilimo');
  easy = await server.aSchool();
  office = await server.aPerson('SchoolAdmin', strict);
  guard = await server.aPerson('CheckAgent', strict, ['gate']);
  easyOffice = await server.aPerson('SchoolAdmin', easy);
  easyGuard = await server.aPerson('CheckAgent', easy, ['gate']);
  const admin = await server.aPerson('Admin');
  expect((await admin.ask(updateSchoolSettings, { sysid: strict, requireCollector: true })).status).toBe(200);
});
afterAll(async () => {
  await owner.close();
  await server.close();
});

async function aChild(school = strict, by = office, at = guard): Promise<Child> {
  const classId = await server.aClass(school);
  const [id, number] = [newId(), aNumber()];
  const admissionNumber = String(4000 + number);
  const pinHash = await hashPin(server.context, school, id, PIN);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash }),
  );
  const phone = `2547${String(40_000_000 + number)}`;
  const guardian = await aGuardian(id, phone, by);
  expect((await at.ask(checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
  return { id, admissionNumber, phone, guardian };
}

async function aGuardian(studentSYSID: string, mobileNumber: string, by = office, language = 'en'): Promise<string> {
  const added = await by.ask<{ sysid: string }>(addContact, {
    name: 'Mary Odhiambo',
    mobileNumber,
    language,
    studentSYSID,
  });
  return added.body.sysid;
}

const add = (child: Child, more: object = {}, by = office) =>
  by.ask<contract.Collector>(contract.addCollector, {
    studentSYSID: child.id,
    name: 'Joseph Otieno',
    relation: 'Uncle',
    ...more,
  });

/** Moves the addition of the child's collectors two days into the past. */
const settle = (child: Child) =>
  owner.inSchool(strict, (tx) =>
    tx.row(`UPDATE collectors SET added_at = added_at - interval '2 days' WHERE student_id = $1`, [child.id]),
  );

async function aCollector(child: Child, more: object = {}): Promise<string> {
  const { body } = await add(child, more);
  await settle(child);
  return body.sysid;
}

const out = (child: Child, more: object = {}, by = guard, key?: string) =>
  by.ask<GateEvent>(checkOutPin, { admissionNumber: child.admissionNumber, pin: PIN, ...more }, key ? { key } : {});

const releases = async (child: Child, by = office) =>
  (await by.ask<contract.Release[]>(contract.getReleases, { studentSYSID: child.id })).body;

const send = (child: Child, more: object = {}) =>
  guard.ask(contract.sendCollectorCode, {
    admissionNumber: child.admissionNumber,
    contactSYSID: child.guardian,
    name: 'Peter Kamau',
    ...more,
  });

async function textsTo(phone: string) {
  await server.runJobs();
  return server.sent.filter(({ to }) => to === phone);
}

async function codeOf(child: Child): Promise<string> {
  const sms = (await textsTo(child.phone)).findLast(({ kind }) => kind === 'collector-code');
  return /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'none';
}

const other = (code: string) => (code === '111111' ? '222222' : '111111');

describe('check-out with a required collector', () => {
  it('a check-out without a collector is refused; with one it is recorded with name and releasing user', async () => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    expect(await out(child)).toMatchObject({ status: 422, problem: 'collector.required' });
    expect((await out(child, { collectorSYSID: '' })).problem).toBe('collector.required');
    expect(await releases(child)).toEqual([]);
    const key = newId();
    const gone = await out(child, { collectorSYSID }, guard, key);
    expect(gone.status).toBe(200);
    expect(await releases(child)).toEqual([
      {
        sysid: gone.body.sysid,
        date: gone.body.date,
        way: 'collector',
        name: 'Joseph Otieno',
        relation: 'Uncle',
        by: 'Wanjiru Otieno',
      },
    ]);
    expect((await out(child, { collectorSYSID }, guard, key)).body).toEqual(gone.body);
    expect(await releases(child)).toHaveLength(1);
  });

  it("refuses another student's, a removed, an expired and a blocked collector", async () => {
    const [child, sibling] = [await aChild(), await aChild()];
    const [mine, theirs] = [await aCollector(child), await aCollector(sibling)];
    expect((await out(sibling, { collectorSYSID: mine })).problem).toBe('collector.not-found');
    expect((await office.ask(contract.removeCollector, { sysid: mine })).status).toBe(200);
    expect((await office.ask(contract.removeCollector, { sysid: mine })).problem).toBe('collector.not-found');
    expect((await out(child, { collectorSYSID: mine })).problem).toBe('collector.not-found');
    expect((await out(sibling, { collectorSYSID: theirs })).status).toBe(200);
    const late = await aCollector(child, { validUntil: '2026-01-31' });
    expect((await out(child, { collectorSYSID: late })).problem).toBe('collector.expired');
    const blocked = await aCollector(child, { name: 'Tom Were', blockedReason: 'Court order of May' });
    expect((await out(child, { collectorSYSID: blocked })).problem).toBe('collector.blocked');
    expect(await releases(child)).toEqual([]);
  });

  it('leavesAlone is accepted only for a student who may leave alone', async () => {
    const child = await aChild();
    expect((await out(child, { leavesAlone: true })).problem).toBe('collector.not-alone');
    expect((await office.ask(contract.setLeavesAlone, { sysid: child.id, leavesAlone: true })).body).toEqual({
      students: 1,
    });
    expect((await textsTo(child.phone)).at(-1)?.text).toContain('may leave school alone');
    expect((await out(child, { leavesAlone: true })).status).toBe(200);
    expect(await releases(child)).toMatchObject([{ way: 'alone', name: null }]);
    const sibling = await aChild();
    await office.ask(contract.setLeavesAlone, { sysid: sibling.id, leavesAlone: true });
    const gone = { sysid: child.id, leavesAlone: false };
    expect((await office.ask(contract.setLeavesAlone, gone)).body).toEqual({ students: 1 });
    expect((await office.ask(contract.setLeavesAlone, gone)).body).toEqual({ students: 0 });
    await guard.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: PIN });
    expect((await out(child, { leavesAlone: true })).problem).toBe('collector.not-alone');
    expect((await out(sibling, { leavesAlone: true })).status).toBe(200);
    expect((await office.ask(contract.setLeavesAlone, { sysid: newId(), leavesAlone: true })).problem).toBe(
      'student.not-found',
    );
  });

  it('setLeavesAlone for a class affects its active students only', async () => {
    const [one, two, left, deleted, elsewhere] = [
      await aChild(),
      await aChild(),
      await aChild(),
      await aChild(),
      await aChild(),
    ];
    const classSYSID = await server.aClass(strict);
    const set = (change: string, ...children: Child[]) =>
      owner.inSchool(strict, (tx) =>
        tx.row(`UPDATE students SET ${change} WHERE id = ANY ($1)`, [children.map(({ id }) => id)]),
      );
    await set(`class_id = '${classSYSID}'`, one, two, left, deleted);
    await set(`status = 'left'`, left);
    await set('deleted_at = clock_timestamp()', deleted);
    const alone = async (leavesAlone: boolean) =>
      (await office.ask(contract.setLeavesAlone, { classSYSID, leavesAlone })).body;
    expect(await alone(true)).toEqual({ students: 2 });
    expect((await out(one, { leavesAlone: true })).status).toBe(200);
    expect((await out(elsewhere, { leavesAlone: true })).problem).toBe('collector.not-alone');
    await office.ask(contract.setLeavesAlone, { sysid: elsewhere.id, leavesAlone: true });
    expect(await alone(false)).toEqual({ students: 2 });
    expect((await out(two, { leavesAlone: true })).problem).toBe('collector.not-alone');
    expect((await out(elsewhere, { leavesAlone: true })).status).toBe(200);
  });

  it('a collector is valid through the last day, also when listed twice', async () => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    await setTimeZoneToNoon(server.ownerUrl, strict);
    const today = (days: number) =>
      owner.inSchool(strict, (tx) =>
        tx.row(
          `UPDATE collectors SET valid_until = (clock_timestamp() AT TIME ZONE s.time_zone)::date + $2::int
           FROM schools s WHERE s.id = collectors.school_id AND collectors.id = $1`,
          [collectorSYSID, days],
        ),
      );
    await today(-1);
    expect((await out(child, { collectorSYSID })).problem).toBe('collector.expired');
    // The same person is added again with a later end.
    expect((await add(child)).status).toBe(200);
    await today(0);
    expect((await out(child, { collectorSYSID })).status).toBe(200);
  });

  it("without the school's rule no collector is needed, unless the student has a blocked person", async () => {
    const child = await aChild(easy, easyOffice, easyGuard);
    expect((await out(child, { collected: true }, easyGuard)).problem).toBe('collector.required');
    expect((await out(child, {}, easyGuard)).status).toBe(200);
    expect(await releases(child, easyOffice)).toEqual([]);
    const [walker, free] = [await aChild(easy, easyOffice, easyGuard), await aChild(easy, easyOffice, easyGuard)];
    expect((await out(walker, { collected: true, leavesAlone: true }, easyGuard)).status).toBe(200);
    expect(await releases(walker, easyOffice)).toMatchObject([{ way: 'alone' }]);
    await easyGuard.ask(checkInPin, {
      admissionNumber: child.admissionNumber,
      pin: PIN,
      override: 'Forgot the bag',
    });
    const block = await add(child, { name: 'Tom Were', blockedReason: 'Court order of May' }, easyOffice);
    expect((await out(child, {}, easyGuard)).problem).toBe('collector.required');
    expect((await out(free, {}, easyGuard)).status).toBe(200);
    // A collector alone requires nothing, and neither does a block that was removed.
    expect((await add(child, {}, easyOffice)).status).toBe(200);
    await easyOffice.ask(contract.removeCollector, { sysid: block.body.sysid });
    expect((await out(child, {}, easyGuard)).status).toBe(200);
  });
});

describe('newly added collector', () => {
  it("a new collector needs a guardian's code until the hold ends", async () => {
    const child = await aChild();
    const { body } = await add(child);
    expect(body.heldUntil).toEqual(expect.any(String));
    expect((await out(child, { collectorSYSID: body.sysid })).problem).toBe('collector.hold');
    await send(child, { name: 'Joseph Otieno' });
    const collectorCode = await codeOf(child);
    expect((await out(child, { collectorSYSID: body.sysid, collectorCode })).status).toBe(200);
    expect(await releases(child)).toMatchObject([{ way: 'collector', name: 'Joseph Otieno' }]);
  });

  it('refuses a code that was given for another person', async () => {
    const child = await aChild();
    const { body } = await add(child);
    await send(child, { name: 'Peter Kamau' });
    const collectorCode = await codeOf(child);
    expect((await out(child, { collectorSYSID: body.sysid, collectorCode })).problem).toBe('collector.code');
    expect(await releases(child)).toEqual([]);
  });

  it('guardians are notified of added, removed and blocked collectors; a blocked guardian is not', async () => {
    const child = await aChild();
    await server.context.db.inSchool(strict, (tx) =>
      tx.row(`UPDATE students SET names = 'Zawadi Atieno Wanjiku Nyamburas' WHERE school_id = $1 AND id = $2`, [
        strict,
        child.id,
      ]),
    );
    const banned = `2547${String(50_000_000 + aNumber())}`;
    await aGuardian(child.id, banned, office, 'sw');
    expect((await add(child, { name: 'Tom Were', mobileNumber: banned, blockedReason: 'Court order' })).status).toBe(
      200,
    );
    const { body } = await add(child);
    await office.ask(contract.removeCollector, { sysid: body.sysid });
    const texts = (await textsTo(child.phone)).filter(({ kind }) => kind === 'security').map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('Kilimo: Tom Were (Uncle) must not collect Zawadi Atieno Wanjiku Nyambura from'),
      expect.stringContaining('Joseph Otieno (Uncle) may collect Zawadi Atieno Wanjiku Nyambura from'),
      expect.stringContaining('Joseph Otieno (Uncle) may no longer collect Zawadi Atieno Wanjiku Nyambura from'),
    ]);
    expect(await textsTo(banned)).toEqual([]);
  });
});

describe('blocked collector', () => {
  it('a blocked person cannot be added by name or number, nor be named in a code', async () => {
    const child = await aChild();
    const mobileNumber = `2547${String(60_000_000 + aNumber())}`;
    await add(child, { name: 'Tom Were', mobileNumber, blockedReason: 'Court order' });
    expect((await add(child, { name: 'WERE, Tom' })).problem).toBe('collector.blocked');
    expect((await add(child, { name: 'Thomas W.', mobileNumber })).problem).toBe('collector.blocked');
    expect((await send(child, { name: 'tom were' })).problem).toBe('collector.blocked');
  });

  it('a blocked guardian gets no collector code and is not shown as a guardian', async () => {
    const child = await aChild();
    await add(child, { name: 'Mary Odhiambo', mobileNumber: child.phone, blockedReason: 'Court order' });
    expect((await send(child)).problem).toBe('collector.number');
    const seen = await guard.ask<contract.CheckCollectors>(contract.getCheckCollectors, {
      admissionNumber: child.admissionNumber,
    });
    expect(seen.body).toMatchObject({
      required: true,
      collectors: [],
      guardians: [],
      blocked: [{ name: 'Mary Odhiambo', reason: 'Court order' }],
    });
    expect(JSON.stringify(seen.body)).not.toContain(child.phone);
  });

  it('a block counts for its student only and ends with its removal', async () => {
    const [child, sibling] = [await aChild(), await aChild()];
    const shared = await aGuardian(sibling.id, child.phone);
    await owner.inSchool(strict, (tx) => tx.row(`UPDATE money_holds SET since = '-infinity'`));
    const reached = async (of: Child) =>
      (
        await guard.ask<contract.CheckCollectors>(contract.getCheckCollectors, { admissionNumber: of.admissionNumber })
      ).body.guardians.map(({ sysid }) => sysid);
    // A collector who shares a guardian's number is no reason to withhold a code.
    await add(child, { name: 'Mary Odhiambo', mobileNumber: child.phone });
    expect(await reached(child)).toEqual([child.guardian]);
    const block = await add(child, { name: 'Mary O.', mobileNumber: child.phone, blockedReason: 'Court order' });
    expect(await reached(child)).toEqual([]);
    expect(await reached(sibling)).toEqual([sibling.guardian, shared]);
    expect((await office.ask(contract.removeCollector, { sysid: block.body.sysid })).status).toBe(200);
    expect(await reached(child)).toEqual([child.guardian]);
    expect((await office.ask(deleteContact, { sysid: shared })).status).toBe(200);
    expect(await reached(sibling)).toEqual([sibling.guardian]);
  });
});

describe('collector blocked after being listed', () => {
  it.each([
    ['by name', { name: 'OTIENO Joseph' }],
    ['by number', { name: 'Baba Achieng' }],
  ])('a later block %s overrides the existing entry', async (_, block) => {
    const child = await aChild();
    const mobileNumber = `2547${String(90_000_000 + aNumber())}`;
    const collectorSYSID = await aCollector(child, { mobileNumber });
    expect((await add(child, { ...block, mobileNumber, blockedReason: 'Court order' })).status).toBe(200);
    expect((await out(child, { collectorSYSID })).problem).toBe('collector.blocked');
    const { body } = await guard.ask<contract.CheckCollectors>(contract.getCheckCollectors, {
      admissionNumber: child.admissionNumber,
    });
    expect([body.collectors, body.blocked.length]).toEqual([[], 1]);
    expect(await releases(child)).toEqual([]);
  });

  it("a block voids codes in the person's name and codes sent to their phone", async () => {
    const [named, calling] = [await aChild(), await aChild()];
    for (const child of [named, calling]) await send(child);
    const [ofName, ofNumber] = [await codeOf(named), await codeOf(calling)];
    await add(named, { name: 'Peter Kamau', blockedReason: 'Court order' });
    await add(calling, { name: 'Mary Odhiambo', mobileNumber: calling.phone, blockedReason: 'Court order' });
    expect((await out(named, { collectorCode: ofName })).problem).toBe('collector.blocked');
    expect((await out(calling, { collectorCode: ofNumber })).problem).toBe('collector.code');
    expect([await releases(named), await releases(calling)]).toEqual([[], []]);
  });
});

describe('collector code', () => {
  it("a code releases to the named person once and leaves other students' codes valid", async () => {
    const [sibling, child] = [await aChild(), await aChild()];
    await send(sibling);
    const ofSibling = await codeOf(sibling);
    expect((await send(child)).body).toEqual({
      to: expect.stringMatching(/^2547…\d{3}$/),
      name: 'Mary Odhiambo',
      resendAfter: 30,
      seconds: 300,
    });
    const sms = (await textsTo(child.phone)).at(-1);
    expect(sms?.text).toContain('lets Peter Kamau collect Achieng Odhiambo from Kilimo');
    const collectorCode = await codeOf(child);
    expect((await out(child, { collectorCode })).status).toBe(200);
    expect(await releases(child)).toMatchObject([{ way: 'code', name: 'Peter Kamau' }]);
    await guard.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: PIN, override: 'Forgot the bag' });
    expect((await out(child, { collectorCode })).problem).toBe('collector.code');
    expect((await out(sibling, { collectorCode: ofSibling })).status).toBe(200);
  });

  it('five wrong guesses use up a code, and a right code with another refusal counts as no guess', async () => {
    const [child, sibling] = [await aChild(), await aChild()];
    for (const each of [child, sibling]) await send(each);
    const [code, ofSibling] = [await codeOf(child), await codeOf(sibling)];
    const guess = async (who: Child, collectorCode: string, more: object = {}) =>
      (await out(who, { collectorCode, ...more })).problem;
    for (let each = 0; each < 4; each++) expect(await guess(sibling, other(ofSibling))).toBe('collector.code');
    for (let each = 0; each < 6; each++)
      expect(await guess(child, code, { collectorSYSID: newId() })).toBe('collector.not-found');
    for (const [who, right] of [
      [sibling, ofSibling],
      [child, code],
    ] as const) {
      for (let each = who === child ? 0 : 4; each < 5; each++)
        expect(await guess(who, other(right))).toBe('collector.code');
      expect(await guess(who, right)).toBe('collector.code');
    }
  });

  it("of four concurrent requests one code is sent, and a new code replaces the student's former one", async () => {
    const child = await aChild();
    const sent = await Promise.all([send(child), send(child), send(child), send(child)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
    const first = await codeOf(child);
    const father = await aGuardian(child.id, `2547${String(80_000_000 + aNumber())}`);
    await owner.inSchool(strict, (tx) =>
      tx.row(`UPDATE money_holds SET since = '-infinity' WHERE student_id = $1`, [child.id]),
    );
    expect((await send(child, { contactSYSID: father })).status).toBe(200);
    expect((await out(child, { collectorCode: first })).problem).toBe('collector.code');
  });

  it('a code is void once its guardian is deleted or has another number', async () => {
    const [child, second] = [await aChild(), await aChild()];
    for (const each of [child, second]) await send(each);
    const [code, other] = [await codeOf(child), await codeOf(second)];
    await office.ask(deleteContact, { sysid: child.guardian });
    expect((await out(child, { collectorCode: code })).problem).toBe('collector.code');
    const mobileNumber = `2547${String(70_000_000 + aNumber())}`;
    expect((await office.ask(updateContact, { sysid: second.guardian, mobileNumber })).status).toBe(200);
    expect((await out(second, { collectorCode: other })).problem).toBe('collector.code');
  });

  it('a collector code is bound to its student and expires after five minutes', async () => {
    const [child, sibling] = [await aChild(), await aChild()];
    await send(child);
    const collectorCode = await codeOf(child);
    expect((await out(sibling, { collectorCode })).problem).toBe('collector.code');
    await server.context.db.inSchool(strict, (tx) =>
      tx.row(
        `UPDATE guardian_codes SET created_at = created_at - interval '301 seconds' WHERE school_id = $1 AND student_id = $2`,
        [strict, child.id],
      ),
    );
    expect((await out(child, { collectorCode })).problem).toBe('collector.code');
  });

  it('a code is resent after 30 seconds, and not sent to a number that was just changed', async () => {
    const child = await aChild();
    expect((await send(child)).status).toBe(200);
    expect((await send(child)).problem).toBe('session.resend-too-soon');
    const second = await aChild();
    await office.ask(updateContact, {
      sysid: second.guardian,
      mobileNumber: `2547${String(70_000_000 + aNumber())}`,
    });
    expect((await send(second)).problem).toBe('collector.number');
  });

  it('a code is not sent to a number added after the guardian was deleted', async () => {
    const child = await aChild();
    await owner.inSchool(strict, (tx) =>
      tx.row(`UPDATE guardians SET created_at = created_at - interval '61 minutes' WHERE id = $1`, [child.guardian]),
    );
    await office.ask(deleteContact, { sysid: child.guardian });
    const accomplice = await aGuardian(child.id, `2547${String(50_000_000 + aNumber())}`);
    expect((await send(child, { contactSYSID: accomplice })).problem).toBe('collector.number');
  });
});

it.each([
  ['changed by one person at a time', (child: Child) => add(child)],
  ['left alone while a code for its child is being sent', (child: Child) => send(child)],
])('waits for the lock of the student: %s', async (_, ask) => {
  const child = await aChild();
  let asked: ReturnType<typeof send> | undefined;
  await owner.inSchool(strict, async (tx) => {
    await tx.row('SELECT 1 FROM students WHERE id = $1 FOR NO KEY UPDATE', [child.id]);
    asked = ask(child);
    expect(await isBlocked(server, asked)).toBe(true);
  });
  expect((await asked)?.status).toBe(200);
});

describe('list change during a check-out', () => {
  it.each<[string, (child: Child, collectorSYSID: string) => Promise<unknown>, object]>([
    ['who is barred', (child) => add(child, { name: 'Joseph Otieno', blockedReason: 'Court order' }), {}],
    ['who is taken off', (_, sysid) => office.ask(contract.removeCollector, { sysid }), {}],
    [
      'who may go alone no longer',
      (child) => office.ask(contract.setLeavesAlone, { sysid: child.id, leavesAlone: false }),
      { leavesAlone: true },
    ],
  ])('waits for the check-out and applies to the next one: %s', async (_, change, alone) => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    await office.ask(contract.setLeavesAlone, { sysid: child.id, leavesAlone: true });
    let released: ReturnType<typeof out> | undefined;
    let changed: Promise<unknown> | undefined;
    // The passage has read the list and waits to insert its release.
    await owner.inSchool(strict, async (tx) => {
      await tx.row('LOCK TABLE releases IN SHARE MODE');
      released = out(child, 'leavesAlone' in alone ? alone : { collectorSYSID });
      expect(await isBlocked(server, released)).toBe(true);
      changed = change(child, collectorSYSID);
      expect(await isBlocked(server, changed, 2)).toBe(true);
    });
    expect((await released)?.status).toBe(200);
    expect(await changed).toMatchObject({ status: 200 });
    await guard.ask(checkInPin, { admissionNumber: child.admissionNumber, pin: PIN, override: 'Forgot the bag' });
    expect((await out(child, 'leavesAlone' in alone ? alone : { collectorSYSID })).status).not.toBe(200);
  });
});

it('a check-out does not wait for setLeavesAlone of the whole class', async () => {
  const child = await aChild();
  const collectorSYSID = await aCollector(child);
  const ofClass = await owner.inSchool(strict, (tx) =>
    tx.row<{ id: string }>('SELECT class_id AS id FROM students WHERE id = $1', [child.id]),
  );
  let changed: Promise<{ readonly status: number; readonly body: unknown }> | undefined;
  await owner.inSchool(strict, async (tx) => {
    await tx.row('LOCK TABLE audit_events IN SHARE MODE');
    changed = office.ask(contract.setLeavesAlone, { classSYSID: ofClass?.id, leavesAlone: true });
    expect(await isBlocked(server, changed)).toBe(true);
    const released = out(child, { collectorSYSID });
    expect(await isBlocked(server, released, 2)).toBe(false);
    expect((await released).status).toBe(200);
  });
  expect(await changed).toMatchObject({ status: 200, body: { students: 1 } });
});

it('a check-out that waited for a change of the list applies that change', async () => {
  const child = await aChild();
  const collectorSYSID = await aCollector(child);
  let released: ReturnType<typeof out> | undefined;
  await owner.inSchool(strict, async (tx) => {
    await lockList(tx, child.id);
    await tx.row('UPDATE collectors SET removed_at = clock_timestamp(), removed_by = added_by WHERE id = $1', [
      collectorSYSID,
    ]);
    released = out(child, { collectorSYSID });
    expect(await isBlocked(server, released)).toBe(true);
  });
  expect((await released)?.problem).toBe('collector.not-found');
});

describe('offline check-out', () => {
  // Slightly in the future, within the tolerance for a device's clock: recorded as of now.
  const occurredAt = new Date(Date.now() + 60_000).toISOString();
  const late = (child: Child, by: Person, key = newId(), more: object = {}) =>
    by.ask<{ outcomes: { status: string }[] }>(offlineBatch, {
      events: [
        {
          key,
          counter: 1,
          kind: 'out',
          admissionNumber: child.admissionNumber,
          occurredAt,
          method: 'pin',
          proof: { pin: PIN },
          ...more,
        },
      ],
    });
  const uncollected = async (child: Child, by = office) => {
    const query = { search: child.admissionNumber, kind: 'out-uncollected' };
    return (await by.ask<unknown[]>(getExceptions, query)).body.length;
  };

  it('an offline check-out without a collector is recorded with one exception', async () => {
    const child = await aChild();
    const key = newId();
    expect((await late(child, guard, key)).body.outcomes).toMatchObject([{ status: 'recorded' }]);
    expect((await late(child, guard, key)).body.outcomes).toMatchObject([{ status: 'duplicate' }]);
    const query = { search: child.admissionNumber, kind: 'out-uncollected' };
    const [asked, ...more] = (await office.ask<GateException[]>(getExceptions, query)).body;
    // Nothing says that the child left alone.
    expect([asked?.detail.problem, more]).toEqual([undefined, []]);
  });

  it('an offline check-out records the collector or that the student left alone', async () => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    await late(child, guard, newId(), { collectorSYSID });
    expect(await releases(child)).toMatchObject([{ way: 'word', name: 'Joseph Otieno', relation: 'Uncle' }]);
    expect(await uncollected(child)).toBe(0);
    const alone = await aChild();
    await office.ask(contract.setLeavesAlone, { sysid: alone.id, leavesAlone: true });
    await late(alone, guard, newId(), { leavesAlone: true });
    expect(await releases(alone)).toMatchObject([{ way: 'alone', name: null }]);
    expect(await uncollected(alone)).toBe(0);
  });

  it('an offline release to a blocked person raises an urgent notice, other invalid ones an exception', async () => {
    const child = await aChild();
    const banned = await aCollector(child, { blockedReason: 'Court order' });
    await late(child, guard, newId(), { collectorSYSID: banned });
    const query = { search: child.admissionNumber, kind: 'out-blocked' };
    expect((await office.ask<object[]>(getExceptions, query)).body).toHaveLength(1);
    expect(await uncollected(child)).toBe(0);
    await server.runJobs();
    const told = (await office.ask<NoticeRow[]>(getNotifications)).body.filter(
      ({ kind }) => kind === 'exception.out-blocked',
    );
    expect(told).toMatchObject([{ severity: 'urgent' }]);
    const [second, third, fourth] = [await aChild(), await aChild(), await aChild()];
    const fresh = (await add(second)).body.sysid;
    for (const [of, more] of [
      [second, { collectorSYSID: fresh }],
      [third, { collectorSYSID: fresh }],
      [fourth, { leavesAlone: true }],
    ] as const) {
      await late(of, guard, newId(), more);
      expect(await uncollected(of)).toBe(1);
    }
    expect(await releases(third)).toEqual([]);
  });

  it('an offline check-out waits for a block in progress and raises its exception', async () => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    let told: ReturnType<typeof late> | undefined;
    await owner.inSchool(strict, async (tx) => {
      await lockList(tx, child.id);
      await tx.row(`UPDATE collectors SET blocked_reason = 'Court order' WHERE id = $1`, [collectorSYSID]);
      told = late(child, guard, newId(), { collectorSYSID });
      expect(await isBlocked(server, told)).toBe(true);
    });
    expect((await told)?.body.outcomes).toMatchObject([{ status: 'recorded' }]);
    const query = { search: child.admissionNumber, kind: 'out-blocked' };
    expect((await office.ask<object[]>(getExceptions, query)).body).toHaveLength(1);
  });

  it('an offline release to a removed collector is recorded with an exception', async () => {
    const child = await aChild();
    const collectorSYSID = await aCollector(child);
    await office.ask(contract.removeCollector, { sysid: collectorSYSID });
    const { body } = await late(child, guard, newId(), { collectorSYSID });
    expect(body.outcomes).toMatchObject([{ status: 'recorded' }]);
    expect([await uncollected(child), await releases(child)]).toEqual([1, []]);
  });

  it('no exception for a student who may leave alone, or in a school without the rule', async () => {
    const child = await aChild();
    await office.ask(contract.setLeavesAlone, { sysid: child.id, leavesAlone: true });
    await late(child, guard);
    expect(await uncollected(child)).toBe(0);
    const other = await aChild(easy, easyOffice, easyGuard);
    await late(other, easyGuard);
    expect(await uncollected(other, easyOffice)).toBe(0);
  });
});

it('getDeviceCollectors lists the students with collectors or blocks, without phone numbers', async () => {
  const child = await aChild();
  const collectorSYSID = await aCollector(child, { mobileNumber: `2547${String(60_000_000 + aNumber())}` });
  await add(child, { name: 'Peter Banned', blockedReason: 'Court order' });
  await aCollector(child, { name: 'Too Late', validUntil: '2020-01-01' });
  const [nothing, left, bare, walker] = [await aChild(), await aChild(), await aChild(), await aChild()];
  await aCollector(left);
  await owner.inSchool(strict, (tx) => tx.row(`UPDATE students SET status = 'left' WHERE id = $1`, [left.id]));
  await office.ask(contract.removeCollector, { sysid: await aCollector(bare) });
  await office.ask(contract.setLeavesAlone, { sysid: walker.id, leavesAlone: true });
  type Lists = { requireCollector: boolean; requireExeat: boolean; students: contract.DeviceCollectors[] };
  const { body } = await guard.ask<Lists>(contract.getDeviceCollectors);
  expect(body).toMatchObject({ requireCollector: true, requireExeat: false });
  const numbers = body.students.map(({ admissionNumber }) => admissionNumber);
  for (const { admissionNumber } of [nothing, left, bare]) expect(numbers).not.toContain(admissionNumber);
  expect(body.students.find(({ admissionNumber }) => admissionNumber === walker.admissionNumber)).toMatchObject({
    ...{ required: true, leavesAlone: true, collectors: [], blocked: [] },
  });
  const own = body.students.find(({ admissionNumber }) => admissionNumber === child.admissionNumber);
  expect(own).toEqual({
    admissionNumber: child.admissionNumber,
    names: 'Achieng Odhiambo',
    required: true,
    leavesAlone: false,
    collectors: [
      {
        ...{ sysid: collectorSYSID, name: 'Joseph Otieno', relation: 'Uncle' },
        ...{ heldUntil: null, photo: false, photoAt: null },
      },
    ],
    blocked: [{ sysid: expect.any(String), name: 'Peter Banned', relation: 'Uncle', reason: 'Court order' }],
    exeat: null,
  });
  expect(JSON.stringify(body)).not.toMatch(/2547/);
  const elsewhere = (await easyGuard.ask<Lists>(contract.getDeviceCollectors)).body.students;
  expect(elsewhere.map(({ admissionNumber }) => admissionNumber)).not.toContain(child.admissionNumber);
  const bus = await server.aPerson('CheckAgent', strict, ['bus']);
  expect((await bus.ask(contract.getDeviceCollectors)).problem).toBe('session.role');
});

it("erasing one student's collectors leaves another student's list and releases", async () => {
  const [child, sibling] = [await aChild(), await aChild()];
  for (const each of [child, sibling]) {
    const collectorSYSID = await aCollector(each);
    await office.ask(contract.setLeavesAlone, { sysid: each.id, leavesAlone: true });
    expect((await out(each, { collectorSYSID })).status).toBe(200);
  }
  await server.context.db.inSchool(strict, (tx) =>
    eraseCollectors(tx, {
      id: child.id,
      admissionNumber: child.admissionNumber,
      names: '',
      pseudonym: 'E-1',
      guardians: [],
    }),
  );
  const kept = async ({ admissionNumber }: Child) => {
    const { body } = await guard.ask<contract.CheckCollectors>(contract.getCheckCollectors, { admissionNumber });
    return [body.leavesAlone, body.collectors.length];
  };
  expect([await kept(child), await kept(sibling)]).toEqual([
    [false, 0],
    [true, 1],
  ]);
  expect(await releases(child)).toMatchObject([{ way: 'collector', name: null, relation: null }]);
  expect(await releases(sibling)).toMatchObject([{ way: 'collector', name: 'Joseph Otieno', relation: 'Uncle' }]);
});

it("only the school's office can change the list, and bus attendants cannot read it", async () => {
  const child = await aChild();
  expect((await add(child, {}, guard)).problem).toBe('session.role');
  expect((await add(child, {}, easyOffice)).problem).toBe('student.not-found');
  const bus = await server.aPerson('CheckAgent', strict, ['bus']);
  expect((await bus.ask(contract.getCheckCollectors, { admissionNumber: child.admissionNumber })).problem).toBe(
    'session.role',
  );
});
