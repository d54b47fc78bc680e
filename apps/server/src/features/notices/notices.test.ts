import * as gate from '@mfuko/contract/gate';
import { undoImport, uploadStudents } from '@mfuko/contract/imports';
import type { NewNotice } from '@mfuko/contract/notices';
import * as contract from '@mfuko/contract/notices';
import { logout } from '@mfuko/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { SmsError } from '../../gateways/sms/index.ts';
import type { Listening } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { newId } from '../../platform/records/id.ts';
import { DEVICE_CHECK, deviceJobs } from '../devices/jobs.ts';
import { sendNow } from '../messages/send.ts';
import { addStudent, hashPin } from '../students/index.ts';
import { notifyStaff, settleNotice } from './index.ts';
import { DROP_OLD_NOTICES, noticeJobs } from './jobs.ts';
import { feedBell } from './stream.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  head = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

function aNotice(more: Partial<NewNotice> = {}): NewNotice {
  return {
    kind: 'import.failed',
    subject: { kind: 'import', id: newId() },
    params: { file: 'students.xlsx' },
    ...more,
  };
}

const tell = (notice = aNotice(), at = school) => server.context.db.inSchool(at, (tx) => notifyStaff(tx, notice));

async function unreadOf(person: Person, options: { school?: string } = {}): Promise<contract.NoticeRow[]> {
  const answer = await person.ask<contract.NoticeRow[]>(contract.getNotifications, {}, options);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Runs the jobs, and returns the notices of a kind that the bursar has not read. */
async function toldOf(kind: contract.NoticeKind): Promise<contract.NoticeRow[]> {
  await server.runJobs();
  return (await unreadOf(bursar)).filter((row) => row.kind === kind);
}

describe('staff notice', () => {
  it("reaches the school's staff, and each user reads their own", async () => {
    const notice = aNotice();
    await tell(notice);
    const [mine] = await unreadOf(bursar);
    expect(mine).toMatchObject({ kind: 'import.failed', severity: 'warning', subject: notice.subject, read: false });
    const read = await bursar.ask(contract.readNotice, { sysid: mine?.sysid });
    expect(read.body.unread).toBe((await unreadOf(bursar)).length);
    expect((await unreadOf(bursar)).some(({ sysid }) => sysid === mine?.sysid)).toBe(false);
    expect((await unreadOf(head)).some(({ sysid }) => sysid === mine?.sysid)).toBe(true);
    const all = await bursar.ask<contract.NoticeRow[]>(contract.getNotifications, { read: true });
    expect(all.body.find(({ sysid }) => sysid === mine?.sysid)?.read).toBe(true);
  });

  it('is hidden from other schools, agents and Admins of another school', async () => {
    const notice = aNotice();
    await tell(notice);
    const other = await server.aSchool();
    const stranger = await server.aPerson('SchoolAdmin', other);
    const admin = await server.aPerson('Admin');
    const about = (rows: contract.NoticeRow[]) => rows.filter(({ subject }) => subject?.id === notice.subject?.id);
    expect(await unreadOf(stranger)).toEqual([]);
    expect(about(await unreadOf(admin))).toEqual([]);
    expect(about(await unreadOf(admin, { school: other }))).toEqual([]);
    expect(about(await unreadOf(admin, { school }))).toHaveLength(1);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await agent.ask(contract.getNotifications)).problem).toBe('session.role');
    const [mine] = about(await unreadOf(head));
    await stranger.ask(contract.readNotice, { sysid: mine?.sysid });
    expect(about(await unreadOf(head))).toHaveLength(1);
  });

  it('clearAll clears up to the notice that was seen', async () => {
    await tell();
    const [seen] = await unreadOf(bursar);
    await tell();
    const cleared = await bursar.ask(contract.clearAll, { upTo: seen?.sysid });
    expect(cleared.body).toEqual({ unread: 1 });
    expect((await bursar.ask(contract.clearAll)).body).toEqual({ unread: 0 });
    expect(await unreadOf(bursar)).toEqual([]);
    expect((await unreadOf(head)).length).toBeGreaterThan(1);
  });

  it('is unread by nobody once it is settled, and counted as read', async () => {
    const [notice, key] = [aNotice(), newId()];
    await server.context.db.inSchool(school, (tx) => notifyStaff(tx, notice, key));
    const counted = async (who: Person) =>
      (await who.ask<{ unread: number }>(contract.readNotice, { sysid: newId() })).body.unread;
    const before = [await counted(bursar), await counted(head)];
    const undone = server.context.db.inSchool(school, async (tx) => {
      await settleNotice(tx, key);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await counted(bursar), await counted(head)]).toEqual(before);
    // Another school's key is another notice.
    await server.context.db.inSchool(await server.aSchool(), (tx) => settleNotice(tx, key));
    expect([await counted(bursar), await counted(head)]).toEqual(before);
    await server.context.db.inSchool(school, (tx) => settleNotice(tx, key));
    expect([await counted(bursar), await counted(head)]).toEqual(before.map((unread) => unread - 1));
    const about = (rows: contract.NoticeRow[]) => rows.filter(({ subject }) => subject?.id === notice.subject?.id);
    expect(about(await unreadOf(head))).toEqual([]);
    expect(about((await head.ask<contract.NoticeRow[]>(contract.getNotifications, { read: true })).body)).toMatchObject(
      [{ read: true }],
    );
  });

  it('is stored only if its transaction commits, and once however often its job runs', async () => {
    const before = (await unreadOf(head)).length;
    const broken = server.context.db.inSchool(school, async (tx) => {
      await notifyStaff(tx, aNotice());
      await enqueueStaffNotice(tx, aNotice());
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    await server.runJobs();
    expect(await unreadOf(head)).toHaveLength(before);
    const job = { schoolId: school, key: newId(), notice: aNotice() };
    for (let run = 0; run < 3; run++) await noticeJobs(server.context)['tell-staff']?.(job);
    expect(await unreadOf(head)).toHaveLength(before + 1);
  });

  it('accepts any text as key and cuts long parameters to 200 characters', async () => {
    const long = 'Wanjiru '.repeat(60);
    const job = { schoolId: school, key: 'payment.difference:UKL0AAAAAA', notice: aNotice() };
    await noticeJobs(server.context)['tell-staff']?.(job);
    expect((await unreadOf(head))[0]?.subject).toEqual(job.notice.subject);
    await server.context.db.inSchool(school, (tx) => enqueueStaffNotice(tx, aNotice({ params: { file: long } })));
    await server.runJobs();
    expect((await unreadOf(head))[0]?.params.file).toBe(long.slice(0, 200));
  });

  it.each(contract.NOTICE_KINDS)('of kind %s is stored at once and by the job', async (kind) => {
    const at = await server.aSchool();
    const there = await server.aPerson('SchoolAdmin', at);
    const notice = (id: string) => aNotice({ kind, subject: { kind: 'import', id } });
    await tell(notice('at once'), at);
    await server.context.db.inSchool(at, (tx) => enqueueStaffNotice(tx, notice('later')));
    await server.runJobs();
    const told = (await unreadOf(there)).filter((each) => each.kind === kind);
    expect(told.map(({ subject }) => subject?.id).toSorted()).toEqual(['at once', 'later']);
  });

  it('the same subject is announced once within quietSeconds', async () => {
    const notice = aNotice({ quietSeconds: 600 });
    await tell(notice);
    await tell(notice);
    await tell({ ...notice, subject: { kind: 'import', id: newId() } });
    const about = (await unreadOf(bursar)).filter(({ subject }) => subject?.id === notice.subject?.id);
    expect(about).toHaveLength(1);
  });

  it('masks phone numbers', async () => {
    await tell(aNotice({ params: { file: '254712345678.xlsx' } }));
    expect((await unreadOf(bursar))[0]?.params.file).toBe('2547…678.xlsx');
  });

  it('notices older than two weeks are hidden and deleted', async () => {
    const notice = aNotice();
    await tell(notice);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO notices (school_id, id, key, kind, severity, params, at)
         VALUES ($1, $2, $2::uuid::text, 'import.undone', 'info', '{}', now() - interval '15 days')`,
        [school, newId()],
      ),
    );
    expect((await unreadOf(bursar)).some(({ kind }) => kind === 'import.undone')).toBe(false);
    await noticeJobs(server.context)[DROP_OLD_NOTICES]?.({});
    const left = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ kind: string }>('SELECT kind FROM notices WHERE school_id = $1', [school]),
    );
    expect(left.map(({ kind }) => kind)).not.toContain('import.undone');
    expect(left.length).toBeGreaterThan(0);
  });
});

describe('staff notices by cause', () => {
  async function aStudent(): Promise<{ admissionNumber: string; id: string }> {
    const id = newId();
    const admissionNumber = String(4000 + aNumber());
    const classId = await server.aClass(school);
    const pinHash = await hashPin(server.context, school, id, '739152');
    await server.context.db.inSchool(school, (tx) =>
      addStudent(tx, { id, admissionNumber, names: 'Akinyi Otieno', classId, pinHash }),
    );
    return { id, admissionNumber };
  }

  it('a locked PIN raises one notice', async () => {
    const { admissionNumber } = await aStudent();
    const guard = await server.aPerson('CheckAgent', school);
    const wrong = () => guard.ask(gate.checkInPin, { admissionNumber, pin: '111222' });
    for (let tries = 0; tries < 4; tries++) expect((await wrong()).problem).toBe('pin.wrong');
    expect(await toldOf('pin.locked')).toEqual([]);
    for (let tries = 0; tries < 4; tries++) await wrong();
    const told = await toldOf('pin.locked');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      subject: { kind: 'student', id: admissionNumber },
      params: { names: 'Akinyi Otieno', admissionNumber },
    });
    expect(JSON.stringify(told)).not.toContain('111222');
  });

  it('several open exceptions raise one notice', async () => {
    const { admissionNumber } = await aStudent();
    for (const call of [gate.checkInPin, gate.checkInPin, gate.checkInPin]) {
      const input = { admissionNumber, pin: '739152', override: 'the mother waits' };
      expect((await bursar.ask(call, input, { key: newId() })).status).toBe(200);
    }
    expect(await toldOf('exception.open')).toHaveLength(1);
  });

  it('a refused list and an undone list each raise a notice', async () => {
    const clerk = await server.aPerson('SchoolAdmin', school);
    await server.aClass(school, 'Grade 9 North');
    const upload = (rows: string, filename: string) =>
      clerk.ask<{ batchSYSID: string }>(uploadStudents, {
        Students: {
          filename,
          mimetype: 'text/csv',
          bytes: Buffer.from(`Admission Number,First Name,Last Name,Class\n${rows}\n`),
        },
      });
    expect((await upload('8801,Otieno,Were,No such class', 'bad.csv')).problem).toBe('import.has-errors');
    expect((await toldOf('import.failed'))[0]).toMatchObject({ params: { file: 'bad.csv', count: 1 } });
    const taken = await upload('8801,Otieno,Were,Grade 9 North', 'good.csv');
    expect(taken.status).toBe(200);
    await clerk.ask(undoImport, { batchSYSID: taken.body.batchSYSID });
    expect((await toldOf('import.undone'))[0]).toMatchObject({
      subject: { kind: 'import', id: taken.body.batchSYSID },
      params: { file: 'good.csv', by: 'Wanjiru Otieno', count: 1 },
    });
  });

  it('a refused list is a warning, and only an information if just its PINs are wrong', async () => {
    await server.aClass(school, 'Grade 8 North');
    const upload = (filename: string, rows: string) =>
      head.ask(uploadStudents, {
        Students: {
          filename,
          mimetype: 'text/csv',
          bytes: Buffer.from(`Admission Number,First Name,Last Name,Class,Check PIN\n${rows}\n`),
        },
      });
    const weak = '8811,Otieno,Were,Grade 8 North,1234';
    for (const [file, rows] of [
      ['pins.csv', weak],
      ['both.csv', `${weak}\n8812,Ali,Juma,No such class,739152`],
    ] as const)
      expect((await upload(file, rows)).problem).toBe('import.has-errors');
    const told = (await toldOf('import.failed')).map(({ params, severity }) => [params.file, severity]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['pins.csv', 'info'],
        ['both.csv', 'warning'],
      ]),
    );
  });

  it('a message that was given up notifies the Admins with the number masked', async () => {
    const admin = await server.aPerson('Admin');
    await admin.ask(contract.clearAll);
    const id = newId();
    const seal = (text: string) => server.context.keys.seal(`sms:${id}`, Buffer.from(text));
    await server.context.db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO sms_messages (id, to_sealed, to_masked, text_sealed, kind, expires_at)
         VALUES ($1, $2, '2547…678', $3, 'receipt', now() + interval '1 hour')`,
        [id, seal('254712345678'), seal('text')],
      ),
    );
    const run = async (trouble: 'later' | 'never') => {
      await server.context.db.inPlatform((tx) =>
        tx.row('UPDATE sms_messages SET next_try_at = now() WHERE id = $1', [id]),
      );
      await sendNow(
        server.context,
        { send: () => Promise.reject(new SmsError('the gateway is down', trouble)) },
        { id },
      );
      await server.runJobs();
    };
    await run('later');
    expect(await unreadOf(admin)).toEqual([]);
    await run('never');
    const told = await unreadOf(admin);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ kind: 'sms.failed', params: { to: '2547…678' } });
    expect(JSON.stringify(told)).not.toContain('254712345678');
  });

  it.each([
    ['', 0],
    [' by a clock that was ahead', 7],
  ])('a silent device%s raises one notice per silence', async (_, later) => {
    const today = Math.floor(Date.now() / 86_400_000);
    // Day 0 of the Unix epoch was a Thursday. The times are noon and 16:00 in Kenya.
    const monday = (today + later - ((today + 3) % 7)) * 86_400_000 + 9 * 3_600_000;
    const before = (await toldOf('device.silent')).length;
    const friday = monday - 3 * 86_400_000 + 4 * 3_600_000;
    const since = new Date(friday).toISOString();
    const device = newId();
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row(
        `INSERT INTO devices (school_id, id, serial_number, label, role) VALUES ($1, $2, $3, 'Main gate', 'CHECKIN')`,
        [school, device, `QUIET-${later}`],
      );
    });
    const seen = (at: number) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row('INSERT INTO device_heartbeats (school_id, device_id, last_seen_at) VALUES ($1, $2, $3)', [
          school,
          device,
          new Date(at),
        ]),
      );
    const look = async (now: number) => {
      const clock = { now: () => now };
      await deviceJobs({ ...server.context, clock })[DEVICE_CHECK]?.({});
      return (await toldOf('device.silent')).length - before;
    };
    await seen(friday);
    expect(await look(friday + 86_400_000)).toBe(0);
    expect(await look(monday - 3 * 3_600_000)).toBe(0);
    expect(await look(monday)).toBe(1);
    expect(await look(monday + 3_600_000)).toBe(1);
    expect((await toldOf('device.silent'))[0]).toMatchObject({
      subject: { kind: 'device', id: device },
      params: { label: 'Main gate', since: `${since.slice(8, 10)}/${since.slice(5, 7)}/${since.slice(0, 4)} 16:00` },
    });
  });
});

it('getNotifications is refused after logout', async () => {
  const leaver = await server.aPerson('SchoolAdmin', school);
  await leaver.ask(logout);
  expect((await leaver.ask(contract.getNotifications)).status).toBe(401);
});

it('feedBell leaves the hub when the database cannot be read', async () => {
  let left = 0;
  const hub = { join: () => ({ next: async () => undefined, leave: () => void left++ }), close: async () => undefined };
  const stream = { lastEventId: null, ended: new AbortController().signal, send: async () => undefined };
  const actor = { userId: newId() } as Listening['actor'];
  const read = () => Promise.reject(new Error('no database'));
  await expect(feedBell({ actor, schoolId: newId(), read }, stream, hub)).rejects.toThrow('no database');
  expect(left).toBe(1);
});
