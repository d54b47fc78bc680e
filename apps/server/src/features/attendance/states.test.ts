import * as contract from '@mfuko/contract/attendance';
import * as bus from '@mfuko/contract/bus';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { updateStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { at, type Child, createSchoolDay, dayOf, excuse, type SchoolDay } from './attendance.testkit.ts';

let server: TestServer;
let day: SchoolDay;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  day = await createSchoolDay(server);
});

const state = async (child: Child, now: Date, of?: string) => (await day.of(child, now, of))?.state;

describe('attendance of a day student', () => {
  it('is awaited, then absent; the first check-in decides between present and late', async () => {
    const [early, late, never] = [await day.aChild(), await day.aChild(), await day.aChild()];
    await day.pass(early, 'in', at('07:59'));
    expect(await state(late, at('08:59'))).toBe('awaited');
    await day.pass(late, 'in', at('08:00'));
    for (const child of [early, late]) await day.pass(child, 'out', at('12:00'));
    await day.pass(early, 'in', at('13:00'));
    expect(await day.of(early, at('16:00'))).toMatchObject({ state: 'present', arrived: at('07:59').toISOString() });
    expect(await day.of(late, at('16:00'))).toMatchObject({ state: 'late', arrived: at('08:00').toISOString() });
    expect([await state(never, at('08:59')), await state(never, at('09:00'))]).toEqual(['awaited', 'absent']);
    expect(await day.figures(at('09:00'))).toMatchObject({
      ...{ day: dayOf(0), school: true, lateFrom: '08:00', absentFrom: '09:00', gateWorked: true },
      counts: { present: 1, late: 1, absent: 1, excused: 0, awaited: 0 },
    });
  });

  it('an undone check-in does not count', async () => {
    const child = await day.aChild();
    const wrong = await day.pass(child, 'in', at('07:30'));
    await day.pass(child, 'out', at('07:31'), wrong);
    expect(await state(child, at('09:00'))).toBe('absent');
  });

  it('without times a student is never late, and absent only after the day', async () => {
    await day.set({ lateFrom: null, absentFrom: '' });
    const [came, not] = [await day.aChild(), await day.aChild()];
    await day.pass(came, 'in', at('11:00'));
    expect([await state(came, at('12:00')), await state(not, at('23:59'))]).toEqual(['present', 'awaited']);
    expect(await state(not, at('08:00', 1), dayOf(0))).toBe('absent');
  });

  it('the office can excuse a student of its school and withdraw the excuse', async () => {
    const child = await day.aChild();
    await day.pass(await day.aChild(), 'in', at('07:00'));
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await excuse(stranger, child)).problem).toBe('student.not-found');
    expect((await excuse(day.office, child, { until: dayOf(-1) })).status).toBe(400);
    expect((await excuse(day.office, child, { until: dayOf(31) })).status).toBe(400);
    expect((await excuse(day.office, child, { until: dayOf(1), note: 'Malaria' })).body).toEqual({ days: 2 });
    expect(await day.of(child, at('09:00'))).toMatchObject({
      state: 'excused',
      excuse: { reason: 'sick', note: 'Malaria', excusedBy: 'Wanjiru Otieno' },
    });
    expect(await state(child, at('10:00', 1), dayOf(1))).toBe('excused');
    const takeBack = (by = day.office) => by.ask(contract.withdrawExcuse, { studentSYSID: child.sysid, day: dayOf(0) });
    expect((await takeBack(stranger)).problem).toBe('attendance.no-excuse');
    expect((await takeBack()).status).toBe(200);
    expect((await takeBack()).problem).toBe('attendance.no-excuse');
    expect([await state(child, at('09:00')), await state(child, at('10:00', 1))]).toEqual(['absent', 'excused']);
  });

  it("excuseClass excuses the class's students, keeps own excuses, and who comes is present", async () => {
    const [one, sick, comes] = [await day.aChild(), await day.aChild(), await day.aChild()];
    const elsewhere = await day.aChild(null, await server.aClass(day.school, 'Grade 5'));
    await excuse(day.office, sick);
    await day.pass(comes, 'in', at('07:20'));
    const trip = { classSYSID: day.classSYSID, from: dayOf(0), until: dayOf(1), reason: 'other', note: 'Museum' };
    const { body } = await day.office.ask(contract.excuseClass, trip);
    expect(body).toEqual({ students: 3, days: 5 });
    const now = at('12:00');
    expect(await day.of(one, now)).toMatchObject({ state: 'excused', excuse: { reason: 'other', note: 'Museum' } });
    expect(await day.of(sick, now)).toMatchObject({ state: 'excused', excuse: { reason: 'sick' } });
    expect(await state(comes, now)).toBe('present');
    expect(await state(elsewhere, now)).toBe('absent');
    expect(await state(one, at('12:00', 1))).toBe('excused');
    expect((await day.office.ask(contract.excuseClass, { ...trip, note: ' ' })).status).toBe(400);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.excuseClass, trip)).problem).toBe('class.not-found');
  });

  it('an excused student who comes late is present', async () => {
    const child = await day.aChild();
    await excuse(day.office, child, { reason: 'leave' });
    await day.pass(child, 'in', at('10:30'));
    expect(await state(child, at('11:00'))).toBe('present');
  });
});

