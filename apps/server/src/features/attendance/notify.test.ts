import * as contract from '@mfuko/contract/attendance';
import { addCollector } from '@mfuko/contract/collectors';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type Todo, todo } from '@mfuko/contract/today';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { notifyGuardiansOf } from '../gate/notify-guardians.ts';
import { at, createSchoolDay, dayOf, excuse, type SchoolDay } from './attendance.testkit.ts';
import { notifyAttendance } from './notify.ts';

let server: TestServer;
let day: SchoolDay;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  day = await createSchoolDay(server, { tellAbsent: true });
});

/** Checks in so many children in time, so that the others are no more than half. */
async function inTime(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await day.pass(await day.aChild(), 'in', at('07:30'));
}
const held = async () =>
  (await day.office.ask<NoticeRow[]>(getNotifications, {})).body.filter(({ kind }) => kind === 'attendance.held');

describe('absence notices to guardians', () => {
  it("are sent once in each guardian's language, however often the job runs", async () => {
    await inTime(2);
    const child = await day.aChild();
    const [mother, father] = [await day.aGuardian(child), await day.aGuardian(child, { language: 'sw' })];
    await day.look(at('08:59'));
    expect([await day.heardBy(mother), await day.heardBy(father)]).toEqual([[], []]);
    await Promise.all([day.look(at('09:00')), day.look(at('09:00'))]);
    await day.look(at('09:01'));
    await day.look(at('12:00'));
    const told = at('09:00').toISOString().slice(8, 10);
    expect(await day.heardBy(mother)).toEqual([
      expect.stringMatching(
        `^KILIMO: Achieng O. \\(${child.admissionNumber}\\) was not in school by ${told}/\\d\\d 09:00\\.`,
      ),
    ]);
    expect(await day.heardBy(father)).toEqual([
      expect.stringMatching(`hajafika shuleni kufikia ${told}/\\d\\d 09:00\\.`),
    ]);
    expect(await day.of(child, at('12:00'))).toMatchObject({ state: 'absent', told: { phones: 2 } });
    expect(await day.figures(at('12:00'))).toMatchObject({ notice: 'sent', told: 1, mayTell: false });
  });

  it('are sent once each when the process dies half way', async () => {
    await inTime(3);
    const phones: string[] = [];
    for (let each = 0; each < 3; each++) phones.push(await day.aGuardian(await day.aChild()));
    const { db } = server.context;
    let transactions = 0;
    // The decision and the list take two transactions; the third child's never begins.
    const dying = {
      ...db,
      inSchool: ((school, work) => {
        if (school === day.school) transactions++;
        if (school === day.school && transactions > 4) throw new Error('The process died.');
        return db.inSchool(school, work);
      }) as typeof db.inSchool,
    };
    await expect(day.look(at('09:00'), { db: dying })).rejects.toThrow('died');
    const heard = async () => {
      const counts = [];
      for (const phone of phones) counts.push((await day.heardBy(phone)).length);
      return counts;
    };
    expect((await heard()).toSorted()).toEqual([0, 1, 1]);
    await day.look(at('09:01'));
    await day.look(at('09:02'));
    expect(await heard()).toEqual([1, 1, 1]);
  });

  it('are not sent for excused, away or present students or on days off', async () => {
    await inTime(4);
    const phones: string[] = [];
    const child = async () => {
      const made = await day.aChild();
      phones.push(await day.aGuardian(made));
      return made;
    };
    await excuse(day.office, await child());
    await day.leave(await child(), at('12:00', -1), at('12:00'));
    await day.pass(await child(), 'in', at('08:30'));
    await day.look(at('09:00'));
    await day.look(at('09:00', 5));
    await day.office.ask(contract.setDaysOff, { from: dayOf(1), until: dayOf(1), reason: 'Holiday' });
    await day.pass(await day.aChild(), 'in', at('07:00', 1));
    await day.look(at('09:00', 1));
    for (const phone of phones) expect(await day.heardBy(phone)).toEqual([]);
  });

  it('are not sent to guardians who opted out or are blocked, nor without tellAbsent', async () => {
    await inTime(2);
    const child = await day.aChild();
    const [stopped, banned, mother] = [
      await day.aGuardian(child),
      await day.aGuardian(child),
      await day.aGuardian(child),
    ];
    await day.inSchool('INSERT INTO sms_opt_outs (phone_hash) SELECT $2::bytea WHERE $1::uuid IS NOT NULL', [
      server.context.keys.digest('phone', stopped),
    ]);
    const ban = { studentSYSID: child.sysid, name: 'Peter Kamau', relation: 'Father', mobileNumber: banned };
    expect((await day.office.ask(addCollector, { ...ban, blockedReason: 'Court order' })).status).toBe(200);
    await day.set({ tellAbsent: false });
    await day.look(at('09:00'));
    expect(await day.heardBy(mother)).toEqual([]);
    await day.set({ tellAbsent: true });
    await day.look(at('09:05'));
    expect([await day.heardBy(stopped), await day.heardBy(banned)]).toEqual([[], []]);
    expect(await day.heardBy(mother)).toHaveLength(1);
  });

  it('are not sent when the student was checked in before notifyAttendance runs', async () => {
    const child = await day.aChild();
    const phone = await day.aGuardian(child);
    await day.pass(child, 'in', at('08:59'));
    const { context } = server;
    await context.db.inSchool(day.school, (tx) => notifyAttendance(tx, context, child.sysid, 'absent', at('09:00')));
    expect(await day.heardBy(phone)).toEqual([]);
  });

  it('are not sent by a job four hours late', async () => {
    await day.set({ tellLate: true });
    await inTime(2);
    const late = await day.aChild();
    await day.pass(late, 'in', at('08:30'));
    const [phone, other] = [await day.aGuardian(await day.aChild()), await day.aGuardian(late)];
    await day.look(at('13:00'));
    expect([await day.heardBy(phone), await day.heardBy(other)]).toEqual([[], []]);
  });

  it('are sent up to four hours late, and not for a suspended school', async () => {
    await inTime(1);
    const phone = await day.aGuardian(await day.aChild());
    const become = (status: string) => day.inSchool('UPDATE schools SET status = $2 WHERE id = $1', [status]);
    await become('suspended');
    await day.look(at('09:00'));
    expect(await day.heardBy(phone)).toEqual([]);
    await become('active');
    await day.look(new Date(at('13:00').getTime() - 1));
    expect(await day.heardBy(phone)).toHaveLength(1);
  });

  it('are followed once by a notice of arrival, whatever the subscriptions', async () => {
    await inTime(2);
    const child = await day.aChild();
    const [wishes, wishesNot] = [await day.aGuardian(child, { notify: ['in'] }), await day.aGuardian(child)];
    await day.look(at('09:00'));
    const eventId = await day.pass(child, 'in', at('10:00'));
    const passed = { studentId: child.sysid, eventId, kind: 'in', at: at('10:00').toISOString(), plate: null } as const;
    await server.context.db.inSchool(day.school, (tx) =>
      notifyGuardiansOf(tx, server.context, { ...passed, schoolId: day.school }),
    );
    // A touch may be taken back for a minute.
    await day.look(new Date(at('10:01').getTime() - 1));
    expect(await day.heardBy(wishesNot)).toHaveLength(1);
    await day.look(at('10:01'));
    await day.look(at('10:03'));
    for (const phone of [wishes, wishesNot])
      expect(await day.heardBy(phone)).toEqual([
        expect.stringContaining('was not in school'),
        expect.stringContaining('came to school'),
      ]);
  });

  it('the notice of arrival needs a check-in of that student and day that was not undone', async () => {
    await inTime(3);
    const [child, other] = [await day.aChild(), await day.aChild()];
    const phone = await day.aGuardian(child);
    await day.pass(child, 'in', at('07:00', -1));
    await day.pass(child, 'out', at('06:30'));
    await day.look(at('09:00'));
    await day.pass(other, 'in', at('09:10'));
    const wrong = await day.pass(child, 'in', at('09:20'));
    await day.pass(child, 'out', at('09:20'), wrong);
    await day.look(at('09:30'));
    expect(await day.heardBy(phone)).toEqual([expect.stringContaining('was not in school')]);
    await day.pass(child, 'in', at('10:00'));
    await day.look(at('10:02'));
    expect(await day.heardBy(phone)).toEqual([
      expect.stringContaining('was not in school'),
      expect.stringMatching(/came to school, \d\d\/\d\d 10:00/),
    ]);
  });
});

