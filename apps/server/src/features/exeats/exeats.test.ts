import { type GateException, getExceptions } from '@mfuko/contract/campus';
import {
  addCollector,
  type Collector,
  type DeviceCollectors,
  getDeviceCollectors,
  removeCollector,
  setLeavesAlone,
} from '@mfuko/contract/collectors';
import * as contract from '@mfuko/contract/exeats';
import { checkInPin, checkOutPin, type GateEvent } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { offlineBatch } from '@mfuko/contract/offline';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { addContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { EXEAT_CHECK, exeatJobs } from '../gate/index.ts';
import { addStudent, hashPin } from '../students/index.ts';
import { reopenExeat, withdrawExeat } from './use.ts';

const PIN = '482916';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Child {
  readonly id: string;
  readonly admissionNumber: string;
}

let server: TestServer;
let owner: Db;
let school: string;
let office: Person;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer();
  owner = openDatabase(server.ownerUrl, 1);
});
afterAll(async () => {
  await owner.close();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool('Kilimo');
  [office, guard] = await Promise.all([
    server.aPerson('SchoolAdmin', school),
    server.aPerson('CheckAgent', school, ['gate']),
  ]);
});

/** Creates a child who is in school. */
async function aChild(): Promise<Child> {
  const classId = await server.aClass(school);
  const [id, number] = [newId(), aNumber()];
  const admissionNumber = String(4000 + number);
  const pinHash = await hashPin(server.context, school, id, PIN);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Achieng Odhiambo', classId, pinHash }),
  );
  expect((await guard.ask(checkInPin, { admissionNumber, pin: PIN })).status).toBe(200);
  return { id, admissionNumber };
}

/** Time by the school's clock (three hours ahead of UTC, all year), so long from now. */
const atSchool = (ms: number) => new Date(Date.now() + ms + 3 * HOUR).toISOString().slice(0, 16);

const grant = (child: Child, more: object = {}, by = office) =>
  by.ask<contract.Exeat>(contract.grantExeat, {
    studentSYSID: child.id,
    leavesFrom: atSchool(-HOUR),
    returnBy: atSchool(2 * HOUR),
    reason: 'Dentist',
    ...more,
  });

const cancel = (sysid: string, by = office) =>
  by.ask<contract.Exeat>(contract.cancelExeat, { sysid, reason: 'Mother called' });

const list = async (more: object = {}, by = office) => (await by.ask<contract.Exeat[]>(contract.getExeats, more)).body;

const out = ({ admissionNumber }: Child, more: object = {}) =>
  guard.ask<GateEvent>(checkOutPin, { admissionNumber, pin: PIN, ...more });
const back = ({ admissionNumber }: Child) => guard.ask<GateEvent>(checkInPin, { admissionNumber, pin: PIN });

/** Sends check-outs that a device recorded offline. */
const tellLate = (children: readonly Child[], occurredAt: string) =>
  guard.ask(offlineBatch, {
    events: children.map(({ admissionNumber }, counter) => ({
      ...{ key: newId(), counter: counter + 1 },
      ...{ kind: 'out', admissionNumber, occurredAt, method: 'pin', proof: { pin: PIN } },
    })),
  });

const exceptions = async (kind: string) => (await office.ask<GateException[]>(getExceptions, { kind })).body;

const require = async () => {
  const admin = await server.aPerson('Admin');
  expect((await admin.ask(updateSchoolSettings, { sysid: school, requireExeat: true })).status).toBe(200);
};

/** Runs the job once, so long from now. */
async function look(ms: number): Promise<void> {
  const clock = { ...server.context.clock, now: () => Date.now() + ms };
  await exeatJobs({ ...server.context, clock })[EXEAT_CHECK]?.({});
}