describe('attendance during an exeat', () => {
  it('who is out on an exeat is excused until it ends, and a return by its end is not late', async () => {
    const [out, over, back, before] = [await day.aChild(), await day.aChild(), await day.aChild(), await day.aChild()];
    // Came back from the leave on the evening before, went home as usual, and has not come today.
    const early = await day.aChild();
    await day.leave(early, at('15:00', -3), at('17:00'));
    const went = await day.pass(early, 'out', at('16:00', -3));
    const came = await day.pass(early, 'in', at('18:00', -1));
    await day.pass(early, 'out', at('19:00', -1));
    await day.inSchool(
      `UPDATE exeats SET out_event = $3, out_at = $4, in_event = $5, returned_at = $6 WHERE school_id = $1 AND student_id = $2`,
      [early.sysid, went, at('16:00', -3), came, at('18:00', -1)],
    );
    expect(await state(early, at('09:00'))).toBe('absent');
    await day.pass(before, 'in', at('06:00', -3));
    await day.pass(before, 'out', at('16:00', -3));
    await day.leave(out, at('15:00', -3), at('17:00'));
    await day.leave(over, at('15:00', -3), at('07:00'));
    await day.leave(back, at('15:00', -3), at('10:00'));
    await day.leave(before, at('14:00'), at('18:00'));
    await day.pass(back, 'in', at('09:30'));
    expect(await day.of(out, at('09:00'))).toMatchObject({ state: 'excused', onLeave: true });
    expect([await state(over, at('09:00')), await state(back, at('11:00')), await state(before, at('09:00'))]).toEqual([
      'absent',
      'present',
      'absent',
    ]);
  });
});

describe('attendance of a boarder', () => {
  it('a boarder in since an earlier day is present, unless dailyCheckIn is set', async () => {
    const [stays, leaves, gone] = [await day.aChild(), await day.aChild(), await day.aChild()];
    for (const child of [stays, leaves, gone]) await day.pass(child, 'in', at('17:00', -2));
    await day.pass(leaves, 'out', at('06:30'));
    await day.pass(gone, 'out', at('18:00', -1));
    expect(await day.of(stays, at('09:00'))).toMatchObject({ state: 'present', arrived: null });
    expect([await state(leaves, at('09:00')), await state(gone, at('09:00'))]).toEqual(['absent', 'absent']);
    expect((await day.figures(at('09:00'))).overnight).toBe(1);
    await day.set({ dailyCheckIn: true });
    expect(await state(stays, at('09:00'))).toBe('absent');
  });
});

