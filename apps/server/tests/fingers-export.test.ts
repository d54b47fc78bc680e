import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent, deleteStudent } from '@mfuko/contract/students';
import { readRecord } from '@mfuko/fingerprint/exchange/read';
import { templateOf } from '@mfuko/fingerprint/exchange/templates';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { compare } from '@mfuko/fingerprint/matching/compare';
import { GATE_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, print } from '../src/features/fingerprints/fingers.testkit.ts';
import { closeSchool, openSchool } from '../src/features/schools/index.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import type { AppContext } from '../src/platform/process/app-context.ts';
import { exportFingers } from '../src/school-move/export-fingers.ts';
import { findSchool } from '../src/school-move/find-school.ts';
import { sayExported } from '../src/school-move/say-exported.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { asOwner } from './owner.testkit.ts';

const TOOL = { tool: 'test' };
let server: TestServer;
let school: string;
let bursar: Person;
let child: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-fingers-'));
  server = await openTestServer();
  const other = await server.aSchool();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  child = await enrolled(bursar, school, '8001', 81);
  await bursar.ask(uploadStudentFingerprintAdm, { AdmissionNumber: '8001', ...print(81, 2) });
  await enrolled(bursar, school, '8002', 82, 'left-thumb');
  await bursar.ask(deleteStudent, { sysid: await enrolled(bursar, school, '8003', 83) });
  await enrolled(await server.aPerson('SchoolAdmin', other), other, '8004', 84);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function enrolled(who: Person, where: string, admissionNumber: string, finger: number, Finger = 'right-index') {
  const made = await who.ask<{ sysid: string }>(createStudent, {
    ...{ admissionNumber, names: 'Amina Noor', classSYSID: await server.aClass(where) },
  });
  const consent = { ConsentBy: 'Mary Odhiambo', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
  const taken = await who.ask(uploadStudentFingerprintAdm, {
    ...{ AdmissionNumber: admissionNumber, Finger, ...consent, ...print(finger, 1) },
  });
  expect(taken).toMatchObject({ status: 200 });
  return made.body.sysid;
}

const write = async (name: string, standard: 'iso' | 'ansi' = 'iso', context: AppContext = server.context) =>
  exportFingers(context, await findSchool(server.context.db, school), { to: join(folder, name), standard });
/** The context with something that happens between the transaction and the first file. */
const onceTold = (happens: () => void): AppContext => ({
  ...server.context,
  db: {
    ...server.context.db,
    inSchool: async (id, work) => {
      const answer = await server.context.db.inSchool(id, work);
      happens();
      return answer;
    },
  },
});
const told = async () =>
  (await bursar.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'fingers.exported');
const trail = () =>
  asOwner<{ action: string; subject: string; by: string; detail: object }>(
    server,
    school,
    `SELECT action, subject_id AS subject, request_id AS by, detail FROM audit_events
     WHERE school_id = $1 AND action LIKE '%.fingers-export' ORDER BY action, detail -> 'impressions' DESC`,
    [school],
  );

describe('exportFingers', () => {
  it('writes, notifies and audits nothing when the export is refused', async () => {
    const db = server.context.db;
    mkdirSync(join(folder, 'taken'));
    await expect(write('taken')).rejects.toThrow('is there already');
    await expect(write('nowhere/deeper')).rejects.toThrow(
      'cannot be made: the folder that it would lie in is not there.',
    );
    // Another master key: the database hands nothing out.
    await expect(
      write('keyless', 'iso', { ...server.context, keys: openKeys(Buffer.alloc(32)) }),
    ).rejects.toMatchObject({ code: '42501' });
    await db.inSchool(school, (tx) => closeSchool(tx, TOOL));
    await expect(write('closed')).rejects.toThrow('is closed');
    await db.inSchool(school, (tx) => openSchool(tx, TOOL));
    bursar = await server.aPerson('SchoolAdmin', school);
    expect(readdirSync(folder)).toEqual(['taken']);
    expect(readdirSync(join(folder, 'taken'))).toEqual([]);
    expect(await told()).toEqual([]);
    expect(await trail()).toEqual([]);
  });

  it("writes ISO records that match the finger, only of that school's remaining students", async () => {
    const to = join(folder, 'iso');
    let before: string[] | undefined;
    const watching = onceTold(() => (before = readdirSync(to)));
    expect(await write('iso', 'iso', watching)).toEqual({ impressions: 3, students: 2, left: 0 });
    // The folder was still empty when the notice was sent.
    expect(before).toEqual([]);
    const names = ['8001-right-index-1.fmr', '8001-right-index-2.fmr', '8002-left-thumb-1.fmr'];
    expect(readdirSync(to).sort()).toEqual([...names, 'index.csv']);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(to)) expect(statSync(join(to, name)).mode & 0o777).toBe(0o600);
    const touch = extractTemplate(capture(81, 3));
    const scores = names.map((name) => {
      const record = readRecord(readFileSync(join(to, name)));
      expect(record.standard).toBe('iso');
      expect(record.views.map(({ position }) => position)).toEqual([name.startsWith('8001') ? 2 : 6]);
      return compare(touch, templateOf(record, record.views[0]!)) > GATE_THRESHOLD;
    });
    expect(scores).toEqual([true, true, false]);
  });

  it('writes an index by admission number and finger, without names', () => {
    const index = readFileSync(join(folder, 'iso', 'index.csv'), 'utf8');
    const [head, ...lines] = index.trimEnd().split('\r\n');
    expect(head).toBe('file,admissionNumber,finger,position,impression,enrolledAt,quality,minutiae');
    expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual([
      '8001-right-index-1.fmr,8001,right-index,2,1',
      '8001-right-index-2.fmr,8001,right-index,2,2',
      '8002-left-thumb-1.fmr,8002,left-thumb,6,1',
    ]);
    expect(index).not.toContain('Amina');
  });

  it('notifies the school and audits the export for the school and each student', async () => {
    expect(await told()).toMatchObject([{ severity: 'urgent', params: { count: 3, students: 2 } }]);
    const rows = await trail();
    expect(rows.map(({ action, by, detail }) => ({ action, by, ...detail }))).toEqual([
      { action: 'school.fingers-export', by: 'tool:fingers:export', impressions: 3, students: 2, standard: 'iso' },
      { action: 'student.fingers-export', by: 'tool:fingers:export', impressions: 2, standard: 'iso' },
      { action: 'student.fingers-export', by: 'tool:fingers:export', impressions: 1, standard: 'iso' },
    ]);
    expect(rows.slice(0, 2).map(({ subject }) => subject)).toEqual([school, child]);
  });

  it('writes ANSI records on request, and counts templates that cannot be decrypted', async () => {
    await asOwner(
      server,
      school,
      `UPDATE fingerprints SET sealed_template = sealed_template || '\\x00' WHERE school_id = $1 AND finger = 'left-thumb'`,
      [school],
    );
    expect(await write('ansi', 'ansi')).toEqual({ impressions: 2, students: 1, left: 1 });
    expect(readRecord(readFileSync(join(folder, 'ansi', '8001-right-index-1.fmr'))).standard).toBe('ansi');
    expect(existsSync(join(folder, 'ansi', '8002-left-thumb-1.fmr'))).toBe(false);
  });

  it('removes the folder when a file cannot be written', async () => {
    const index = join(folder, 'half', 'index.csv');
    await expect(
      write(
        'half',
        'iso',
        onceTold(() => writeFileSync(index, '')),
      ),
    ).rejects.toMatchObject({ code: 'EEXIST' });
    expect(existsSync(join(folder, 'half'))).toBe(false);
  });

  it('sayExported prints singular and plural counts and the notification', () => {
    const say = (impressions: number, students: number, left: number) =>
      sayExported({ name: 'DEMO' }, '/mnt/usb/fingers', { impressions, students, left });
    expect(say(1, 1, 0)).toEqual([
      '1 impression of 1 student of DEMO: in /mnt/usb/fingers, in clear, with index.csv.',
      'The bell of DEMO has rung, and the history of the school and of each student has it.',
      expect.stringContaining('Encrypt the folder before it goes anywhere'),
    ]);
    expect(say(5, 2, 1).at(-1)).toBe('Not among them, for they do not open or are of another version: 1 impression.');
  });

  it('throws without notice or audit when no template exists or opens', async () => {
    const [before, trailBefore] = [(await told()).length, (await trail()).length];
    const nameless = await server.aSchool();
    const none = async (at: string) =>
      exportFingers(server.context, await findSchool(server.context.db, at), {
        to: join(folder, 'none'),
        standard: 'iso',
      });
    await expect(none(nameless)).rejects.toThrow('has no enrolled finger');
    await asOwner(server, school, `UPDATE fingerprints SET sealed_template = '\\x00' WHERE school_id = $1`, [school]);
    await expect(none(school)).rejects.toThrow('3 impressions of');
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect([(await told()).length, (await trail()).length]).toEqual([before, trailBefore]);
    const rung = await asOwner(server, nameless, 'SELECT 1 FROM notices WHERE school_id = $1', [nameless]);
    expect(rung).toEqual([]);
  });
});