describe('more than half absent', () => {
  it('the notices are held until the office decides, and the office is notified once', async () => {
    await inTime(1);
    await day.pass(await day.aChild(), 'in', at('08:20'));
    const phones: string[] = [];
    for (let each = 0; each < 3; each++) phones.push(await day.aGuardian(await day.aChild()));
    expect(await day.figures(at('08:59'))).toMatchObject({ notice: 'none', mayTell: false });
    await Promise.all([day.look(at('09:00')), day.look(at('09:00'))]);
    await day.look(at('09:10'));
    expect(await held()).toMatchObject([{ params: { absent: 3, expected: 5 } }]);
    expect(await day.figures(at('09:10'))).toMatchObject({ notice: 'held', mayTell: true });
    for (const phone of phones) expect(await day.heardBy(phone)).toEqual([]);
    await day.inSchool(`UPDATE absence_days SET decision = 'send' WHERE school_id = $1 AND day = $2`, [dayOf(0)]);
    expect(await day.figures(at('09:19'))).toMatchObject({ notice: 'sending', mayTell: false });
    await day.look(at('09:20'));
    // The next morning starts without a decision.
    expect(await day.figures(at('09:10', 1))).toMatchObject({ notice: 'quiet', told: 0 });
    for (const phone of phones) expect(await day.heardBy(phone)).toHaveLength(1);
  });

  it('without any check-in of the day nothing is sent or asked', async () => {
    const phone = await day.aGuardian(await day.aChild());
    await day.pass(await day.aChild(), 'in', at('07:00', -3));
    await day.look(at('09:00'));
    expect([await held(), await day.heardBy(phone)]).toEqual([[], []]);
    expect(await day.figures(at('09:00'))).toMatchObject({ notice: 'quiet', gateWorked: false });
  });
});

