import { randomUUID } from 'node:crypto';
import * as fingerprints from '@mfuko/contract/fingerprints';
import type { ItemAndBalance, ItemEvent, ItemNameUsed, StudentItem } from '@mfuko/contract/items';
import * as contract from '@mfuko/contract/items';
import { updateMessageSettings } from '@mfuko/contract/messages';
import * as reports from '@mfuko/contract/reports';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import * as students from '@mfuko/contract/students';
import type { StatementRow } from '@mfuko/contract/wallet';
import * as wallet from '@mfuko/contract/wallet';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  aNumber,
  clientHeaders,
  OFFLINE_KEY,
  openTestServer,
  type Person,
  type TestServer,
} from '../../../tests/kit.ts';
import { makeApp } from '../../app.ts';
import { noDailyImage } from '../../gateways/dailyimage/port.ts';
import { openDatabase, type Tx } from '../../platform/database/database.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

const PIN = '274951';
const FINGER = 41;
const OTHER = 42;

let server: TestServer;
let school: string;
let head: Person;
let classSYSID: string;
let enrolled: string;
let shot = 100;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  classSYSID = await server.aClass(school, 'Grade 4');
  enrolled = await aStudent(5_000);
  for (const seed of [1, 2, 3]) {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    const added = await head.ask(fingerprints.uploadStudentFingerprintAdm, {
      AdmissionNumber: enrolled,
      ...consent,
      ...print(FINGER, seed),
    });
    expect(added.status).toBe(200);
  }
}, 60_000);
afterAll(() => server.close());

async function aStudent(pocketMoney: number): Promise<string> {
  const admissionNumber = String(4000 + aNumber());
  await head.ask(students.createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  if (pocketMoney > 0) await head.ask(wallet.deposit, { admissionNumber, amount: pocketMoney });
  return admissionNumber;
}

interface Sale {
  readonly admissionNumber?: string;
  readonly itemName?: string;
  readonly quantity?: number | string;
  readonly price?: number | string;
}

/** Sells an item, with a new idempotency key unless `key` is null, so that no sale is a double press. */
async function sell(sale: Sale, key: string | null = randomUUID(), by = head) {
  const input = { admissionNumber: enrolled, itemName: 'Sweater', quantity: 1, ...sale };
  return by.ask<ItemAndBalance>(contract.createItem, input, key === null ? {} : { key });
}

async function sold(sale: Sale): Promise<ItemAndBalance> {
  const made = await sell(sale);
  expect(made.status).toBe(200);
  return made.body;
}

function handOut(sysid: string, quantity: number, key: string | null = randomUUID()) {
  return head.ask<StudentItem>(contract.handOutItem, { sysid, quantity }, key === null ? {} : { key });
}

function giveBack(sysid: string, quantity: number, way?: contract.ReturnWay, key: string | null = randomUUID()) {
  const input = { sysid, quantity, reason: 'Too small', ...(way ? { way } : {}) };
  return head.ask<ItemAndBalance>(contract.returnItem, input, key === null ? {} : { key });
}

async function balance(admissionNumber: string): Promise<number> {
  return (await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber })).body.balance;
}

async function statement(admissionNumber: string): Promise<StatementRow[]> {
  return (await head.ask<StatementRow[]>(wallet.getStatement, { admissionNumber })).body;
}

