import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mfuko/contract/erasure';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeTestDatabase, onServer, type TestDatabase } from '../../../tests/database.ts';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { checkTrail } from '../../platform/audit/check.ts';
import { sealTrail } from '../../platform/audit/seal.ts';
import { newId } from '../../platform/records/id.ts';
import { verifyBooks } from '../books/index.ts';
import { settle } from '../payments/book.ts';
import { eraseAgain } from './erase-again.ts';
import { erasedFile, noteErased, readErased } from './erased-file.ts';

const masterKey = randomBytes(32);
const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-erased-'));
const NAMES = 'Nanjala Wekesa Barasa';

let copy: TestDatabase;
let server: TestServer;
let school: string;
let studentSYSID: string;
let poorSYSID: string;

/** Follows an installation: the database is copied, a child is erased, and the copy is restored. */
beforeAll(async () => {
  const database = await makeTestDatabase();
  const before = await openTestServer({ DATA_DIR: dataDir }, {}, { database: keeping(database), masterKey });
  school = await before.aSchool();
  const [bursar, head]: [Person, Person] = [
    await before.aPerson('SchoolAdmin', school),
    await before.aPerson('SchoolAdmin', school),
  ];
  const classSYSID = await before.aClass(school);
  const made = await head.ask<{ sysid: string }>(students.createStudent, {
    admissionNumber: '740199',
    names: NAMES,
    classSYSID,
  });
  studentSYSID = made.body.sysid;
  await head.ask(wallet.deposit, { admissionNumber: '740199', amount: 70 });
  // Another child, whose wallet was emptied before the copy was made.
  const poor = { admissionNumber: '740198', names: 'Baraka Mwende', classSYSID, checkPin: '482613' };
  poorSYSID = (await head.ask<{ sysid: string }>(students.createStudent, poor)).body.sysid;
  await head.ask(wallet.deposit, { admissionNumber: '740198', amount: 30 });
  const out = { admissionNumber: '740198', pin: '482613', amount: 30, userName: head.phone };
  expect((await head.ask(wallet.cashOutPin, out)).status).toBe(200);
  const paid = await before.context.db.readSchool(school, (tx) =>
    tx.row<{ sysid: string }>('SELECT id AS sysid FROM journal_entries WHERE school_id = $1 AND student_id = $2', [
      school,
      studentSYSID,
    ]),
  );
  await sealTrail(before.context, new Map());
  await before.close();

  copy = await copyOf(database);
  const after = await openTestServer({ DATA_DIR: dataDir }, {}, { database, masterKey });
  await bursarAsks(after, bursar, wallet.reverse, { sysid: paid?.sysid, reason: 'Paid in by mistake' });
  await bursarAsks(after, bursar, contract.eraseStudent, { sysid: studentSYSID, reason: 'Moved away' });
  await bursarAsks(after, head, contract.approveErase, { sysid: studentSYSID });
  await bursarAsks(after, bursar, contract.eraseStudent, { sysid: poorSYSID, reason: 'Moved away' });
  await bursarAsks(after, head, contract.approveErase, { sysid: poorSYSID });
  await after.close();

  server = await openTestServer({ DATA_DIR: dataDir }, {}, { database: copy, masterKey });
  // Open in the copy, which does not know the outcome.
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO payments (school_id, id, receipt, account, amount, paid_at, reported_by, state)
       VALUES ($1, $2, 'UAFT740199', '740199', 6000, now(), 'confirmation', 'told')`,
      [school, newId()],
    ),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

/** Keeps the database when its server closes. */
function keeping(database: TestDatabase): TestDatabase {
  return { ...database, drop: async () => undefined };
}

async function copyOf({ ownerUrl }: TestDatabase): Promise<TestDatabase> {
  const made = await makeTestDatabase('empty');
  const [from, to] = [new URL(ownerUrl).pathname.slice(1), new URL(made.ownerUrl).pathname.slice(1)];
  await onServer(inject('testServer'), `DROP DATABASE ${to}`);
  await onServer(inject('testServer'), `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  return made;
}

/** Sends a call of a user of the previous server to the next one: the session is in the database. */
async function bursarAsks(at: TestServer, who: Person, endpoint: Parameters<Person['ask']>[0], input: object) {
  const { status } = await at.as(who).ask(endpoint, input);
  expect([endpoint.path, status]).toEqual([endpoint.path, 200]);
}

const namesOf = async () => {
  const rows = await server.context.db.readSchool(school, (tx) =>
    tx.rows<{ names: string }>('SELECT names FROM students WHERE school_id = $1 AND id = $2', [school, studentSYSID]),
  );
  return rows.map(({ names }) => names);
};

describe('restored backup older than an erasure', () => {
  it('eraseAgain erases the student again, once', async () => {
    expect(await namesOf()).toEqual([NAMES]);
    expect(await eraseAgain(server.context)).toBe(2);
    expect(await namesOf()).toEqual([`Erased student ${readErased(server.context)[0]?.pseudonym}`]);
    expect(await eraseAgain(server.context)).toBe(0);
    expect(readErased(server.context)).toHaveLength(2);
  });

  it('an open payment no longer names the student and is parked when confirmed', async () => {
    const accounts = await server.context.db.readSchool(school, (tx) =>
      tx.rows('SELECT account FROM payments WHERE school_id = $1', [school]),
    );
    expect(accounts).toEqual([{ account: '…' }]);
    // The payment waits in suspense for the office once M-Pesa has confirmed it.
    const settled = await server.context.db.inSchool(school, (tx) =>
      settle(tx, server.context, 'UAFT740199', { by: 'status', amount: 6000n }),
    );
    expect(settled).toBe('parked');
  });

  it('books and audit trail verify, and remaining money stays visible', async () => {
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
    await sealTrail(server.context, new Map());
    expect((await checkTrail(server.context, school, [])).findings).toEqual([]);
    const wallets = await server.context.db.readSchool(school, (tx) =>
      tx.rows(`SELECT balance, closed FROM accounts WHERE school_id = $1 AND kind = 'wallet' ORDER BY balance`, [
        school,
      ]),
    );
    expect(wallets).toEqual([
      { balance: 0n, closed: true },
      { balance: 7000n, closed: false },
    ]);
  });

  it('eraseAgain rewrites a lost file of erasures from the database', async () => {
    rmSync(erasedFile(dataDir));
    expect(await eraseAgain(server.context)).toBe(0);
    expect(readErased(server.context)).toHaveLength(2);
    expect(readErased(server.context)).toContainEqual(expect.objectContaining({ schoolSYSID: school, studentSYSID }));
  });

  it('eraseAgain ignores torn lines and lines with an invalid MAC', async () => {
    const other = await server.aPerson('SchoolAdmin', school);
    const made = await other.ask<{ sysid: string }>(students.createStudent, {
      admissionNumber: '740200',
      names: NAMES,
      classSYSID: await server.aClass(school),
    });
    const erased = { schoolSYSID: school, studentSYSID: made.body.sysid, pseudonym: 'E-000000000000' };
    const keys = { ...server.context.keys, digest: () => Buffer.from('another key') };
    noteErased({ config: server.context.config, keys }, erased);
    appendFileSync(erasedFile(dataDir), `{"schoolSYSID":"${school}","stud`);
    expect(await eraseAgain(server.context)).toBe(0);
    expect((await other.ask(students.getStudent, { sysid: made.body.sysid })).status).toBe(200);
  });
});