describe('exeat', () => {
  it("is granted in the school's time zone, listed, and cancelled once with a reason", async () => {
    const child = await aChild();
    const [leavesFrom, returnBy] = [atSchool(24 * HOUR), atSchool(50 * HOUR)];
    const granted = await grant(child, { leavesFrom, returnBy });
    expect(granted.body).toMatchObject({
      admissionNumber: child.admissionNumber,
      leavesFrom: new Date(`${leavesFrom}:00+03:00`).toISOString(),
      returnBy: new Date(`${returnBy}:00+03:00`).toISOString(),
      reason: 'Dentist',
      goesWith: null,
      state: 'coming',
      grantedBy: 'Wanjiru Otieno',
    });
    expect(await list({ studentSYSID: child.id, state: 'coming' })).toEqual([granted.body]);
    const { sysid } = granted.body;
    expect((await office.ask(contract.cancelExeat, { sysid, reason: ' ' })).status).toBe(400);
    expect((await cancel(sysid)).body).toMatchObject({ state: 'cancelled', cancelReason: 'Mother called' });
    expect((await cancel(sysid)).problem).toBe('exeat.used');
    expect(await list({ state: 'coming' })).toEqual([]);
    expect((await cancel(newId())).problem).toBe('exeat.not-found');
  });

  it('is refused when over, with invalid times, or overlapping another', async () => {
    const child = await aChild();
    expect((await grant(child, { returnBy: atSchool(-MINUTE) })).problem).toBe('exeat.over');
    for (const wrong of [
      { returnBy: atSchool(-2 * HOUR) },
      { leavesFrom: '2026-02-31T10:00' },
      { leavesFrom: '2026-02-11T25:00' },
      { leavesFrom: 'tomorrow' },
    ])
      expect((await grant(child, wrong)).status).toBe(400);
    const first = await grant(child);
    expect((await grant(child)).problem).toBe('exeat.overlap');
    expect((await grant(child, { leavesFrom: atSchool(3 * HOUR), returnBy: atSchool(4 * HOUR) })).status).toBe(200);
    await cancel(first.body.sysid);
    expect((await grant(child)).status).toBe(200);
  });

  it('of two concurrent grants one succeeds', async () => {
    const child = await aChild();
    const other = await server.aPerson('SchoolAdmin', school);
    const answers = await Promise.all([grant(child), grant(child, {}, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list({ studentSYSID: child.id })).toHaveLength(1);
  });

  it('can name only a collector of the student who is not blocked', async () => {
    const [child, sister] = [await aChild(), await aChild()];
    const add = async (student: Child, more: object = {}) =>
      (
        await office.ask<Collector>(addCollector, {
          studentSYSID: student.id,
          name: 'Mary Otieno',
          relation: 'Aunt',
          ...more,
        })
      ).body.sysid;
    const banned = await add(child, { name: 'Peter Kamau', blockedReason: 'Court order' });
    expect((await grant(child, { collectorSYSID: await add(sister) })).problem).toBe('collector.not-found');
    expect((await grant(child, { collectorSYSID: banned })).problem).toBe('collector.blocked');
    const granted = await grant(child, { collectorSYSID: await add(child) });
    expect(granted.body.goesWith).toBe('Mary Otieno (Aunt)');
  });

  it("another school's user can neither see, grant nor cancel it", async () => {
    const child = await aChild();
    const { sysid } = (await grant(child)).body;
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await grant(child, {}, stranger)).problem).toBe('student.not-found');
    expect((await cancel(sysid, stranger)).problem).toBe('exeat.not-found');
    expect(await list({}, stranger)).toEqual([]);
  });
});