async function count(table: 'student_items' | 'item_events' | 'journal_entries' | 'spent_pictures'): Promise<number> {
  const found = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE school_id = $1`, [school]),
  );
  return found?.count ?? -1;
}

describe('requireProofForItems', () => {
  const demand = async (requireProofForItems: boolean) => {
    const admin = await server.aPerson('Admin');
    const { status } = await admin.ask(updateSchoolSettings, { sysid: school, requireProofForItems });
    expect(status).toBe(200);
  };
  const sweater = { admissionNumber: '', itemName: 'Cardigan', quantity: 2, price: 100 };

  it('refuses paid sales without finger or PIN and still issues free items', async () => {
    await demand(true);
    try {
      const before = [await count('student_items'), await balance(enrolled)];
      expect((await sell({ price: 50 })).problem).toBe('item.no-proof');
      expect([await count('student_items'), await balance(enrolled)]).toEqual(before);
      expect((await sell({ price: 0 })).status).toBe(200);
      const asked = { ...sweater, admissionNumber: enrolled };
      const byPin = await head.ask<ItemAndBalance>(
        contract.createItemPin,
        { ...asked, pin: PIN },
        { key: randomUUID() },
      );
      expect(byPin.body).toMatchObject({ itemName: 'Cardigan', paid: 200, waiting: 2 });
      const finger = { ...asked, ...print(FINGER, ++shot) };
      const byFinger = await head.ask<ItemAndBalance>(contract.createItemFingerprint, finger, { key: randomUUID() });
      expect(byFinger.body.balance).toBe(byPin.body.balance - 200);
      const wrong = await head.ask(contract.createItemPin, { ...asked, pin: '274953' }, { key: randomUUID() });
      expect(wrong.problem).toBe('pin.wrong');
      const other = { ...asked, ...print(OTHER, ++shot) };
      const stranger = await head.ask(contract.createItemFingerprint, other, { key: randomUUID() });
      expect(stranger.problem).toBe('fingerprint.no-match');
    } finally {
      await demand(false);
    }
    expect((await sell({ price: 50 })).status).toBe(200);
  });

  it('stores the method of proof of each sale', async () => {
    const asked = { ...sweater, admissionNumber: enrolled };
    const { body } = await head.ask<ItemAndBalance>(
      contract.createItemPin,
      { ...asked, pin: PIN },
      { key: randomUUID() },
    );
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ method: string }>(
        `SELECT detail ->> 'method' AS method FROM audit_events WHERE school_id = $1 AND action = 'item.create' AND subject_id = $2`,
        [school, body.sysid],
      ),
    );
    expect(trail).toEqual([{ method: 'pin' }]);
    const entry = await server.context.db.inSchool(school, (tx) =>
      tx.row(`SELECT method FROM journal_entries WHERE school_id = $1 AND kind = 'item' ORDER BY at DESC LIMIT 1`, [
        school,
      ]),
    );
    expect(entry).toEqual({ method: 'pin' });
  });
});

describe('purchase SMS', () => {
  it('the guardian gets an SMS per purchase unless the school turns it off, none for free items', async () => {
    const mobileNumber = `2547${String(50_000_000 + aNumber())}`;
    const admissionNumber = String(4000 + aNumber());
    const student = { admissionNumber, names: 'Juma Ali', classSYSID };
    const { sysid } = (await head.ask<{ sysid: string }>(students.createStudent, student)).body;
    expect((await head.ask(wallet.deposit, { admissionNumber, amount: 2_000 })).status).toBe(200);
    const contact = { studentSYSID: sysid, name: 'Achieng Were', mobileNumber };
    expect((await head.ask(students.addContact, contact)).status).toBe(200);
    const told = async () => {
      await server.runJobs();
      return server.sent
        .filter(({ to, kind }) => to === mobileNumber && kind === 'item-receipt')
        .map(({ text }) => text);
    };
    await sold({ admissionNumber, itemName: 'Cardigan', quantity: 2, price: 300 });
    expect(await told()).toEqual([expect.stringContaining(`(${admissionNumber}) bought Cardigan for KES 600,`)]);
    await sold({ admissionNumber, itemName: 'Exercise book', quantity: 2, price: 0 });
    const admin = await server.aPerson('Admin');
    expect((await admin.ask(updateMessageSettings, { item: false }, { school })).status).toBe(200);
    await sold({ admissionNumber, itemName: 'Ruler', quantity: 1, price: 20 });
    expect((await admin.ask(updateMessageSettings, { item: true }, { school })).status).toBe(200);
    await sold({ admissionNumber, itemName: 'Pen', quantity: 1, price: 10 });
    expect((await told()).slice(1)).toEqual([expect.stringContaining('bought Pen for KES 10,')]);
  });
});

describe('createItem', () => {
  it('charges price times quantity in a journal entry', async () => {
    const admissionNumber = await aStudent(3_000);
    const item = await sold({ admissionNumber, itemName: ' School  sweater ', quantity: '3', price: '850.50' });
    expect(item).toEqual({
      sysid: expect.any(String),
      admissionNumber,
      studentName: 'Juma Ali',
      class: 'Grade 4',
      itemName: 'School sweater',
      quantity: 3,
      price: 850.5,
      paid: 2551.5,
      waiting: 3,
      handedOut: 0,
      returned: 0,
      state: 'waiting',
      soldBy: 'Wanjiru Otieno',
      dateCreated: expect.any(String),
      balance: 448.5,
      updated: expect.any(String),
    });
    const [row] = await statement(admissionNumber);
    expect(row).toMatchObject({ kind: 'item', amount: -2551.5, fee: 0, balance: 448.5, reference: 'School sweater' });
    const { balance: _, ...record } = item;
    expect((await head.ask(contract.getItem, { sysid: item.sysid })).body).toEqual(record);
  });

  it('is not counted as canteen income', async () => {
    const before = (await head.ask<{ canteenIncome: number }>(reports.dashboard)).body.canteenIncome;
    await sold({ admissionNumber: await aStudent(100), price: 100 });
    expect((await head.ask<{ canteenIncome: number }>(reports.dashboard)).body.canteenIncome).toBe(before);
  });

  it('issues a free item without a journal entry', async () => {
    const before = await count('journal_entries');
    const item = await sold({ admissionNumber: await aStudent(0), itemName: 'Atlas', quantity: 2 });
    expect(item).toMatchObject({ price: 0, paid: 0, waiting: 2, balance: 0 });
    expect(await count('journal_entries')).toBe(before);
  });

  it('refuses a sale over the balance or limit, or to an unknown student', async () => {
    const admissionNumber = await aStudent(199);
    const before = [await count('student_items'), await count('journal_entries')];
    const refused = await sell({ admissionNumber, quantity: 2, price: 100 });
    expect([refused.status, refused.problem]).toEqual([422, 'wallet.insufficient-funds']);
    expect((await sell({ admissionNumber, quantity: 1000, price: 9_999_999 })).problem).toBe('wallet.over-limit');
    expect((await sell({ admissionNumber: '999999' })).problem).toBe('student.not-found');
    expect([await count('student_items'), await count('journal_entries')]).toEqual(before);
    expect(await balance(admissionNumber)).toBe(199);
  });

  it.each([
    ['no name', { itemName: ' ' }, 'itemName'],
    ['no pieces', { quantity: 0 }, 'quantity'],
    ['half a piece', { quantity: 1.5 }, 'quantity'],
    ['too many pieces', { quantity: 1001 }, 'quantity'],
    ['a negative price', { price: -1 }, 'price'],
    ['a third decimal', { price: '1.005' }, 'price'],
    ['no number', { admissionNumber: 'x' }, 'admissionNumber'],
  ])('refuses an item with %s', async (_, input, field) => {
    const refused = await head.ask<{ detail: { fields: object } }>(contract.createItem, {
      admissionNumber: enrolled,
      itemName: 'Sweater',
      quantity: 1,
      ...input,
    });
    expect([refused.status, Object.keys(refused.body.detail.fields)]).toEqual([400, [field]]);
  });

  it('charges once for a double press or repeated key, and again for another item, price or seller', async () => {
    const admissionNumber = await aStudent(1_000);
    const first = await sell({ admissionNumber, price: 100 }, null);
    const presses = await Promise.all([1, 2, 3].map(() => sell({ admissionNumber, price: 100 }, null)));
    for (const press of presses) expect(press.body).toEqual(first.body);
    const other = await sell({ admissionNumber, itemName: 'Tie', price: 100 }, null);
    expect(other.body.sysid).not.toBe(first.body.sysid);
    // Another number of pieces, another price and a colleague's sale are no double presses.
    const two = await sell({ admissionNumber, quantity: 2, price: 100 }, null);
    const dearer = await sell({ admissionNumber, price: 150 }, null);
    const colleagues = await sell({ admissionNumber, price: 100 }, null, await server.aPerson('SchoolAdmin', school));
    expect(new Set([first, other, two, dearer, colleagues].map(({ body }) => body.sysid)).size).toBe(5);
    const key = randomUUID();
    const keyed = await sell({ admissionNumber, price: 100 }, key);
    expect((await sell({ admissionNumber, price: 100 }, key)).body).toEqual(keyed.body);
    expect(await balance(admissionNumber)).toBe(250);
  });

  it('eight concurrent presses sell once', async () => {
    const admissionNumber = await aStudent(1_000);
    for (const sale of [{ price: 100 }, { price: 0 }, { price: 0, itemName: 'Atlas' }]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => sell({ admissionNumber, itemName: 'Tie', ...sale }, null)),
      );
      expect(new Set(answers.map(({ body }) => body.sysid)).size).toBe(1);
    }
    expect(await balance(admissionNumber)).toBe(900);
  });
});

it('refuses a sale to a student who is deleted while it waits for the row lock', async () => {
  const admissionNumber = await aStudent(0);
  let made: ReturnType<typeof sell> | undefined;
  await server.context.db.inSchool(school, async (tx) => {
    const student = await tx.row<{ id: string }>(
      'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2 FOR UPDATE',
      [school, admissionNumber],
    );
    await tx.row('UPDATE students SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      school,
      student?.id,
    ]);
    made = sell({ admissionNumber, price: 0 });
    // Use another transaction: within one, pg_stat_activity is a snapshot.
    const waits = () =>
      server.context.db.inSchool(school, (look) =>
        look.rows(
          `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      );
    await expect.poll(async () => (await waits()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  });
  expect((await made)?.problem).toBe('student.not-found');
});

