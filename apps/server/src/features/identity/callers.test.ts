import { randomUUID } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import * as canteen from '@mfuko/contract/canteen';
import * as sales from '@mfuko/contract/canteen-sales';
import * as devices from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as enrolment from '@mfuko/contract/fingerprints';
import * as gate from '@mfuko/contract/gate';
import * as items from '@mfuko/contract/items';
import { type OfflineOutcome, offlineBatch } from '@mfuko/contract/offline';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disableRowSecurity } from '../../../tests/hostile.testkit.ts';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { type Engine, openEngine } from '../fingerprints/index.ts';
import * as identity from './index.ts';

const NUMBER = '4001';
const PIN = '274951';
const WRONG_PIN = '503816';
const FINGER = 61;
const OTHER = 62;
const PLATE = 'KDA 611A';
const IMPRESSIONS = [1, 2, 3];

let server: TestServer;
let engine: Engine;
let owner: pg.Client;
let school: string;
let admin: Person;
let head: Person;
let menuItem: string;
let dearItem: string;
let soldItem: string;
/** Pictures of this test so far: those of each test are the same ones, since drawing takes longer than a call. */
let shot = 0;
let presses = 0;
/** Times of the offline events, by their keys. */
const moments = new Map<string, string>();
/** Score of the next comparisons; null uses the real one. */
let score: number | null = null;
/** True simulates an engine without a free worker. */
let busy = false;

/** Wraps the real engine, and replaces the scores that the test sets. */
function openJudgedEngine(context: TestServer['context']): Engine {
  engine = openEngine(context);
  const run: Engine['run'] = async (name, ask, slot) => {
    if (name === 'match' && busy) throw new Refusal('server.busy', 'The fingerprint check is busy.');
    const answer = await engine.run(name, ask, slot);
    return name === 'match' && score !== null ? { ...answer, score } : answer;
  };
  return { ...engine, run };
}