describe('attendance and the bus', () => {
  it('who is aboard or was set down at school is awaited; after the day who was set down is present', async () => {
    const [aboard, dropped, home] = [await day.aChild(), await day.aChild(), await day.aChild()];
    const plate = `KDB ${100 + aNumber()}C`;
    expect((await day.office.ask(bus.createBus, { busNumberPlate: plate, label: 'Milimani' })).status).toBe(200);
    const trip = async (direction: string) => {
      const id = newId();
      await day.inSchool(
        `INSERT INTO bus_trips (school_id, id, bus_id, direction, opened_by, closed_at, closed_by)
         SELECT $1, $2, id, $3, $1, now(), $1 FROM buses WHERE school_id = $1`,
        [id, direction],
      );
      return id;
    };
    const [toSchool, toHome] = [await trip('toSchool'), await trip('home')];
    const ride = async (child: Child, kind: string, when: Date, tripId = toSchool) => {
      const id = newId();
      await day.inSchool(
        `INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, at, recorded_by, trip_id)
         SELECT $1, $2, $3, id, $4, 'attested', $5, $1, $6 FROM buses WHERE school_id = $1`,
        [id, child.sysid, kind, when, tripId],
      );
      await day.inSchool(
        `INSERT INTO bus_states (school_id, student_id, kind, bus_id, since, event_id)
         SELECT $1, $2, $3, id, $4, $5 FROM buses WHERE school_id = $1
         ON CONFLICT (school_id, student_id) DO UPDATE SET kind = $3, since = $4, event_id = $5`,
        [child.sysid, kind, when, id],
      );
    };
    await day.pass(home, 'in', at('07:00', -3));
    await ride(home, 'off', at('17:00', -3), toHome);
    await ride(aboard, 'on', at('06:50'));
    await ride(dropped, 'off', at('07:40'));
    expect(await day.of(aboard, at('09:00'))).toMatchObject({ state: 'awaited', bus: 'aboard' });
    expect(await day.of(dropped, at('09:00'))).toMatchObject({ state: 'awaited', bus: 'dropped', arrived: null });
    expect(await state(home, at('09:00'))).toBe('absent');
    expect(await day.of(dropped, at('08:00', 1), dayOf(0))).toMatchObject({
      state: 'present',
      arrived: at('07:40').toISOString(),
    });
    expect(await state(aboard, at('08:00', 1), dayOf(0))).toBe('absent');
  });
});

describe('away students', () => {
  const stateAtGate = async (child: Child, kind: 'in' | 'out', since: Date) => {
    const event = await day.pass(child, kind, since);
    await day.inSchool(
      'INSERT INTO gate_states (school_id, student_id, kind, since, event_id) VALUES ($1, $2, $3, $4, $5)',
      [child.sysid, kind, since, event],
    );
  };

  it('are those absent, excused or gone out today', async () => {
    const [absent, excused, gone] = [await day.aChild(), await day.aChild(), await day.aChild()];
    const [present, back, awaited] = [await day.aChild(), await day.aChild(), await day.aChild()];
    await excuse(day.office, excused);
    await day.pass(gone, 'in', at('07:00'));
    await stateAtGate(present, 'in', at('07:00'));
    await stateAtGate(awaited, 'out', at('16:00', -3));
    await day.pass(back, 'in', at('07:00'));
    const sysids = (...children: Child[]) => children.map(({ sysid }) => sysid).toSorted();
    expect((await day.away(at('08:30'))).toSorted()).toEqual(sysids(excused));
    await stateAtGate(gone, 'out', at('09:30'));
    expect((await day.away(at('10:00'))).toSorted()).toEqual(sysids(absent, excused, gone, awaited));
  });

  it('on a day without lessons are those excused or on leave', async () => {
    const [plain, excused, leave] = [await day.aChild(), await day.aChild(), await day.aChild()];
    for (const child of [plain, excused, leave]) await day.pass(child, 'in', at('07:00'));
    await excuse(day.office, excused, { from: dayOf(5), until: dayOf(5) });
    await day.leave(leave, at('08:00', 5), at('17:00', 6));
    expect((await day.away(at('12:00', 5))).toSorted()).toEqual([excused.sysid, leave.sysid].toSorted());
  });
});