describe('handOutItem', () => {
  it('hands out in parts and refuses more than is left', async () => {
    const { sysid } = await sold({ quantity: 3, price: 10 });
    expect((await handOut(sysid, 2)).body).toMatchObject({ waiting: 1, handedOut: 2, state: 'partly', paid: 30 });
    const refused = await handOut(sysid, 2);
    expect([refused.status, refused.body]).toMatchObject([422, { problem: 'item.over-quantity', detail: { left: 1 } }]);
    expect((await handOut(sysid, 1)).body).toMatchObject({ waiting: 0, handedOut: 3, state: 'handedOut' });
    expect((await handOut(sysid, 1)).problem).toBe('item.over-quantity');
    const events = await head.ask<ItemEvent[]>(contract.getItemEvents, { sysid });
    expect(events.body).toMatchObject([
      { kind: 'handOut', quantity: 1, method: 'attested', amount: 0, reason: null, by: 'Wanjiru Otieno' },
      { kind: 'handOut', quantity: 2 },
    ]);
  });

  it("by PIN needs the student's PIN", async () => {
    const admissionNumber = await aStudent(0);
    const { sysid } = await sold({ admissionNumber, quantity: 2 });
    const wrong = await head.ask(contract.handOutItemPin, { sysid, quantity: 1, pin: '385062' });
    expect(wrong.problem).toBe('pin.wrong');
    expect((await head.ask(contract.handOutItemPin, { sysid, quantity: 1, pin: PIN })).body).toMatchObject({
      handedOut: 1,
    });
    const events = await head.ask<ItemEvent[]>(contract.getItemEvents, { sysid });
    expect(events.body).toMatchObject([{ method: 'pin' }]);
  });

  it('by PIN is refused when the admission number changes hands during the call', async () => {
    const [student, other] = [await aStudent(0), await aStudent(0)];
    const { sysid } = await sold({ admissionNumber: student, quantity: 1 });
    const { db } = server.context;
    const inSchool = db.inSchool.bind(db);
    const rename = (from: string, to: string) =>
      inSchool(school, (tx) =>
        tx.row('UPDATE students SET admission_number = $3 WHERE school_id = $1 AND admission_number = $2', [
          school,
          from,
          to,
        ]),
      );
    let swapped = false;
    // Swap the numbers between the lookup of the number and that of its student.
    const prepared = async (tx: Tx, ...[name, text, values]: Parameters<Tx['prepared']>) => {
      if (!swapped && name === 'find-student-with-pin' && values.includes(student)) {
        swapped = true;
        await rename(student, String(4000 + aNumber()));
        await rename(other, student);
      }
      return tx.prepared(name, text, values);
    };
    const spy = vi
      .spyOn(db, 'inSchool')
      .mockImplementation((schoolId, work) =>
        inSchool(schoolId, (tx) => work({ ...tx, prepared: (...asked) => prepared(tx, ...asked) as never })),
      );
    try {
      const answer = await head.ask(contract.handOutItemPin, { sysid, quantity: 1, pin: PIN });
      expect([swapped, answer.problem]).toEqual([true, 'item.not-found']);
    } finally {
      spy.mockRestore();
    }
  });

  it("by fingerprint needs the student's finger, and a refusal spends no picture", async () => {
    const { sysid } = await sold({ quantity: 2 });
    const byFinger = (quantity: number, picture: object, key: string | null = randomUUID()) =>
      head.ask<StudentItem>(
        contract.handOutItemFingerprint,
        { sysid, quantity, ...picture },
        key === null ? {} : { key },
      );
    expect((await byFinger(1, print(OTHER, 1))).problem).toBe('fingerprint.no-match');
    const before = await count('spent_pictures');
    const picture = print(FINGER, ++shot);
    expect((await byFinger(3, picture)).problem).toBe('item.over-quantity');
    expect(await count('spent_pictures')).toBe(before);
    const first = await byFinger(1, picture, null);
    expect(first.body).toMatchObject({ handedOut: 1 });
    expect((await byFinger(1, picture, null)).body).toEqual(first.body);
    expect((await byFinger(1, picture)).problem).toBe('fingerprint.replayed');
    expect((await head.ask(contract.getItem, { sysid })).body).toMatchObject({ handedOut: 1 });
  });

  it('concurrent presses without a key hand out once, and a repeat returns the first answer', async () => {
    const { sysid } = await sold({ quantity: 5 });
    const answers = await Promise.all([1, 2, 3].map(() => handOut(sysid, 2, null)));
    for (const answer of answers) expect(answer.body).toMatchObject({ handedOut: 2, waiting: 3 });
    expect((await handOut(sysid, 1)).body).toMatchObject({ handedOut: 3 });
    expect((await handOut(sysid, 2, null)).body).toMatchObject({ handedOut: 2, waiting: 3, state: 'partly' });
    expect((await head.ask(contract.getItem, { sysid })).body).toMatchObject({ handedOut: 3 });
  });

  it('40 concurrent calls on two servers hand out the three pieces once each', async () => {
    const second = openDatabase(server.appUrl, 10);
    const { app } = await makeApp(
      { ...server.context, db: second },
      { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, maxEventLoopDelay: 0 },
    );
    server.watchRequests(app);
    try {
      const { sysid } = await sold({ quantity: 3, price: 10 });
      const servers: FastifyInstance[] = [server.app, app];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, turn) =>
          servers[turn % 2]?.inject({
            method: 'POST',
            url: '/api/student/handOutItem',
            payload: { sysid, quantity: 1 },
            headers: { ...clientHeaders(server.context, head.token), 'idempotency-key': randomUUID() },
          }),
        ),
      );
      const problems = answers.map((answer) => answer?.json<{ problem?: string }>().problem ?? 'none');
      expect(problems.filter((problem) => problem === 'none')).toHaveLength(3);
      expect(problems.filter((problem) => problem === 'item.over-quantity')).toHaveLength(37);
      expect((await head.ask(contract.getItem, { sysid })).body).toMatchObject({ handedOut: 3, waiting: 0 });
    } finally {
      await app.close();
      await second.close();
    }
  }, 30_000);
});