describe('exeats at the gate', () => {
  it('a check-out uses the exeat and a check-in ends it; a used one cannot be cancelled', async () => {
    const child = await aChild();
    const { sysid, returnBy } = (await grant(child)).body;
    const gone = await out(child);
    expect(gone.body.exeat).toEqual({ sysid, returnBy, goesWith: null, late: false });
    expect(await list({ state: 'out' })).toMatchObject([{ sysid, wentOut: gone.body.date, returned: null }]);
    expect((await cancel(sysid)).problem).toBe('exeat.used');
    const came = await back(child);
    expect(came.body.exeat).toEqual({ sysid, returnBy, goesWith: null, late: false });
    expect(await list({ state: 'returned' })).toMatchObject([{ sysid, returned: came.body.date }]);
    // An exeat is used once: the next check-out needs another.
    expect((await out(child)).body).not.toHaveProperty('exeat');
  });

  it('with requireExeat a check-out needs a valid exeat or an override with an exception', async () => {
    const [early, plain, late, none, may] = [
      await aChild(),
      await aChild(),
      await aChild(),
      await aChild(),
      await aChild(),
    ];
    expect((await out(plain)).status).toBe(200);
    await back(plain);
    await require();
    await grant(early, { leavesFrom: atSchool(HOUR) });
    const over = (await grant(late)).body.sysid;
    await owner.inSchool(school, (tx) =>
      tx.row(`UPDATE exeats SET return_by = clock_timestamp() WHERE school_id = $1 AND id = $2`, [school, over]),
    );
    await cancel((await grant(none)).body.sysid);
    // Another child's exeat is valid all the time.
    await grant(may);
    // A device that may go offline shows the exeat of no other child either.
    const passes = async () => {
      const { body } = await guard.ask<{ requireExeat: boolean; students: DeviceCollectors[] }>(getDeviceCollectors);
      const known = body.students.filter(({ exeat }) => exeat !== null).map(({ admissionNumber }) => admissionNumber);
      return [body.requireExeat, known];
    };
    expect(await passes()).toEqual([true, [may.admissionNumber]]);
    for (const child of [early, plain, late, none])
      expect(await out(child)).toMatchObject({ status: 422, problem: 'exeat.required' });
    expect(await exceptions('out-without-exeat')).toEqual([]);
    expect((await out(plain, { override: 'Ambulance' })).status).toBe(200);
    expect(await exceptions('out-without-exeat')).toMatchObject([
      { admissionNumber: plain.admissionNumber, detail: { reason: 'Ambulance' } },
    ]);
    expect((await out(may)).status).toBe(200);
    expect(await passes()).toEqual([true, []]);
  });

  it.each<[string, object | null]>([
    ['barred by name', { name: 'OTIENO  Mary', relation: 'Neighbour', mobileNumber: '254733000001' }],
    ['barred by number', { name: 'Peter Kamau', relation: 'Neighbour', mobileNumber: '254733000009' }],
    ['taken off the list', null],
  ])('the gate and its devices no longer name a collector who was %s', async (_, bar) => {
    const [child, sister] = [await aChild(), await aChild()];
    const person = { name: 'Mary Otieno', relation: 'Aunt', mobileNumber: '254733000009' };
    const aunts: string[] = [];
    for (const { id } of [child, sister]) {
      const { sysid } = (await office.ask<Collector>(addCollector, { studentSYSID: id, ...person })).body;
      aunts.push(sysid);
    }
    for (const [at, each] of [child, sister].entries())
      expect((await grant(each, { collectorSYSID: aunts[at] })).status).toBe(200);
    const onDevice = async ({ admissionNumber }: Child) => {
      const { body } = await guard.ask<{ students: DeviceCollectors[] }>(getDeviceCollectors);
      return body.students.find((each) => each.admissionNumber === admissionNumber)?.exeat?.goesWith;
    };
    const named = 'Mary Otieno (Aunt)';
    expect([await onDevice(child), await onDevice(sister)]).toEqual([named, named]);
    const changed = bar
      ? await office.ask(addCollector, { studentSYSID: child.id, blockedReason: 'Court order', ...bar })
      : await office.ask(removeCollector, { sysid: aunts[0] });
    expect(changed.status).toBe(200);
    expect([await onDevice(child), await onDevice(sister)]).toEqual([null, named]);
    // A block makes the gate ask for a collector; the child with permission to leave alone leaves.
    if (bar) expect((await office.ask(setLeavesAlone, { sysid: child.id, leavesAlone: true })).status).toBe(200);
    const gone = await out(child, bar ? { leavesAlone: true } : {});
    expect([gone.body.exeat?.goesWith, (await out(sister)).body.exeat?.goesWith]).toEqual([null, named]);
    expect([(await back(child)).body.exeat?.goesWith, (await back(sister)).body.exeat?.goesWith]).toEqual([
      null,
      named,
    ]);
  });

  it('undoing a passage restores its own exeat only', async () => {
    const [one, other] = [await aChild(), await aChild()];
    for (const child of [one, other]) await grant(child);
    const gone = [await out(one), await out(other)];
    const came = [await back(one), await back(other)];
    const states = async () => [
      ...(await list({ studentSYSID: one.id })).map(({ state }) => state),
      ...(await list({ studentSYSID: other.id })).map(({ state }) => state),
    ];
    const take = (step: typeof reopenExeat, event?: { readonly body: { readonly sysid: string } }) =>
      server.context.db.inSchool(school, (tx) => step(tx, event?.body.sysid ?? ''));
    await take(reopenExeat, came[0]);
    expect(await states()).toEqual(['out', 'returned']);
    await take(withdrawExeat, gone[0]);
    expect(await states()).toEqual(['coming', 'returned']);
    await take(withdrawExeat, gone[1]);
    expect(await states()).toEqual(['coming', 'coming']);
  });

  it('an offline check-out uses the exeat of that time, and without one raises an exception', async () => {
    await require();
    const [child, without] = [await aChild(), await aChild()];
    const { sysid } = (await grant(child)).body;
    const occurredAt = new Date().toISOString();
    // Another child who checks in meanwhile does not end this exeat.
    await aChild();
    const sent = await tellLate([child, without], occurredAt);
    expect(sent.body).toMatchObject({ outcomes: [{ status: 'recorded' }, { status: 'recorded' }] });
    expect(await list({ state: 'out' })).toMatchObject([{ sysid }]);
    expect(await exceptions('out-without-exeat')).toMatchObject([{ admissionNumber: without.admissionNumber }]);
  });

  it('an offline check-out received after the check-in marks the exeat as returned', async () => {
    const child = await aChild();
    const { sysid } = (await grant(child, { leavesFrom: atSchool(-5 * HOUR) })).body;
    const wentOut = new Date(Date.now() - 2 * HOUR).toISOString();
    await tellLate([child], wentOut);
    expect(await list()).toMatchObject([{ sysid, state: 'returned', wentOut }]);
  });

  it('an overdue student raises one exception and one notice', async () => {
    const child = await aChild();
    await grant(child);
    const unused = await aChild();
    await grant(unused);
    await out(child);
    // Another child who checks in does not end this exeat.
    const other = await aChild();
    await out(other);
    await back(other);
    const told = async () =>
      (await office.ask<NoticeRow[]>(getNotifications, {})).body.filter(({ kind }) => kind === 'exeat.overdue');
    await look(HOUR);
    expect([await exceptions('exeat-overdue'), await told()]).toEqual([[], []]);
    await Promise.all([look(3 * HOUR), look(3 * HOUR)]);
    await look(9 * HOUR);
    const { admissionNumber } = child;
    expect(await exceptions('exeat-overdue')).toMatchObject([{ admissionNumber, recordedBy: null, settledBy: null }]);
    const deadline = expect.stringMatching(/\d\d:\d\d$/);
    expect(await told()).toMatchObject([{ severity: 'urgent', params: { admissionNumber, deadline } }]);
  });

  it('an overdue exeat notifies one guardian who is not blocked, with tellOverdueExeats', async () => {
    const [collected, plain, early] = [await aChild(), await aChild(), await aChild()];
    const guardian = async (child: Child) => {
      const mobileNumber = `25473${String(1_000_000 + aNumber())}`;
      const added = { studentSYSID: child.id, name: 'Mama Achieng', mobileNumber, language: 'sw' };
      expect((await office.ask(addContact, added)).status).toBe(200);
      return mobileNumber;
    };
    const person = (child: Child, mobileNumber: string, more: object = {}) =>
      office.ask<Collector>(addCollector, {
        ...{ studentSYSID: child.id, name: 'Mary Otieno', relation: 'Aunt', mobileNumber },
        ...more,
      });
    const texts = async () => {
      await server.runJobs();
      return server.sent.filter(({ kind }) => kind === 'attendance');
    };
    await grant(early);
    await guardian(early);
    await out(early);
    await look(3 * HOUR);
    expect(await texts()).toEqual([]);
    const admin = await server.aPerson('Admin');
    await admin.ask(updateSchoolSettings, { sysid: school, tellOverdueExeats: true, holdAfterChangeHours: 0 });
    const banned = await guardian(collected);
    await guardian(collected);
    const aunt = await guardian(collected);
    await person(collected, banned, { name: 'Peter Kamau', blockedReason: 'Court order' });
    const { sysid: collectorSYSID } = (await person(collected, aunt)).body;
    const first = await guardian(plain);
    await guardian(plain);
    for (const child of [collected, plain]) await grant(child);
    expect((await out(collected, { collectorSYSID })).status).toBe(200);
    expect((await out(plain)).status).toBe(200);
    await Promise.all([look(3 * HOUR), look(3 * HOUR)]);
    await look(4 * HOUR);
    const told = await texts();
    expect(told.map(({ to }) => to).toSorted()).toEqual([aunt, first].toSorted());
    expect(told[0]?.text).toContain('alitakiwa kurudi shuleni kufikia');
  });

  it('a student back in time raises no exception', async () => {
    const child = await aChild();
    await grant(child);
    await out(child);
    await back(child);
    await look(9 * HOUR);
    expect(await exceptions('exeat-overdue')).toEqual([]);
  });
});
