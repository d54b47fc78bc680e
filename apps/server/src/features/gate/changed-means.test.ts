import { randomUUID } from 'node:crypto';
import { type GateException, getExceptions } from '@mfuko/contract/campus';
import { uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import * as contract from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import { createStudent, makePins, type PinSlip, updateStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

const PIN = '274951';
const NEW_PIN = '836042';

let server: TestServer;
let school: string;
let office: Person;
let guard: Person;
let classSYSID: string;
let child: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  office = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate']);
});
afterAll(() => server.close());
beforeEach(async () => {
  const admissionNumber = String(70_000 + aNumber());
  const asked = { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN };
  child = { sysid: (await office.ask<{ sysid: string }>(createStudent, asked)).body.sysid, admissionNumber };
});

const changePin = () => office.ask(updateStudent, { sysid: child.sysid, checkPin: NEW_PIN });
/** Moves the change so many hours into the past. */
const later = (hours: number) =>
  server.context.db.inSchool(school, (tx) =>
    tx.row(
      `UPDATE money_holds SET since = since - make_interval(hours => $3)
       WHERE school_id = $1 AND student_id = $2 AND since <> '-infinity'`,
      [school, child.sysid, hours],
    ),
  );
async function passByPin(call: typeof contract.checkInPin, pin: string): Promise<void> {
  expect((await guard.ask(call, { admissionNumber: child.admissionNumber, pin })).status).toBe(200);
}
async function asked(): Promise<string[]> {
  const { body } = await office.ask<GateException[]>(getExceptions, { search: child.admissionNumber });
  return body.map(({ kind }) => kind);
}

describe('check-out by a changed PIN', () => {
  it('a check-out by a PIN that has just changed raises an exception and an urgent notice with the name', async () => {
    await passByPin(contract.checkInPin, PIN);
    await changePin();
    await passByPin(contract.checkOutPin, NEW_PIN);
    expect(await asked()).toEqual(['out-changed']);
    const bell = (await office.ask<NoticeRow[]>(getNotifications)).body;
    expect(bell.filter(({ params }) => params.admissionNumber === child.admissionNumber)).toMatchObject([
      { kind: 'exception.out-changed', severity: 'urgent', params: { names: 'Amina Juma' } },
    ]);
  });

  it('no exception for an unchanged PIN, one changed 25 hours ago, or a check-in', async () => {
    await passByPin(contract.checkInPin, PIN);
    await passByPin(contract.checkOutPin, PIN);
    await changePin();
    await passByPin(contract.checkInPin, NEW_PIN);
    await later(25);
    await passByPin(contract.checkOutPin, NEW_PIN);
    expect(await asked()).toEqual([]);
  });
});