describe('tellAbsent', () => {
  const tell = (by = day.office) => by.ask(contract.tellAbsent, {});
  it("sends today's notices once, after the time of absence, also without the school's rule", async () => {
    // Today in real time, whatever the hour.
    const always = { lateFrom: null, absentFrom: '00:00', tellAbsent: false, schoolDays: [1, 2, 3, 4, 5, 6, 7] };
    await day.set({ ...always, absentFrom: null });
    expect((await tell()).problem).toBe('attendance.not-yet');
    await day.set(always);
    const child = await day.aChild();
    const phone = await day.aGuardian(child);
    await day.inSchool(
      `INSERT INTO gate_events (school_id, id, student_id, kind, method, recorded_by)
       SELECT $1, gen_random_uuid(), $2, 'in', 'pin', $1`,
      [(await day.aChild()).sysid],
    );
    expect((await day.office.ask<Todo>(todo)).body.counts.absent).toBe(1);
    const answers = await Promise.all([tell(), tell(await server.aPerson('SchoolAdmin', day.school))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await tell()).problem).toBe('attendance.told');
    await day.look(new Date());
    expect(await day.heardBy(phone)).toHaveLength(1);
  });
});

describe('late notices to guardians', () => {
  it('are sent once, unless the guardian hears of check-ins or was told of the absence', async () => {
    await day.set({ tellLate: true });
    await inTime(4);
    const [late, absent, excused] = [await day.aChild(), await day.aChild(), await day.aChild()];
    const [mother, father] = [await day.aGuardian(late), await day.aGuardian(late, { notify: ['in'] })];
    const [other, third] = [await day.aGuardian(absent), await day.aGuardian(excused)];
    await excuse(day.office, excused);
    for (const child of [late, excused]) await day.pass(child, 'in', at('08:10'));
    await day.look(new Date(at('08:11').getTime() - 1));
    expect(await day.heardBy(mother)).toEqual([]);
    await Promise.all([day.look(at('08:11')), day.look(at('08:11'))]);
    await day.look(at('09:00'));
    await day.pass(absent, 'in', at('09:30'));
    await day.look(at('09:32'));
    expect(await day.heardBy(mother)).toEqual([expect.stringMatching(/came late to school, \d\d\/\d\d 08:10\.$/)]);
    expect([await day.heardBy(father), await day.heardBy(third)]).toEqual([[], []]);
    expect(await day.heardBy(other)).toEqual([
      expect.stringContaining('was not in school'),
      expect.stringContaining('came to school'),
    ]);
  });

  it('are sent on each day, up to four hours late, also without a time of absence', async () => {
    await day.set({ tellLate: true, absentFrom: '' });
    const [first, child] = [await day.aChild(), await day.aChild()];
    const phone = await day.aGuardian(child);
    await day.pass(first, 'in', at('08:05'));
    await day.look(at('08:10'));
    for (const after of [0, 1]) {
      await day.pass(child, 'in', at('08:20', after));
      await day.look(new Date(at('12:20', after).getTime() - 1));
      await day.pass(child, 'out', at('16:00', after));
    }
    await day.pass(child, 'in', at('08:20', 2));
    await day.look(at('12:20', 2));
    const late = expect.stringMatching(/came late to school, \d\d\/\d\d 08:20\.$/);
    expect(await day.heardBy(phone)).toEqual([late, late]);
  });

  it('are not sent without tellLate', async () => {
    await inTime(2);
    const late = await day.aChild();
    const phone = await day.aGuardian(late);
    await day.pass(late, 'in', at('08:10'));
    await day.look(at('08:20'));
    expect(await day.heardBy(phone)).toEqual([]);
  });
});