describe('returnItem', () => {
  it('refunds pieces that were handed out', async () => {
    const admissionNumber = await aStudent(1_000);
    const { sysid } = await sold({ admissionNumber, quantity: 3, price: 200 });
    await handOut(sysid, 2);
    const back = await giveBack(sysid, 1);
    expect(back.body).toMatchObject({
      waiting: 1,
      handedOut: 1,
      returned: 1,
      paid: 400,
      balance: 600,
      state: 'partly',
    });
    const [row] = await statement(admissionNumber);
    expect(row).toMatchObject({ kind: 'item-return', amount: 200, balance: 600, reference: 'Sweater' });
    const events = await head.ask<ItemEvent[]>(contract.getItemEvents, { sysid });
    expect(events.body[0]).toMatchObject({
      kind: 'refund',
      quantity: 1,
      amount: 200,
      reason: 'Too small',
      method: null,
    });
  });

  it('an exchange makes pieces wait again without moving money', async () => {
    const admissionNumber = await aStudent(400);
    const { sysid } = await sold({ admissionNumber, quantity: 2, price: 200 });
    await handOut(sysid, 2);
    expect((await giveBack(sysid, 1, 'exchange')).body).toMatchObject({
      waiting: 1,
      handedOut: 1,
      returned: 0,
      balance: 0,
    });
    expect((await handOut(sysid, 1)).body).toMatchObject({ waiting: 0, handedOut: 2, state: 'handedOut' });
  });

  it('cancels waiting pieces and refunds them', async () => {
    const admissionNumber = await aStudent(400);
    const { sysid } = await sold({ admissionNumber, quantity: 2, price: 200 });
    expect((await giveBack(sysid, 2, 'cancel')).body).toMatchObject({
      returned: 2,
      paid: 0,
      balance: 400,
      state: 'returned',
    });
    expect((await handOut(sysid, 1)).problem).toBe('item.over-quantity');
  });

  it('refuses to return more than there is, also by concurrent calls', async () => {
    const admissionNumber = await aStudent(600);
    const { sysid } = await sold({ admissionNumber, quantity: 3, price: 200 });
    await handOut(sysid, 1);
    const refused = [
      await giveBack(sysid, 2, 'refund'),
      await giveBack(sysid, 2, 'exchange'),
      await giveBack(sysid, 3, 'cancel'),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toMatchObject([
      [422, { problem: 'item.over-quantity', detail: { left: 1 } }],
      [422, { problem: 'item.over-quantity', detail: { left: 1 } }],
      [422, { problem: 'item.over-quantity', detail: { left: 2 } }],
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => giveBack(sysid, 1, 'refund')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance(admissionNumber)).toBe(200);
  });

  it('a double press or repeated key returns once', async () => {
    const admissionNumber = await aStudent(600);
    const { sysid } = await sold({ admissionNumber, quantity: 3, price: 200 });
    const first = await giveBack(sysid, 1, 'cancel', null);
    expect((await giveBack(sysid, 1, 'cancel', null)).body).toEqual(first.body);
    const key = randomUUID();
    expect((await giveBack(sysid, 1, 'cancel', key)).body).toMatchObject({ balance: 400 });
    expect((await giveBack(sysid, 1, 'cancel', key)).body).toMatchObject({ balance: 400 });
    expect(await balance(admissionNumber)).toBe(400);
  });

  it('a sale or return cannot be reversed', async () => {
    const admissionNumber = await aStudent(600);
    const { sysid } = await sold({ admissionNumber, quantity: 2, price: 200 });
    await giveBack(sysid, 1, 'cancel');
    const other = await server.aPerson('SchoolAdmin', school);
    for (const row of (await statement(admissionNumber)).slice(0, 2)) {
      for (const who of [other, head]) {
        const refused = await who.ask(wallet.reverse, { sysid: row.sysid, reason: 'A slip' });
        expect([row.kind, refused.status, refused.problem]).toEqual([row.kind, 422, 'wallet.not-reversible']);
      }
    }
    expect(await balance(admissionNumber)).toBe(400);
  });

  it('needs a reason', async () => {
    const { sysid } = await sold({});
    expect((await head.ask(contract.returnItem, { sysid, quantity: 1, reason: ' ' })).status).toBe(400);
  });
});

describe('item record', () => {
  it('updateItem changes the name only, and audits it', async () => {
    const item = await sold({ itemName: 'Sweatr' });
    const changed = await head.ask(contract.updateItem, {
      sysid: item.sysid,
      itemName: 'Sweater',
      price: 1,
      quantity: 9,
    });
    expect(changed.body).toMatchObject({ itemName: 'Sweater', price: 0, quantity: 1 });
    expect((await head.ask(contract.updateItem, { sysid: item.sysid })).body).toEqual(changed.body);
    const history = await head.ask<reports.HistoryRow[]>(reports.getHistory, { kind: 'item', sysid: item.sysid });
    expect(history.body.map(({ action, changes }) => [action, changes])).toEqual([
      ['item.update', [{ field: 'itemName', from: 'Sweatr', to: 'Sweater', secret: false }]],
      ['item.create', []],
    ]);
  });

  it('refuses an update of a stale record', async () => {
    const { sysid, updated } = await sold({ itemName: 'Sweatr' });
    const rename = (itemName: string) => head.ask(contract.updateItem, { sysid, itemName, updated });
    expect((await rename('Sweater')).status).toBe(200);
    expect((await rename('Jumper')).problem).toBe('record.changed');
    const listed = await head.ask<StudentItem[]>(contract.studentItems, { search: 'Jumper' });
    expect(listed.body).toEqual([]);
  });

  it('audits creation, hand-outs and returns', async () => {
    const { sysid } = await sold({ itemName: 'Tie', quantity: 2 });
    await handOut(sysid, 2);
    await giveBack(sysid, 1);
    const history = await head.ask<reports.HistoryRow[]>(reports.getHistory, { kind: 'item', sysid });
    expect(history.body.map(({ action }) => action)).toEqual(['item.take-back', 'item.hand-out', 'item.create']);
  });

  it('a refusal says how many pieces are available', async () => {
    const { sysid } = await sold({ itemName: 'Cap', quantity: 2 });
    const message = async (asked: Promise<{ body: unknown }>) => ((await asked).body as { message: string }).message;
    expect(await message(handOut(sysid, 3))).toBe('Cap: only 2 are waiting to be handed out.');
    await handOut(sysid, 1);
    expect(await message(giveBack(sysid, 2, 'cancel'))).toBe('Cap: only 1 is waiting to be handed out.');
    expect(await message(giveBack(sysid, 2))).toBe('Cap: only 1 is with the student.');
    await handOut(sysid, 1);
    expect(await message(handOut(sysid, 1))).toBe('Cap: none is waiting to be handed out.');
  });

  it('getItemEvents lists each hand-out once when two users hand out', async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const { sysid } = await sold({ itemName: 'Scarf', quantity: 2 });
    await handOut(sysid, 1);
    const input = { sysid, quantity: 1 };
    expect((await bursar.ask(contract.handOutItem, input, { key: randomUUID() })).status).toBe(200);
    const events = await head.ask<ItemEvent[]>(contract.getItemEvents, { sysid });
    expect(events.body.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['handOut', 1],
      ['handOut', 1],
    ]);
  });

  it('can be deleted without pieces or money only, and restored', async () => {
    const paid = await sold({ price: 10, quantity: 2 });
    const issued = await sold({});
    await handOut(issued.sysid, 1);
    for (const { sysid } of [paid, issued]) {
      const refused = await head.ask(contract.deleteItem, { sysid });
      expect([refused.status, refused.problem]).toEqual([409, 'item.in-use']);
    }
    await giveBack(paid.sysid, 2, 'cancel');
    await giveBack(issued.sysid, 1, 'exchange');
    for (const { sysid } of [paid, issued]) {
      const before = (await head.ask(contract.getItem, { sysid })).body;
      expect((await head.ask(contract.deleteItem, { sysid })).body).toEqual(before);
      const listed = await head.ask<StudentItem[]>(contract.studentItems, { pageSize: 100 });
      expect(listed.body.map((row) => row.sysid)).not.toContain(sysid);
      expect((await head.ask(contract.getItem, { sysid })).problem).toBe('item.not-found');
      expect((await handOut(sysid, 1)).problem).toBe('item.not-found');
      expect((await giveBack(sysid, 1)).problem).toBe('item.not-found');
      expect((await head.ask(contract.deleteItem, { sysid })).problem).toBe('item.not-found');
      expect((await head.ask(contract.restoreItem, { sysid })).body).toEqual(before);
      expect((await head.ask(contract.restoreItem, { sysid })).problem).toBe('item.not-found');
    }
  });

  it("another school's users and agents can neither see nor change it", async () => {
    const { sysid } = await sold({});
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    const agent = await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'bus']);
    const calls = [
      [contract.getItem, { sysid }],
      [contract.updateItem, { sysid }],
      [contract.deleteItem, { sysid }],
      [contract.restoreItem, { sysid }],
      [contract.handOutItem, { sysid, quantity: 1 }],
      [contract.handOutItemPin, { sysid, quantity: 1, pin: PIN }],
      [contract.returnItem, { sysid, quantity: 1, reason: 'x' }],
      [contract.getItemEvents, { sysid }],
    ] as const;
    for (const [call, input] of calls) {
      expect([call.path, (await stranger.ask(call, input)).problem]).toEqual([call.path, 'item.not-found']);
      expect([call.path, (await agent.ask(call, input)).problem]).toEqual([call.path, 'session.role']);
    }
    expect((await stranger.ask(contract.studentItems)).body).toEqual([]);
    expect((await stranger.ask(contract.getItemNames)).body).toEqual([]);
  });

  it('the application can neither change nor delete sold items and their events', async () => {
    const { sysid } = await sold({});
    await handOut(sysid, 1);
    for (const change of [
      'UPDATE item_events SET quantity = 9',
      'DELETE FROM item_events',
      'UPDATE student_items SET price = 1',
      'UPDATE student_items SET quantity = 9',
      'UPDATE student_items SET handed_out = 2',
      'DELETE FROM student_items',
    ]) {
      await expect(server.context.db.inSchool(school, (tx) => tx.row(change))).rejects.toThrow();
    }
  });
});

