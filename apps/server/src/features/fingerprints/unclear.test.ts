import * as contract from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from './fingers.testkit.ts';

const FINGER = 227;
const OTHER = 221;
/** Draws a dry finger that barely touches: seed 73 yields no minutiae, 75 a partial print, 76 a faint one; none of them matches. */
const dry = (seed: number) => print(FINGER, seed, { noise: 1, pressure: 0.15, missing: 0.55 });
// Drawn before the server starts, because the server refuses calls while its process is busy otherwise.
const [BLANK, PART, FAINT] = [dry(73), dry(75), dry(76)];
const ENROLLED = [1, 2, 3].map((seed) => print(FINGER, seed));
const [HELD, TAKEN] = [print(FINGER, 21), print(FINGER, 22)];
const [WRONG, NOBODY] = [print(OTHER, 1), print(OTHER, 2)];
const CONSENT = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };

let server: TestServer;
let head: Person;
let guard: Person;
let sysid: string;
let admissionNumber: string;

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
  admissionNumber = String(5000 + aNumber());
  const made = { admissionNumber, names: 'Amina Juma', classSYSID: await server.aClass(school, 'Form 1 East') };
  ({ sysid } = (await head.ask<{ sysid: string }>(students.createStudent, made)).body);
  for (const picture of ENROLLED) {
    const done = await head.ask(contract.uploadStudentFingerprintAdm, {
      AdmissionNumber: admissionNumber,
      ...CONSENT,
      ...picture,
    });
    expect(done.status).toBe(200);
  }
});
afterAll(() => server.close());

interface Refused {
  readonly message?: string;
  readonly detail?: { readonly why?: string };
}

/** Returns the problem, the advice on the next picture, and the message. */
const checkIn = async (picture: object): Promise<readonly unknown[]> => {
  const { problem, body } = await guard.ask<Refused>(checkInFingerprint, { admissionNumber, ...picture });
  return [problem ?? 'ok', body.detail?.why, body.message];
};
const identify = async (picture: object): Promise<readonly unknown[]> => {
  const { problem, body } = await guard.ask<Refused>(contract.identifyFingerprint, { ...picture });
  return [problem ?? 'ok', body.detail?.why];
};
const unlock = async () => expect((await head.ask(students.unlockStudent, { sysid })).status).toBe(200);

describe('unclear pictures', () => {
  it('an unclear picture is refused with advice, a clear one of another finger without', async () => {
    const flatter = 'Press the finger flatter: only a part of it was seen.';
    expect(await checkIn(PART)).toEqual(['fingerprint.no-match', 'flatter', flatter]);
    const tooDry = 'The finger is too dry: breathe on it, then press a little harder.';
    expect(await checkIn(FAINT)).toEqual(['fingerprint.no-match', 'dry', tooDry]);
    const wrong = 'The fingerprint does not match.';
    expect(await checkIn(WRONG)).toEqual(['fingerprint.no-match', undefined, wrong]);
    expect(await identify(PART)).toEqual(['fingerprint.no-match', 'flatter']);
    expect(await identify(BLANK)).toEqual(['fingerprint.no-match', 'flatter']);
    expect(await identify(NOBODY)).toEqual(['fingerprint.no-match', undefined]);
    await unlock();
  });

  it('five unclear pictures that were compared hold the finger', async () => {
    for (const picture of [PART, FAINT, PART, FAINT, PART])
      expect((await checkIn(picture))[0]).toBe('fingerprint.no-match');
    expect((await checkIn(HELD))[0]).toBe('fingerprint.held');
    await unlock();
  });

  it('pictures without minutiae cost no try', async () => {
    for (let turn = 0; turn < 7; turn++)
      expect((await checkIn(BLANK)).slice(0, 2)).toEqual(['fingerprint.no-match', 'flatter']);
    expect((await checkIn(TAKEN))[0]).toBe('ok');
  });
});
