import { addDevice } from '@mfuko/contract/devices';
import * as contract from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as students from '@mfuko/contract/students';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { atWorkingResolution } from '@mfuko/fingerprint/extraction/resample';
import type { GreyImage } from '@mfuko/fingerprint/image';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { asOwner as runAsOwner } from '../../../tests/owner.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { base64, capture } from './fingers.testkit.ts';
import { findOdd, notifyOfOddMisses } from './reader-size.ts';
import { insertFingerprint } from './store.ts';
import { sealTemplate } from './vault.ts';

const CONSENT = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
const STUDENTS = 8;
const FINGERS = Array.from({ length: STUDENTS }, (_, k) => 401 + k);
/** Resolution of the wrong reader as a share of 500 dpi: 300 dpi. */
const WRONG = 0.6;
// Drawn before the server starts, because the server refuses calls while its process is busy otherwise.
const paint = (seed: number, of = FINGERS) => of.map((finger) => capture(finger, seed));
const [ENROLLED, TOUCHES, SMALL, CHILDREN] = [
  paint(1),
  paint(2),
  paint(3),
  paint(4).map((image) => small(image, 0.65)),
];
const [GROWING, GROWN_UP] = [1, 2].map((seed) =>
  paint(
    seed,
    FINGERS.map((finger) => finger + 100),
  ),
) as [GreyImage[], GreyImage[]];
const [GROWN, YOUNG, UNKNOWN, SMALLEST] = [423, 422, 424, 426].map((finger) => small(capture(finger, 1))) as [
  GreyImage,
  GreyImage,
  GreyImage,
  GreyImage,
];

let server: TestServer;
let head: Person;
let guard: Person;
let other: Person;
let school: string;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  other = await server.aPerson('CheckAgent', school, ['gate']);
  const admin = await server.aPerson('Admin');
  for (const [serialNumber, deviceLabel] of [
    ['Wrong-3', 'Office'],
    ['Right-1', 'Gate'],
    ['Wrong-4', 'Lane'],
  ]) {
    const device = { serialNumber, deviceLabel, deviceRole: 'CHECKINOUT', schoolSYSID: school };
    expect((await admin.ask(addDevice, device)).status).toBe(200);
  }
  classSYSID = await server.aClass(school, 'Form 1 East');
});
afterAll(() => server.close());

/** Draws the picture as a reader of a lower resolution takes it, which claims 500 dpi. */
function small(image: GreyImage, share = WRONG): GreyImage {
  return atWorkingResolution({ ...image, dpi: image.dpi / share });
}

const sent = (image: GreyImage, SerialNumber: string) => ({ B64Fingerprint: base64(encodePng(image)), SerialNumber });

/** Month of birth of a child of that age in whole years, half a year away from the birthdays, so that the age is right on every day. */
function bornBefore(today: Date, years: number): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 12 * years - 6, 1)).toISOString().slice(0, 7);
}

async function aStudent(admissionNumber: string, years: number | null): Promise<string> {
  const birthMonth = years === null ? {} : { birthMonth: bornBefore(new Date(), years) };
  const made = { admissionNumber, names: `Student ${admissionNumber}`, classSYSID, ...birthMonth };
  expect(await head.ask(students.createStudent, made)).toMatchObject({ status: 200 });
  return admissionNumber;
}

const asOwner = (text: string, ...values: string[]) => runAsOwner(server, school, text, values);

/** Inserts an impression of that reader that no version of the engine can decode. */
async function anUnreadable(admissionNumber: string, scannerSerial: string): Promise<void> {
  await server.context.db.inSchool(school, async (tx) => {
    const found = await tx.row<{ id: string }>(
      'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2',
      [tx.schoolId, admissionNumber],
    );
    const row = { id: newId(), studentId: found?.id ?? '', finger: 'right-thumb', quality: 80, scannerSerial } as const;
    const sealed = await sealTemplate(tx, server.context, row.studentId, row.id, new Uint8Array(64));
    await insertFingerprint(tx, { ...row, sealed, enrolledBy: newId() });
  });
}

const enrol = (AdmissionNumber: string, image: GreyImage, serial: string) =>
  head.ask<{ detail?: { why?: string } }>(contract.uploadStudentFingerprintAdm, {
    AdmissionNumber,
    ...CONSENT,
    ...sent(image, serial),
  });

async function miss(admissionNumber: string, image: GreyImage, serial: string, by = guard): Promise<void> {
  const { problem } = await by.ask(checkInFingerprint, { admissionNumber, ...sent(image, serial) });
  expect(problem).toBe('fingerprint.no-match');
}

async function told(about: NoticeRow['kind'] = 'device.resolution'): Promise<readonly unknown[]> {
  await server.runJobs();
  const { body } = await head.ask<NoticeRow[]>(getNotifications, {});
  return body.filter(({ kind }) => kind === about).map(({ params }) => params);
}