describe('studentItems', () => {
  it('filters by student, class, name, state and time, and sorts', async () => {
    const admissionNumber = await aStudent(1_000);
    const shoes = await sold({ admissionNumber, itemName: 'Shoes', quantity: 2, price: 50 });
    const trip = await sold({ admissionNumber, itemName: 'Trip', price: 60 });
    await handOut(shoes.sysid, 1);
    const list = async (filter: object) =>
      (await head.ask<StudentItem[]>(contract.studentItems, { admissionNumber, ...filter })).body.map(
        (row) => row.itemName,
      );
    expect(await list({})).toEqual(['Trip', 'Shoes']);
    expect(await list({ sort: 'paid' })).toEqual(['Trip', 'Shoes']);
    expect(await list({ sort: 'itemName' })).toEqual(['Shoes', 'Trip']);
    expect(await list({ state: 'partly' })).toEqual(['Shoes']);
    expect(await list({ state: 'waiting' })).toEqual(['Trip']);
    expect(await list({ state: 'returned' })).toEqual([]);
    await handOut(shoes.sysid, 1);
    expect(await list({ state: 'handedOut' })).toEqual(['Shoes']);
    await giveBack(trip.sysid, 1, 'cancel');
    expect(await list({ state: 'returned' })).toEqual(['Trip']);
    expect(await list({ itemName: 'sHoes' })).toEqual(['Shoes']);
    expect(await list({ classSYSID })).toEqual(['Trip', 'Shoes']);
    expect(await list({ classSYSID: await server.aClass(school) })).toEqual([]);
    expect(await list({ search: 'sho' })).toEqual(['Shoes']);
    expect(await list({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await list({ to: new Date(Date.now() + 60_000).toISOString() })).toEqual(['Trip', 'Shoes']);
    const page = await head.ask<StudentItem[]>(contract.studentItems, { admissionNumber, page: 2, pageSize: 1 });
    expect([page.body.map((row) => row.itemName), page.headers['x-total-count']]).toEqual([['Shoes'], '2']);
  });

  it('getItemNames lists each name once with its last price', async () => {
    const admissionNumber = await aStudent(1_000);
    await sold({ admissionNumber, itemName: 'Blazer', price: 10 });
    await sold({ admissionNumber, itemName: 'BLAZER', price: 20 });
    const names = await head.ask<ItemNameUsed[]>(contract.getItemNames, { search: 'blaz' });
    expect(names.body).toEqual([{ itemName: 'BLAZER', price: 20 }]);
  });
});