beforeAll(async () => {
  server = await openTestServer({}, { engine: openJudgedEngine });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  // The trigger on a charged try acts between the search for the student and the recording.
  await owner.query(`
    CREATE TABLE charged (kind text NOT NULL);
    CREATE TABLE leaving (admission_number text NOT NULL);
    CREATE FUNCTION note_charge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN INSERT INTO charged VALUES (NEW.kind); RETURN NULL; END $$;
    CREATE FUNCTION leave_once_charged() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN UPDATE students SET status = 'left' WHERE admission_number IN (SELECT admission_number FROM leaving);
         RETURN NULL; END $$;
    CREATE TRIGGER note_charge AFTER INSERT ON student_tries FOR EACH ROW EXECUTE FUNCTION note_charge();
    CREATE TRIGGER leave_once_charged AFTER INSERT ON student_tries FOR EACH ROW EXECUTE FUNCTION leave_once_charged()`);
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  await made(students.createStudent, { admissionNumber: NUMBER, names: 'Amina Juma', classSYSID, checkPin: PIN });
  await made(wallet.deposit, { admissionNumber: NUMBER, amount: 5_000 });
  for (const seed of IMPRESSIONS) {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    await made(enrolment.uploadStudentFingerprintAdm, { AdmissionNumber: NUMBER, ...consent, ...print(FINGER, seed) });
  }
  await made(bus.createBus, { busNumberPlate: PLATE, label: 'Milimani' });
  // Price 0, because the ledger would refuse money on its own, whatever the checks before it had done.
  menuItem = await made(canteen.createMenu, { name: 'Githeri', quantityPerPerson: 90, price: 0 });
  dearItem = await made(canteen.createMenu, { name: 'Feast', quantityPerPerson: 90, price: 6_000 });
  soldItem = await made(items.createItem, { admissionNumber: NUMBER, itemName: 'Pen', quantity: 200, price: 0 });
  await link('IN-ONLY', 'CHECKIN');
  await link('OUT-ONLY', 'CHECKOUT');
  await link('CANTEEN-ONLY', 'CANTEEN');
  const gone = await link('REVOKED', 'CHECKINOUT');
  expect((await admin.ask(devices.deleteDevice, { sysid: gone }, { school })).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  score = null;
  busy = false;
  shot = 100;
  // The pictures of the test before are fresh again.
  await owner.query(`DELETE FROM charged; DELETE FROM student_locks; DELETE FROM failed_attempts;
                     DELETE FROM spent_pictures; DELETE FROM picture_sketches WHERE NOT enrolled`);
});

async function made(endpoint: Endpoint, input: object): Promise<string> {
  const { status, body } = await head.ask<{ sysid?: string }>(endpoint, input, { key: randomUUID() });
  expect([endpoint.path, status]).toEqual([endpoint.path, 200]);
  return body.sysid ?? '';
}

async function link(serialNumber: string, deviceRole: string): Promise<string> {
  const device = { serialNumber, deviceLabel: serialNumber, deviceRole, schoolSYSID: school };
  const { status, body } = await admin.ask<{ sysid: string }>(devices.addDevice, device);
  expect(status).toBe(200);
  return body.sysid;
}

interface Presented {
  readonly picture?: { readonly B64Fingerprint: string };
  readonly SerialNumber?: string;
  readonly pin?: string;
  /** Null sends no key. */
  readonly key?: string | null;
}

/** Input that the caller's rules refuse, with the problem. */
type Refused = readonly [input: object, problem: string];

interface Caller {
  readonly name: string;
  readonly table: string;
  readonly offline: boolean;
  readonly byFinger: boolean;
  readonly byPin: boolean;
  /** Serial number of a linked device of another role; undefined if any role is accepted. */
  readonly wrongRole?: string;
  /** Serial number of a linked device that may be used here. */
  readonly fitting: string;
  /** A mistake in the rest of the input, refused before the proof; undefined if there is no other input. */
  readonly slip?: () => Refused;
  /** A refusal by the work itself, once the student has been proven and has done the same before. */
  readonly refused: () => Refused;
  /** True if a second press without a key shortly afterwards counts as a repeat of the first. */
  readonly doublePress: boolean;
  readonly purpose: 'gate' | 'money';
  /** Caller that records the same online. */
  readonly ordinary?: string;
  /** Records something if the proof is valid; returns the problem. */
  ask(presented: Presented, input?: object): Promise<string | undefined>;
}

type Traits = Pick<Caller, 'table' | 'fitting' | 'wrongRole' | 'slip' | 'refused'> & Partial<Caller>;

function caller(
  name: string,
  endpoints: { readonly finger?: Endpoint; readonly pin?: Endpoint },
  input: () => object,
  traits: Traits,
): Caller {
  return {
    name,
    offline: false,
    byFinger: endpoints.finger !== undefined,
    byPin: endpoints.pin !== undefined,
    doublePress: false,
    purpose: 'gate',
    ...traits,
    async ask({ picture, SerialNumber, pin, key = randomUUID() }, more = input()) {
      const endpoint = picture ? endpoints.finger : endpoints.pin;
      if (!endpoint) throw new Error(`${name} knows no such proof`);
      const proof = picture ? { ...picture, SerialNumber } : { pin };
      const answer = await head.ask(endpoint, { ...more, ...proof }, key === null ? {} : { key });
      expect(answer.status).not.toBe(500);
      return answer.problem;
    },
  };
}

function offlineCaller(kind: 'in' | 'out' | 'on' | 'off', traits: Omit<Traits, 'refused'>): Caller {
  return {
    name: `offline, ${kind}`,
    offline: true,
    byFinger: true,
    byPin: true,
    doublePress: false,
    purpose: 'gate',
    // The state no longer refuses anything; only an invalid number plate does.
    refused: () => [{ kind: 'off', busNumberPlate: '!' }, 'bus.not-found'],
    ...traits,
    async ask({ picture, SerialNumber, pin, key: given }, more = {}) {
      const key = given ?? randomUUID();
      const occurredAt = moments.get(key) ?? new Date().toISOString();
      moments.set(key, occurredAt);
      const event = {
        key,
        counter: ++presses,
        kind,
        admissionNumber: NUMBER,
        occurredAt,
        method: picture ? 'fingerprint' : 'pin',
        proof: picture ? { ...picture, SerialNumber } : { pin },
        ...(kind === 'on' || kind === 'off' ? { busNumberPlate: PLATE } : {}),
        ...more,
      };
      const { body, problem } = await head.ask<{ outcomes: OfflineOutcome[] }>(offlineBatch, { events: [event] });
      if (problem !== undefined) return problem;
      const [outcome] = body.outcomes;
      if (outcome?.status === 'recorded') return undefined;
      return outcome?.status === 'duplicate' ? 'duplicate' : outcome?.problem;
    },
  };
}

const student = { admissionNumber: NUMBER };
const onPurpose = { ...student, override: 'On purpose' };
const ride = { ...onPurpose, busNumberPlate: PLATE };
const [wrongIn, wrongOut] = ['OUT-ONLY', 'IN-ONLY'];

/** Every call that records on the strength of a finger or PIN. */
const CALLERS: readonly Caller[] = [
  caller('the gate, in', { finger: gate.checkInFingerprint, pin: gate.checkInPin }, () => onPurpose, {
    table: 'gate_events',
    fitting: 'IN-ONLY',
    wrongRole: wrongIn,
    refused: () => [student, 'gate.already-in'],
  }),
  caller('the gate, out', { finger: gate.checkOutFingerprint, pin: gate.checkOutPin }, () => onPurpose, {
    table: 'gate_events',
    fitting: 'OUT-ONLY',
    wrongRole: wrongOut,
    refused: () => [student, 'gate.not-in'],
  }),
  caller(
    'the canteen',
    { finger: canteen.consumeMenuFingerprint, pin: canteen.consumeMenuPin },
    () => ({ ...student, menuItemSYSID: menuItem }),
    {
      table: 'meals',
      fitting: 'CANTEEN-ONLY',
      wrongRole: 'IN-ONLY',
      doublePress: true,
      purpose: 'money',
      slip: () => [{ ...student, menuItemSYSID: newId() }, 'menu.not-found'],
      refused: () => [{ ...student, menuItemSYSID: dearItem }, 'wallet.insufficient-funds'],
    },
  ),
  caller(
    'the canteen, sale',
    { finger: sales.sellMenuFingerprint, pin: sales.sellMenuPin },
    () => ({ ...student, lines: [{ menuItemSYSID: menuItem, quantity: 2 }] }),
    {
      table: 'meals',
      fitting: 'CANTEEN-ONLY',
      wrongRole: 'IN-ONLY',
      doublePress: true,
      purpose: 'money',
      slip: () => [{ ...student, lines: [{ menuItemSYSID: menuItem }, { menuItemSYSID: newId() }] }, 'menu.not-found'],
      refused: () => [
        { ...student, lines: [{ menuItemSYSID: menuItem }, { menuItemSYSID: dearItem }] },
        'wallet.insufficient-funds',
      ],
    },
  ),
  caller('the bus, on', { finger: bus.onBusFingerprint, pin: bus.onBusPin }, () => ride, {
    table: 'bus_events',
    fitting: 'CANTEEN-ONLY',
    slip: () => [{ ...ride, busNumberPlate: 'KZZ 999Z', listedOnly: true }, 'bus.not-found'],
    refused: () => [{ ...student, busNumberPlate: PLATE }, 'bus.already-aboard'],
  }),
  caller('the bus, off', { finger: bus.offBusFingerprint, pin: bus.offBusPin }, () => ride, {
    table: 'bus_events',
    fitting: 'CANTEEN-ONLY',
    slip: () => [{ ...ride, busNumberPlate: 'KZZ 999Z', listedOnly: true }, 'bus.not-found'],
    refused: () => [{ ...student, busNumberPlate: PLATE }, 'bus.not-aboard'],
  }),
  caller(
    'items',
    { finger: items.handOutItemFingerprint, pin: items.handOutItemPin },
    () => ({ sysid: soldItem, quantity: 1 }),
    {
      table: 'item_events',
      fitting: 'CANTEEN-ONLY',
      doublePress: true,
      slip: () => [{ sysid: newId(), quantity: 1 }, 'item.not-found'],
      refused: () => [{ sysid: soldItem, quantity: 201 }, 'item.over-quantity'],
    },
  ),
  caller(
    'items, sold',
    { finger: items.createItemFingerprint, pin: items.createItemPin },
    () => ({ ...student, itemName: 'Pencil', quantity: 1, price: 3 }),
    {
      table: 'journal_entries',
      fitting: 'CANTEEN-ONLY',
      doublePress: true,
      purpose: 'money',
      refused: () => [{ ...student, itemName: 'Bicycle', quantity: 1, price: 6_000 }, 'wallet.insufficient-funds'],
    },
  ),
  caller(
    'the cash desk',
    { finger: wallet.cashOutFingerprint, pin: wallet.cashOutPin },
    () => ({ ...student, amount: 7 }),
    {
      table: 'journal_entries',
      fitting: 'CANTEEN-ONLY',
      doublePress: true,
      purpose: 'money',
      refused: () => [{ ...student, amount: 6_000 }, 'wallet.insufficient-funds'],
    },
  ),
  offlineCaller('in', { ordinary: 'the gate, in', table: 'gate_events', fitting: 'IN-ONLY', wrongRole: wrongIn }),
  offlineCaller('out', { ordinary: 'the gate, out', table: 'gate_events', fitting: 'OUT-ONLY', wrongRole: wrongOut }),
  offlineCaller('on', { ordinary: 'the bus, on', table: 'bus_events', fitting: 'CANTEEN-ONLY' }),
  offlineCaller('off', { ordinary: 'the bus, off', table: 'bus_events', fitting: 'CANTEEN-ONLY' }),
];

/** Renders a fresh picture of the finger, as a new touch of the reader would. */
function aPicture(finger = FINGER): { B64Fingerprint: string } {
  return print(finger, ++shot);
}

/** Sets the number of consecutive wrong tries. */
const missed = (kind: 'pin' | 'finger', times: number) =>
  owner.query(
    `INSERT INTO student_locks (school_id, student_id, ${kind}_failures)
     SELECT school_id, id, $2 FROM students WHERE admission_number = $1`,
    [NUMBER, times],
  );

interface Counts {
  readonly rows: number;
  readonly spent: number;
  readonly charged: number;
  readonly failures: number;
}

async function counts({ table }: Caller): Promise<Counts> {
  const { rows } = await owner.query<Counts>(
    `SELECT (SELECT count(*)::int FROM ${table}) AS rows, (SELECT count(*)::int FROM spent_pictures) AS spent,
            (SELECT count(*)::int FROM charged) AS charged,
            (SELECT coalesce(sum(finger_failures + pin_failures), 0)::int FROM student_locks) AS failures`,
  );
  const [row] = rows;
  if (!row) throw new Error('The query of counts returned no row.');
  return row;
}

/** Reads the proof that the newest row names; `scanner` is null if the table has none. */
async function newest({ table }: Caller): Promise<unknown> {
  const { rows } = await owner.query(
    `SELECT row ->> 'method' AS method, row ->> 'scanner_serial' AS scanner
     FROM (SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t.at DESC LIMIT 1) AS newest`,
  );
  return rows[0];
}

/** Asks, expects the given problem, and returns the number of rows added. */
async function adds(
  one: Caller,
  presented: Presented,
  problem: string | undefined,
  input?: object,
): Promise<Partial<Counts>> {
  const before = await counts(one);
  expect(await one.ask(presented, input)).toBe(problem);
  const after = await counts(one);
  // However the try ended, it was judged before the answer.
  expect((await owner.query('SELECT kind FROM student_tries')).rows).toEqual([]);
  return {
    rows: after.rows - before.rows,
    spent: after.spent - before.spent,
    charged: after.charged - before.charged,
    failures: after.failures - before.failures,
  };
}

const named = (callers: readonly Caller[]) => callers.map((one) => [one.name, one] as const);
const byFinger = named(CALLERS.filter((one) => one.byFinger));
const byPin = named(CALLERS.filter((one) => one.byPin));

/** An offline event is recorded even if the proof fails, but as unproven. */
const recordedAllTheSame = (one: Caller) => (one.offline ? 1 : 0);

describe.each(byFinger)('by finger: %s', (_name, one) => {
  it('charges one try, spends the picture and refuses it the second time', async () => {
    const picture = aPicture();
    expect(await adds(one, { picture }, undefined)).toEqual({ rows: 1, spent: 1, charged: 1, failures: 0 });
    const rows = recordedAllTheSame(one);
    const again = await adds(one, { picture }, 'fingerprint.replayed');
    expect(again).toEqual({ rows, spent: 0, charged: 1, failures: 0 });
  });

  it('a repeated key returns the first answer without a charge', async () => {
    const [picture, key] = [aPicture(), randomUUID()];
    expect(await one.ask({ picture, key })).toBe(undefined);
    const again = await adds(one, { picture, key }, one.offline ? 'duplicate' : undefined);
    expect(again).toEqual({ rows: 0, spent: 0, charged: 0, failures: 0 });
  });

  it('two concurrent calls with one key record once with one picture, even at the last try', async () => {
    const [picture, key] = [aPicture(), randomUUID()];
    await missed('finger', 4);
    const before = await counts(one);
    const problems = await Promise.all([one.ask({ picture, key }), one.ask({ picture, key })]);
    expect(problems.toSorted()).toEqual(one.offline ? ['duplicate', undefined] : [undefined, undefined]);
    const after = await counts(one);
    expect([after.rows - before.rows, after.spent - before.spent]).toEqual([1, 1]);
  });

  if (!one.offline)
    it('three concurrent calls with one key and another finger count as one miss', async () => {
      const [picture, key] = [aPicture(OTHER), randomUUID()];
      await missed('finger', 2);
      const problems = await Promise.all([1, 2, 3].map(() => one.ask({ picture, key })));
      expect(problems).toEqual([1, 2, 3].map(() => 'fingerprint.no-match'));
      expect(await counts(one)).toMatchObject({ failures: 3 });
      expect((await owner.query('SELECT kind FROM student_tries')).rows).toEqual([]);
    });

  if (one.doublePress)
    it('a double press spends no picture', async () => {
      await one.ask({ picture: aPicture(), key: null });
      const again = await adds(one, { picture: aPicture(), key: null }, undefined);
      expect(again).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
    });

  if (one.doublePress)
    it('a double press with a spent picture does not reset a miss, one with a fresh picture does', async () => {
      const picture = aPicture();
      expect(await one.ask({ picture })).toBe(undefined);
      expect(await one.ask({ picture: aPicture(), key: null })).toBe(undefined);
      expect(await one.ask({ picture: aPicture(OTHER), key: null })).toBe('fingerprint.no-match');
      const again = await adds(one, { picture, key: null }, undefined);
      expect(again).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
      const fresh = await adds(one, { picture: aPicture(), key: null }, undefined);
      expect(fresh).toEqual({ rows: 0, spent: 0, charged: 1, failures: -1 });
    });

  if (one.ordinary)
    it('an offline event with the key of an online call spends no picture', async () => {
      const key = randomUUID();
      const ordinary = CALLERS.find(({ name }) => name === one.ordinary);
      expect(await ordinary?.ask({ picture: aPicture(), key })).toBe(undefined);
      const again = await adds(one, { picture: aPicture(), key }, 'duplicate');
      expect(again).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
    });

  it('refuses a revoked device before charging a try', async () => {
    const unreadable = { B64Fingerprint: 'AAAA' };
    for (const picture of [aPicture(), aPicture(OTHER), unreadable]) {
      const refused = await adds(one, { picture, SerialNumber: 'REVOKED' }, 'device.revoked');
      expect(refused).toEqual({ rows: recordedAllTheSame(one), spent: 0, charged: 0, failures: 0 });
    }
  });

  it('refuses a device of another role before charging a try', async () => {
    if (one.wrongRole !== undefined) {
      for (const finger of [FINGER, OTHER]) {
        const asked = { picture: aPicture(finger), SerialNumber: one.wrongRole };
        const refused = await adds(one, asked, 'device.wrong-role');
        expect(refused).toEqual({ rows: recordedAllTheSame(one), spent: 0, charged: 0, failures: 0 });
      }
    }
    // The verified proof counts, whatever method the offline device claims.
    const input = one.offline ? { method: 'pin' } : undefined;
    const admitted = await adds(one, { picture: aPicture(), SerialNumber: one.fitting }, undefined, input);
    expect(admitted).toEqual({ rows: 1, spent: 1, charged: 1, failures: 0 });
    const scanner = one.table === 'journal_entries' ? null : one.fitting;
    expect(await newest(one)).toEqual({ method: 'fingerprint', scanner });
  });

  if (one.slip)
    it('refuses invalid input before charging a try, and a revoked device before that', async () => {
      const [input, problem] = one.slip?.() ?? [{}, ''];
      const nothing = { rows: 0, spent: 0, charged: 0, failures: 0 };
      expect(await adds(one, { picture: aPicture(OTHER) }, problem, input)).toEqual(nothing);
      const revoked = { picture: aPicture(OTHER), SerialNumber: 'REVOKED' };
      expect(await adds(one, revoked, 'device.revoked', input)).toEqual(nothing);
    });

  it('charges a miss for another finger and holds finger use after five', async () => {
    for (let failures = 1; failures <= 5; failures++) {
      const missed = await adds(one, { picture: aPicture(OTHER) }, 'fingerprint.no-match');
      expect(missed).toMatchObject({ spent: 0, charged: 1, failures: 1 });
    }
    const held = await adds(one, { picture: aPicture() }, 'fingerprint.held');
    expect(held).toMatchObject({ rows: recordedAllTheSame(one), spent: 0, charged: 0, failures: 0 });
  });

  it('an engine failure records nothing and counts no miss', async () => {
    const picture = aPicture();
    busy = true;
    expect(await adds(one, { picture }, 'server.busy')).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
    busy = false;
    expect(await adds(one, { picture }, undefined)).toEqual({ rows: 1, spent: 1, charged: 1, failures: 0 });
  });

  it('a refusal by the work itself does not spend the picture', async () => {
    expect(await one.ask({ picture: aPicture() })).toBe(undefined);
    const picture = aPicture();
    const [input, problem] = one.refused();
    const refused = await adds(one, { picture }, problem, input);
    expect(refused).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
    expect(await adds(one, { picture }, undefined)).toMatchObject({ rows: 1, spent: 1 });
  });

  it('applies the threshold of its purpose', async () => {
    const several = 10 * Math.log10(IMPRESSIONS.length);
    score = MONEY_THRESHOLD + several - 0.01;
    expect(score).toBeGreaterThan(GATE_THRESHOLD + several);
    expect(await one.ask({ picture: aPicture() })).toBe(one.purpose === 'money' ? 'fingerprint.no-match' : undefined);
    score = (one.purpose === 'money' ? MONEY_THRESHOLD : GATE_THRESHOLD) + several;
    expect(await one.ask({ picture: aPicture() })).toBe(undefined);
    score -= 0.01;
    expect(await one.ask({ picture: aPicture() })).toBe('fingerprint.no-match');
  });
});

describe.each(byPin)('by PIN: %s', (_name, one) => {
  it('charges one try and spends no picture', async () => {
    expect(await adds(one, { pin: PIN }, undefined)).toEqual({ rows: 1, spent: 0, charged: 1, failures: 0 });
    expect(await newest(one)).toEqual({ method: 'pin', scanner: null });
  });

  it('charges and audits a wrong PIN, and locks after five', async () => {
    const rows = recordedAllTheSame(one);
    const told = async () => (await owner.query(`SELECT 1 FROM audit_events WHERE action = 'pin.wrong'`)).rowCount ?? 0;
    const before = await told();
    for (let failures = 1; failures <= 5; failures++) {
      const wrong = await adds(one, { pin: WRONG_PIN }, 'pin.wrong');
      expect(wrong).toEqual({ rows, spent: 0, charged: 1, failures: 1 });
    }
    expect(await told()).toBe(before + 5);
    expect(await adds(one, { pin: PIN }, 'pin.locked')).toEqual({ rows, spent: 0, charged: 0, failures: 0 });
  });

  if (!one.offline)
    it.each([
      [PIN, undefined, { rows: 1, failures: -4 }],
      [WRONG_PIN, 'pin.wrong', { rows: 0, failures: 1 }],
    ])('five concurrent calls with one key count as one, even at the last try (%s)', async (pin, problem, added) => {
      const key = randomUUID();
      await missed('pin', 4);
      const before = await counts(one);
      const problems = await Promise.all(Array.from({ length: 5 }, () => one.ask({ pin, key })));
      expect(problems).toEqual(Array.from({ length: 5 }, () => problem));
      const after = await counts(one);
      expect({ rows: after.rows - before.rows, failures: after.failures - before.failures }).toEqual(added);
      expect((await owner.query('SELECT kind FROM student_tries')).rows).toEqual([]);
    });

  if (one.slip)
    it('refuses invalid input before charging a try', async () => {
      const [input, problem] = one.slip?.() ?? [{}, ''];
      const slipped = await adds(one, { pin: WRONG_PIN }, problem, input);
      expect(slipped).toEqual({ rows: 0, spent: 0, charged: 0, failures: 0 });
    });
});

describe.each(named(CALLERS))('student who leaves between proof and recording: %s', (_name, one) => {
  const leave = async (presented: Presented) => {
    await owner.query(`INSERT INTO leaving VALUES ('${NUMBER}')`);
    try {
      return await adds(one, presented, 'student.not-found');
    } finally {
      await owner.query(`DELETE FROM leaving; UPDATE students SET status = 'active'`);
    }
  };

  if (one.byFinger)
    it('by finger, nothing is recorded and the picture is not spent', async () => {
      const picture = aPicture();
      expect(await leave({ picture })).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
      expect(await adds(one, { picture }, undefined)).toMatchObject({ rows: 1, spent: 1 });
    });

  if (one.byPin)
    it('by PIN, nothing is recorded', async () => {
      expect(await leave({ pin: PIN })).toEqual({ rows: 0, spent: 0, charged: 1, failures: 0 });
    });
});

describe('student who leaves during an attested call', () => {
  const counted = { items: 'student_items', events: 'item_events', rides: 'bus_events' };

  it.each([
    ['sold to', items.createItem, () => ({ ...student, itemName: 'Ruler', quantity: 1, price: 0 }), counted.items],
    ['handed something', items.handOutItem, () => ({ sysid: soldItem, quantity: 1 }), counted.events],
    ['boarding', bus.onBusKids, () => ride, counted.rides],
    ['alighting', bus.offBusKids, () => ride, counted.rides],
  ])('is not recorded as %s', async (_what, endpoint, input, table) => {
    const rows = async () => (await owner.query(`SELECT 1 FROM ${table}`)).rowCount;
    const before = await rows();
    await owner.query(`BEGIN; SELECT 1 FROM students WHERE admission_number = '${NUMBER}' FOR UPDATE;
                       UPDATE students SET status = 'left'`);
    const asked = head.ask(endpoint, input());
    const waited = await isBlocked(server, asked);
    await owner.query('COMMIT');
    const { problem } = await asked;
    await owner.query(`UPDATE students SET status = 'active'`);
    expect([waited, problem]).toEqual([true, 'student.not-found']);
    expect(await rows()).toBe(before);
  });
});

describe('identity entry point', () => {
  it('exports only complete procedures and no single step of a proof', () => {
    expect(Object.keys(identity).toSorted()).toEqual([
      'backfillProven',
      'recordAttested',
      'recordFound',
      'recordProven',
      'renewProven',
    ]);
  });

  it('an attested offline event charges no try and needs an existing student', async () => {
    const [one] = CALLERS.filter(({ offline }) => offline);
    if (!one) throw new Error('There is an offline caller.');
    const attested = { method: 'attested', proof: { pin: PIN } };
    const nothing = { rows: 0, spent: 0, charged: 0, failures: 0 };
    expect(await adds(one, {}, undefined, attested)).toEqual({ ...nothing, rows: 1 });
    const nobody = { ...attested, admissionNumber: '999999' };
    expect(await adds(one, {}, 'student.not-found', nobody)).toEqual(nothing);
    expect(await adds(one, { pin: PIN }, 'student.not-found', { admissionNumber: '999999' })).toEqual(nothing);
  });

  it('backfillProven fails when the work returns no verdict on the proof', async () => {
    const { db } = server.context;
    const call = {
      actor: { userId: newId() },
      schoolId: school,
      requestId: 'test',
      autonomous: (work: Parameters<Call['autonomous']>[0]) => db.inSchool(school, work),
    } as unknown as Call;
    const claim = {
      admissionNumber: NUMBER,
      presented: { method: 'fingerprint', picture: aPicture(), use: null, purpose: 'gate' },
    } as const;
    const work = (repeated: boolean) =>
      identity.backfillProven(call, engine, claim, async () => ({ answer: 'done', repeated }));
    await expect(work(false)).rejects.toThrow('returned no verdict on its proof');
    await expect(work(true)).resolves.toBe('done');
  });
});