describe('reader with a wrong resolution', () => {
  it('eight students with right fingers missed at one reader by two accounts raise a notice', async () => {
    const numbers = await Promise.all(FINGERS.map((_, k) => aStudent(String(4100 + k), null)));
    for (const [k, number] of numbers.entries())
      expect((await enrol(number, ENROLLED[k]!, 'RIGHT-1')).status).toBe(200);
    for (const [k, number] of numbers.entries()) await miss(number, TOUCHES[(k + 1) % STUDENTS]!, 'RIGHT-1');
    expect(await told()).toEqual([]);
    // The miss at another wrong reader does not accuse this one.
    await miss(numbers.at(-1)!, CHILDREN.at(-1)!, 'WRONG-0');
    // A serial number is only claimed: the misses of one account accuse no reader.
    for (const [k, number] of numbers.entries()) await miss(number, small(SMALL[k]!), 'WRONG-4');
    expect(await told()).toEqual([]);
    for (const [k, number] of numbers.entries()) {
      if (k === STUDENTS - 1) expect(await told()).toEqual([]);
      await miss(number, small(SMALL[k]!), 'WRONG-1', k % 2 ? guard : other);
    }
    expect(await told()).toEqual([{ label: 'WRONG-1', count: STUDENTS, percent: expect.closeTo(60, -1) }]);
    // Nobody else can claim the serial number of a paired reader.
    await server.context.db.inSchool(school, async (tx) => {
      await notifyOfOddMisses(tx, { ratio: 0.6, reader: 'WRONG-4' });
      await tx.row(
        `UPDATE devices SET capture_key = '\\x01' WHERE school_id = $1 AND lower(serial_number) = 'wrong-4'`,
        [school],
      );
    });
    expect(await told()).toHaveLength(1);
    await server.context.db.inSchool(school, (tx) => notifyOfOddMisses(tx, { ratio: 0.6, reader: 'WRONG-4' }));
    expect(await told()).toContainEqual({ label: 'Lane', count: STUDENTS, percent: 60 });
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ ratio: number }>(
        `SELECT DISTINCT (detail->>'ratio')::float AS ratio FROM audit_events WHERE school_id = $1 AND detail ? 'ratio'`,
        [school],
      ),
    );
    for (const { ratio } of trail) expect(String(ratio)).toMatch(/^\d(\.\d)?$/);
  });

  it('the notice names the enrolling reader when fingers scan larger elsewhere, unless growth may explain it', async () => {
    const before = await told();
    const numbers = await Promise.all(GROWING.map((_, k) => aStudent(String(4400 + k), null)));
    for (const [k, number] of numbers.entries())
      expect((await enrol(number, small(GROWING[k]!, 0.55), 'WRONG-5')).status).toBe(200);
    for (const [k, number] of numbers.entries()) {
      expect(await told('device.resolution-enrolled')).toEqual([]);
      await miss(number, GROWN_UP[k]!, 'RIGHT-1', k % 2 ? guard : other);
    }
    expect(await told('device.resolution-enrolled')).toEqual([
      { label: 'WRONG-5', count: STUDENTS, percent: expect.closeTo(182, -1) },
    ]);
    expect(await told()).toEqual(before);
    const [first] = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ id: string }>(`SELECT id FROM students WHERE school_id = $1 AND admission_number = '4400'`, [school]),
    );
    const odd = () => server.context.db.inSchool(school, (tx) => findOdd(tx, first!.id, 1.43, 'RIGHT-1'));
    expect(await odd()).toEqual({ ratio: 1.4, reader: 'WRONG-5' });
    await asOwner(
      `UPDATE fingerprints SET enrolled_at = enrolled_at - interval '3 years' WHERE student_id = $1`,
      first!.id,
    );
    expect(await odd()).toBeNull();
  });

  it("refuses a picture with ridges too narrow for the student's age", async () => {
    const refused = await enrol(await aStudent('4200', 17), GROWN, 'WRONG-2');
    expect([refused.status, refused.problem, refused.body.detail?.why]).toEqual([
      400,
      'fingerprint.bad-image',
      'resolution',
    ]);
    // A child of five may have such narrow ridges; without a month of birth, no picture is refused.
    expect((await enrol(await aStudent('4201', 5), YOUNG, 'WRONG-2')).status).toBe(200);
    expect((await enrol(await aStudent('4202', null), UNKNOWN, 'WRONG-2')).status).toBe(200);
  });

  it('a single small finger raises no notice about its reader', async () => {
    const before = (await told()).length;
    expect((await enrol(await aStudent('4203', 11), SMALLEST, 'RIGHT-1')).status).toBe(200);
    expect((await told()).length).toBe(before);
  });

  it('a reader that enrolled eight fingers too small for their age raises a notice', async () => {
    const before = (await told()).length;
    await anUnreadable(await aStudent('4299', 11), 'WRONG-3');
    for (const [k, image] of CHILDREN.entries()) {
      expect((await told()).length).toBe(before);
      expect((await enrol(await aStudent(String(4300 + k), 11), image, 'WRONG-3')).status).toBe(200);
    }
    expect(await told()).toContainEqual({ label: 'Office', count: STUDENTS, percent: expect.closeTo(79, -1) });
  });
});