describe('getAttendance', () => {
  it('filters list and figures by day, class and state', async () => {
    const grade5 = await server.aClass(day.school, 'Grade 5');
    const [came, not, other] = [await day.aChild(), await day.aChild(), await day.aChild(null, grade5)];
    await day.pass(came, 'in', at('07:30'));
    await day.pass(came, 'out', at('16:00'));
    await excuse(day.office, other, { until: dayOf(1) });
    await excuse(await server.aPerson('SchoolAdmin', day.school), not, { from: dayOf(1), until: dayOf(1) });
    const [now, then] = [at('12:00', 1), dayOf(0)];
    const numbers = (...children: Child[]) => children.map(({ admissionNumber }) => admissionNumber);
    expect(await day.list(now, {})).toEqual(numbers(came, not, other));
    expect(await day.list(now, { day: then, state: 'absent' })).toEqual(numbers(not));
    expect(await day.list(now, { state: 'absent' })).toEqual(numbers(came));
    expect(await day.list(now, { classSYSID: grade5 })).toEqual(numbers(other));
    const nobody = { present: 0, late: 0, absent: 0, excused: 0, awaited: 0 };
    expect(await day.figures(now, { day: then })).toMatchObject({
      ...{ day: then, notice: 'none', mayTell: false, overnight: 0 },
      counts: { ...nobody, present: 1, absent: 1, excused: 1 },
    });
    expect(await day.figures(now, { classSYSID: grade5 })).toMatchObject({
      ...{ day: dayOf(1), notice: 'none', mayTell: false },
      counts: { ...nobody, excused: 1 },
    });
    expect(await day.of(came, now, then)).toMatchObject({
      lastOut: at('16:00').toISOString(),
      excuse: null,
      told: null,
    });
    expect(await day.of(not, now, then)).toMatchObject({ arrived: null, lastOut: null, bus: null });
  });
});

describe('days without school', () => {
  it('are weekends and the days the office names, until these are removed', async () => {
    const child = await day.aChild();
    await day.pass(child, 'in', at('07:00'));
    await day.pass(child, 'out', at('16:00'));
    expect([await state(child, at('12:00', 5)), await state(child, at('12:00', 4))]).toEqual(['no-school', 'absent']);
    const name = (more: object) =>
      day.office.ask(contract.setDaysOff, { from: dayOf(1), until: dayOf(2), reason: 'Mid-term', ...more });
    expect((await name({ until: dayOf(0) })).status).toBe(400);
    expect((await name({})).body).toEqual({ days: 2 });
    expect((await name({ until: dayOf(1), reason: 'Election' })).body).toEqual({ days: 1 });
    const named = await day.office.ask<contract.DayOff[]>(contract.getDaysOff, { coming: true });
    expect(named.body).toMatchObject([
      { day: dayOf(2), reason: 'Mid-term', setBy: 'Wanjiru Otieno' },
      { day: dayOf(1), reason: 'Election' },
    ]);
    expect(await state(child, at('12:00', 1))).toBe('no-school');
    expect(await day.figures(at('12:00', 1))).toMatchObject({ school: false, dayOff: 'Election' });
    const remove = () => day.office.ask(contract.removeDayOff, { day: dayOf(1) });
    expect((await remove()).status).toBe(200);
    expect((await remove()).problem).toBe('attendance.no-day-off');
    expect(await state(child, at('12:00', 1))).toBe('absent');
    await day.set({ schoolDays: [6] });
    expect([await state(child, at('12:00', 5)), await state(child, at('12:00', 1))]).toEqual(['absent', 'no-school']);
  });
});