describe('check-outs by PINs that were changed in bulk', () => {
  const aChild = async (names: string) => {
    const admissionNumber = String(70_000 + aNumber());
    const { body } = await office.ask<{ sysid: string }>(createStudent, {
      admissionNumber,
      names,
      classSYSID,
      checkPin: PIN,
    });
    return { sysid: body.sysid, admissionNumber };
  };
  const children = (many: number) => Promise.all(Array.from({ length: many }, (_, each) => aChild(`Kind ${each}`)));
  const makeAnew = async (of: readonly { readonly sysid: string }[]) => {
    const input = { sysids: of.map(({ sysid }) => sysid), replace: true };
    const { body } = await office.ask<{ slips: PinSlip[] }>(makePins, input);
    return new Map(body.slips.map(({ admissionNumber, pin }) => [admissionNumber, pin]));
  };
  const goOut = async (admissionNumber: string, pin: string) => {
    for (const call of [contract.checkInPin, contract.checkOutPin])
      expect((await guard.ask(call, { admissionNumber, pin })).status).toBe(200);
  };
  const bells = async (kind: string) =>
    (await office.ask<NoticeRow[]>(getNotifications)).body.filter((notice) => notice.kind === kind);
  const listed = async (admissionNumber: string) =>
    (await office.ask<GateException[]>(getExceptions, { search: admissionNumber })).body.map(({ kind }) => kind);

  it('ten PINs changed in one call raise a single notice, and each check-out is an exception', async () => {
    const all = await children(10);
    const pins = await makeAnew(all);
    await Promise.all(all.slice(0, 4).map((one) => goOut(one.admissionNumber, pins.get(one.admissionNumber) ?? '')));
    expect(await bells('exception.many-changed')).toMatchObject([
      {
        severity: 'urgent',
        params: { count: 10, by: expect.stringMatching(/\w/), at: expect.stringMatching(/^\d\d\/\d\d /) },
      },
    ]);
    for (const { admissionNumber } of all.slice(0, 4)) expect(await listed(admissionNumber)).toEqual(['out-changed']);
    const numbers = all.map(({ admissionNumber }) => admissionNumber);
    const byName = async () =>
      (await bells('exception.out-changed')).filter(({ params }) => numbers.includes(String(params.admissionNumber)));
    expect(await byName()).toEqual([]);

    // One of the students has the PIN changed individually afterwards.
    await office.ask(updateStudent, { sysid: all[9]?.sysid, checkPin: NEW_PIN });
    await goOut(all[9]?.admissionNumber ?? '', NEW_PIN);
    expect(await byName()).toHaveLength(1);
  });

  it('nine PINs changed in one call raise a notice per check-out', async () => {
    const before = (await bells('exception.many-changed')).length;
    const few = await children(9);
    const pins = await makeAnew(few);
    for (const { admissionNumber } of few.slice(0, 2)) await goOut(admissionNumber, pins.get(admissionNumber) ?? '');
    const told = (await bells('exception.out-changed')).map(({ params }) => params.admissionNumber);
    for (const { admissionNumber } of few.slice(0, 2)) expect(told).toContain(admissionNumber);
    expect(await bells('exception.many-changed')).toHaveLength(before);
  });
});

describe('offline check-out by a changed PIN', () => {
  const went = async (hoursAgo: number, pin: string) => {
    const { admissionNumber } = child;
    const occurredAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const told = {
      key: randomUUID(),
      counter: 0,
      kind: 'out',
      admissionNumber,
      occurredAt,
      method: 'pin',
      proof: { pin },
    };
    const { body } = await guard.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, { events: [told] });
    expect(body.outcomes.map(({ status }) => status)).toEqual(['recorded']);
  };

  it('an offline check-out is judged by how recent the PIN change was at that time', async () => {
    await changePin();
    await later(40);
    await went(30, NEW_PIN);
    expect(await asked()).toContain('out-changed');
  });

  it('no exception for an offline check-out by a PIN that never changed or changed 39 hours before', async () => {
    await went(2, PIN);
    await changePin();
    await later(40);
    await went(1, NEW_PIN);
    expect(await asked()).not.toContain('out-changed');
  });
});

describe('check-out by an added finger', () => {
  const enrol = async (person: number, finger: string) => {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    for (const seed of [1, 2, 3]) {
      const sent = { AdmissionNumber: child.admissionNumber, Finger: finger, ...consent, ...print(person, seed) };
      expect((await office.ask(uploadStudentFingerprintAdm, sent)).status).toBe(200);
    }
  };
  const passByFinger = async (call: typeof contract.checkInFingerprint, person: number, seed: number) =>
    expect((await guard.ask(call, { admissionNumber: child.admissionNumber, ...print(person, seed) })).status).toBe(
      200,
    );

  it('a check-out by a newly added finger raises an exception, one by the first finger does not', async () => {
    const [own, added] = [7000 + aNumber(), 7000 + aNumber()];
    await enrol(own, 'right-index');
    await enrol(added, 'left-index');
    await passByFinger(contract.checkInFingerprint, own, 10);
    await passByFinger(contract.checkOutFingerprint, own, 11);
    expect(await asked()).toEqual([]);
    await passByFinger(contract.checkInFingerprint, own, 12);
    await passByFinger(contract.checkOutFingerprint, added, 10);
    expect(await asked()).toEqual(['out-changed']);
  });
});
