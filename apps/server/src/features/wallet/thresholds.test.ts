import { consumeMenuFingerprint, createMenu } from '@mfuko/contract/canteen';
import * as fingerprints from '@mfuko/contract/fingerprints';
import { checkInFingerprint } from '@mfuko/contract/gate';
import { createStudent } from '@mfuko/contract/students';
import * as contract from '@mfuko/contract/wallet';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { type Engine, openEngine } from '../fingerprints/index.ts';

const FINGER = 61;
const admissionNumber = '6100';

let server: TestServer;
let bursar: Person;
let menuItemSYSID: string;
let score = 0;

/** The real engine with a fixed score for comparisons. */
const judged: (server: TestServer['context']) => Engine = (opened) => {
  const engine = openEngine(opened);
  const run: Engine['run'] = async (name, ask, slot) => {
    const answer = await engine.run(name, ask, slot);
    return name === 'match' ? { ...answer, score } : answer;
  };
  return { ...engine, run };
};

beforeAll(async () => {
  server = await openTestServer({}, { engine: judged });
  const school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID: await server.aClass(school) });
  const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
  const enrolled = await bursar.ask(fingerprints.uploadStudentFingerprintAdm, {
    AdmissionNumber: admissionNumber,
    ...consent,
    ...print(FINGER, 1),
  });
  expect(enrolled.status).toBe(200);
  await bursar.ask(contract.deposit, { admissionNumber, amount: 500 });
  const plate = await bursar.ask<{ sysid: string }>(createMenu, { name: 'Ugali', quantityPerPerson: 3, price: 50 });
  menuItemSYSID = plate.body.sysid;
});
afterAll(() => server.close());

const eat = (shot: number) =>
  bursar.ask(consumeMenuFingerprint, { admissionNumber, menuItemSYSID, ...print(FINGER, shot) });
const cashOut = (shot: number) =>
  bursar.ask(contract.cashOutFingerprint, { admissionNumber, amount: 20, ...print(FINGER, shot) });

it('a match score above the gate threshold but below the money threshold is refused for money', async () => {
  expect(MONEY_THRESHOLD).toBeGreaterThan(GATE_THRESHOLD);
  score = (GATE_THRESHOLD + MONEY_THRESHOLD) / 2;
  expect((await bursar.ask(checkInFingerprint, { admissionNumber, ...print(FINGER, 2) })).status).toBe(200);
  expect((await cashOut(3)).problem).toBe('fingerprint.no-match');
  expect((await eat(5)).problem).toBe('fingerprint.no-match');
  score = MONEY_THRESHOLD;
  expect((await cashOut(4)).status).toBe(200);
  expect((await eat(6)).status).toBe(200);
});