describe('attendanceRegister', () => {
  it('has a state per student and day, and none for days to come or before the student existed', async () => {
    const child = await day.aChild();
    await day.aChild(null, await server.aClass(day.school, 'Grade 5'));
    await day.pass(child, 'in', at('08:20'));
    await day.pass(child, 'out', at('11:00'));
    const { days, rows, className } = await day.register(at('12:00'));
    expect([className, rows.length, rows[0]?.states.length]).toEqual(['Grade 4', 1, days.length]);
    const of = (date: string) => rows[0]?.states[days.indexOf(date)];
    expect(of(dayOf(0))).toBe('late');
    const rest = days.filter((date) => date !== dayOf(0));
    expect(new Set(rest.map(of))).toEqual(new Set(['unknown', 'no-school']));
    expect((await day.register(at('12:00', 40), dayOf(31).slice(0, 7))).rows[0]?.states).toContain('absent');
  });

  it('lists a student who changed class in each class for its own days', async () => {
    const [grade5, child] = [await server.aClass(day.school, 'Grade 5'), await day.aChild()];
    await day.pass(child, 'in', at('07:20'));
    await day.pass(child, 'out', at('16:00'));
    expect((await day.office.ask(updateStudent, { sysid: child.sysid, classSYSID: grade5 })).status).toBe(200);
    // Backdates the change of class to that Wednesday.
    const forget = 'DELETE FROM student_classes WHERE school_id = $1 AND class_id = $2 RETURNING 1 AS one';
    expect(await day.inSchool(forget, [grade5])).toEqual({ one: 1 });
    await day.inSchool(
      'INSERT INTO student_classes (school_id, student_id, since, class_id) VALUES ($1, $2, $3, $4) RETURNING 1 AS one',
      [child.sysid, at('10:00', 2), grade5],
    );
    const now = at('12:00', 3);
    const statesIn = async (classSYSID: string) => {
      const { days, rows } = await day.register(now, dayOf(0).slice(0, 7), classSYSID);
      return [0, 1, 2, 3].map((after) => rows[0]?.states[days.indexOf(dayOf(after))] ?? 'none');
    };
    // A week may span two months.
    const inMonth = (states: string[]) =>
      states.map((state, after) => (dayOf(after).startsWith(dayOf(0).slice(0, 7)) ? state : 'none'));
    expect(await statesIn(day.classSYSID)).toEqual(inMonth(['present', 'absent', 'unknown', 'unknown']));
    expect(await statesIn(grade5)).toEqual(inMonth(['unknown', 'unknown', 'absent', 'absent']));
    expect((await day.of(child, now, dayOf(1)))?.className).toBe('Grade 4');
    expect((await day.of(child, now, dayOf(2)))?.className).toBe('Grade 5');
    expect((await day.of(child, now))?.className).toBe('Grade 5');
  });

  it("refuses another school's class and an invalid month", async () => {
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    const asked = { classSYSID: day.classSYSID, month: '2026-11' };
    expect((await stranger.ask(contract.attendanceRegister, asked)).problem).toBe('class.not-found');
    expect((await day.office.ask(contract.attendanceRegister, { ...asked, month: '2026-13' })).status).toBe(400);
    expect((await stranger.ask<unknown[]>(contract.getAttendance, {})).body).toEqual([]);
  });
});

describe('attendance rules', () => {
  it('reject a time of absence before that of lateness, and invalid values', async () => {
    const set = (more: object) => day.admin.ask(updateSchoolSettings, { sysid: day.school, ...more });
    expect((await set({ lateFrom: '09:01' })).body).toMatchObject({
      detail: { fieldCodes: { absentFrom: { code: 'not-before-late' } } },
    });
    expect((await set({ absentFrom: '07:00' })).status).toBe(400);
    expect((await set({ lateFrom: '24:00' })).status).toBe(400);
    expect((await set({ schoolDays: [8] })).status).toBe(400);
    expect((await set({ lateFrom: null, absentFrom: '07:00' })).body).toMatchObject({
      lateFrom: null,
      absentFrom: '07:00',
    });
  });
});
