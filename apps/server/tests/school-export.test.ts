import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getClasses, getSchool, updateSchool } from '@mfuko/contract/schools';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup, restoreInto } from '../src/backups/restore-into.ts';
import { readConfig } from '../src/config.ts';
import { SEND_WAITING } from '../src/features/messages/jobs.ts';
import { openSchool } from '../src/features/schools/index.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import type { Sms } from '../src/gateways/sms/port.ts';
import { makePair } from '../src/platform/backup/age-keys.ts';
import { enqueue } from '../src/platform/jobs/jobs.ts';
import { closeAndSettle } from '../src/school-move/close.ts';
import { exportSchool } from '../src/school-move/export-school.ts';
import { findSchool } from '../src/school-move/find-school.ts';
import { GOING } from '../src/school-move/tables.ts';
import { refuseWaitingDevices } from '../src/school-move/waiting.ts';
import { FIRST_NUMBER } from '../src/seed/people.ts';
import { jobsOf } from '../src/worker.ts';
import type { Person } from './kit.ts';
import { isBlocked } from './lock-waits.testkit.ts';
import { asSuperuser, type MovingWorld, openMovingWorld, superuserRows } from './school-move.testkit.ts';

const quiet = () => undefined;
const STUDENT = String(FIRST_NUMBER);
let world: MovingWorld;
let bursar: Person;
let admin: Person;

beforeAll(async () => {
  world = await openMovingWorld();
  bursar = world.bursar;
  admin = await world.server.aPerson('Admin');
}, 120_000);
afterAll(() => world.close());

const found = () => findSchool(world.server.context.db, world.name);
const parts = () => ({ context: world.server.context, ownerUrl: world.database.ownerUrl });
const close = async () =>
  closeAndSettle({ db: world.server.context.db, ownerUrl: world.database.ownerUrl }, await found());
const open = () => world.server.context.db.inSchool(world.schoolId, (tx) => openSchool(tx, { tool: 'test' }));
let amount = 1_000;
// Another amount each time: the same one twice is taken for a double press.
const deposit = (who: Person) =>
  who.ask(wallet.deposit, { admissionNumber: STUDENT, amount: ++amount }, { school: world.schoolId });
const folderOf = (name: string) => {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  return folder;
};
const leave = async (to: string, now?: () => Date) =>
  exportSchool(parts(), await found(), { to, recipients: [world.carrier.recipient], ...(now ? { now } : {}) });
const countEntries = () =>
  world.server.context.db.readSchool(world.schoolId, async (tx) => {
    const row = await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM journal_entries WHERE school_id = $1',
      [tx.schoolId],
    );
    return row?.count ?? 0;
  });

describe('a school closed for a move', () => {
  it('rejects its staff and Admins until it is opened again', async () => {
    expect((await deposit(bursar)).status).toBe(200);
    await close();
    // Their sessions were ended.
    expect((await bursar.ask(getClasses)).status).toBe(401);
    const anew = await world.server.aPerson('SchoolAdmin', world.schoolId);
    expect(await deposit(anew)).toMatchObject({ status: 403, problem: 'school.moving' });
    expect(await deposit(admin)).toMatchObject({ status: 403, problem: 'school.moving' });
    const asked = { school: world.schoolId };
    expect((await admin.ask(getClasses, {}, asked)).problem).toBe('school.moving');
    const resumed = await admin.ask(updateSchool, { sysid: world.schoolId, status: 'active' });
    expect(resumed).toMatchObject({ status: 403, problem: 'school.moving' });
    const shown = await admin.ask(getSchool, { sysid: world.schoolId });
    expect(shown.body).toMatchObject({ status: 'suspended', isMoving: true });
    expect(await deposit(admin)).toMatchObject({ status: 403, problem: 'school.moving' });
    expect(await open()).toBe(true);
    expect((await deposit(anew)).status).toBe(200);
    bursar = anew;
  });

  it('rejects a deposit already under way, and inserts of entries, events, payments and callbacks', async () => {
    const { db } = world.server.context;
    let depositing: ReturnType<typeof deposit> | undefined;
    await db.inSchool(world.schoolId, async (tx) => {
      await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('school:' || $1, 0))`, [world.schoolId]);
      depositing = deposit(bursar);
      expect(await isBlocked(world.server, depositing)).toBe(true);
      await tx.row(`UPDATE schools SET closed_at = now(), closed_status = status, status = 'suspended' WHERE id = $1`, [
        world.schoolId,
      ]);
    });
    expect(await depositing).toMatchObject({ status: 403, problem: 'school.moving' });
    for (const statement of [
      `INSERT INTO journal_entries SELECT * FROM json_populate_record(null::journal_entries, '{"kind":"collection","school_id":"ID"}')`,
      `INSERT INTO gate_events SELECT * FROM json_populate_record(null::gate_events, '{"kind":"out","school_id":"ID"}')`,
      `INSERT INTO bus_events SELECT * FROM json_populate_record(null::bus_events, '{"kind":"off","school_id":"ID"}')`,
      `INSERT INTO payments SELECT * FROM json_populate_record(null::payments, '{"school_id":"ID"}')`,
      `INSERT INTO provider_callbacks SELECT * FROM json_populate_record(null::provider_callbacks, '{"school_id":"ID"}')`,
    ])
      await expect(
        db.inSchool(world.schoolId, (tx) => tx.row(statement.replace('ID', world.schoolId))),
      ).rejects.toMatchObject({ code: 'MF423' });
    await open();
  });

  it('cannot be closed while a device has unsent events, and the error names the device', async () => {
    const { db } = world.server.context;
    const refusing = async () => refuseWaitingDevices(db, await found());
    const run = (statement: string, ...values: unknown[]) =>
      db.inSchool(world.schoolId, (tx) => tx.row(statement, [tx.schoolId, ...values]));
    const device = randomUUID();
    await run(
      `INSERT INTO devices (school_id, id, serial_number, label, role) VALUES ($1, $2, 'S-14', 'South gate', 'CHECKIN')`,
      device,
    );
    await run('INSERT INTO device_heartbeats (school_id, device_id, waiting) VALUES ($1, $2, 14)', device);
    await expect(refusing()).rejects.toThrow(
      /South gate: 14, last heard of \d\d\/\d\d\/\d{4} \d\d:\d\d\n.*--leave-behind/,
    );
    await run('UPDATE device_heartbeats SET waiting = 0 WHERE school_id = $1 AND device_id = $2', device);
    await refusing();
    await run('UPDATE device_heartbeats SET waiting = 3 WHERE school_id = $1 AND device_id = $2', device);
    await run('UPDATE devices SET revoked_at = now() WHERE school_id = $1 AND id = $2', device);
    await refusing();
  });

  it('defers its messages and jobs', async () => {
    const { context, sent } = world.server;
    await context.db.inSchool(world.schoolId, async (tx) => {
      await tx.row(`UPDATE sms_messages SET state = 'waiting', next_try_at = now(), expires_at = now() + interval '1 hour'
                    WHERE id = (SELECT id FROM sms_messages WHERE to_sealed IS NOT NULL AND text_sealed IS NOT NULL LIMIT 1)`);
      await enqueue(tx, 'pay-refund', { schoolId: world.schoolId, id: world.schoolId });
    });
    await close();
    const before = sent.length;
    const send = async (sms: Sms) => {
      sent.push(sms);
      return { providerId: null, cost: null };
    };
    await world.server.runJobs();
    await jobsOf(context, { send }, noPayments)[SEND_WAITING]?.({});
    expect(sent.length).toBe(before);
    const waiting = await onDatabase(
      `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'pay-refund' AND run_at > now()`,
    );
    expect(waiting).toEqual([{ count: 1 }]);
    await open();
  });

  it('finishes closing only after open transactions end', async () => {
    const { db } = world.server.context;
    let looks = 0;
    const counted: Pick<typeof db, 'inSchool' | 'readPlatform'> = {
      inSchool: db.inSchool.bind(db),
      readPlatform: (work) => {
        looks++;
        return db.readPlatform(work);
      },
    };
    let closing: Promise<void> | undefined;
    let ended = false;
    await db.inSchool(world.schoolId, async (tx) => {
      await tx.row('SELECT 1 AS one');
      closing = closeAndSettle({ db: counted, ownerUrl: world.database.ownerUrl }, await found());
      closing.then(
        () => (ended = true),
        () => (ended = true),
      );
      await expect.poll(() => looks).toBeGreaterThan(2);
      expect(ended).toBe(false);
      expect((await found()).closedAt).not.toBeNull();
    });
    await closing;
    await open();
  });
});

describe('exporting a school', () => {
  it('is rejected while the school is open', async () => {
    await expect(leave(folderOf('open'))).rejects.toThrow('is open: what is recorded meanwhile would be missing');
    expect(readdirSync(join(world.folder, 'open'))).toEqual([]);
  });

  it('is rejected if its books or audit trail were tampered with', async () => {
    await close();
    const [entry] = await onDatabase<{ id: string }>(
      `SELECT id FROM journal_entries WHERE at < (SELECT max(ends) FROM book_days) ORDER BY at LIMIT 1`,
    );
    const touch = (by: number) =>
      asSuperuser(world.database, `UPDATE journal_entries SET amount = amount + ${by} WHERE id = '${entry?.id}'`);
    await touch(100);
    await expect(leave(folderOf('books'))).rejects.toThrow('is not in order');
    await touch(-100);
    const trail = (from: string, to: string) =>
      asSuperuser(world.database, `UPDATE audit_events SET action = '${to}' WHERE action = '${from}'`);
    await trail('wallet.deposit', 'wallet.gift');
    await expect(leave(folderOf('trail'))).rejects.toThrow('The audit trail, row');
    await trail('wallet.gift', 'wallet.deposit');
    expect([...readdirSync(join(world.folder, 'books')), ...readdirSync(join(world.folder, 'trail'))]).toEqual([]);
  });

  it('writes one encrypted file of one snapshot, and rejects deposits meanwhile', async () => {
    const before = await countEntries();
    const attempts: ReturnType<typeof deposit>[] = [];
    const again = await world.server.aPerson('SchoolAdmin', world.schoolId);
    const { file, rows, ends } = await leave(folderOf('file'), () => {
      attempts.push(deposit(again), deposit(admin));
      return new Date();
    });
    for (const { problem } of await Promise.all(attempts)) expect(problem).toBe('school.moving');
    expect(attempts.length).toBe(2);
    expect(rows).toMatchObject({ schools: 1, students: 3, journal_entries: before });
    expect(rows.fingerprints).toBeGreaterThan(0);
    expect(ends.pins).toBe(3);
    expect(readdirSync(join(world.folder, 'file')).length).toBe(1);
    const bytes = readFileSync(file);
    for (const clear of [world.name, bursar.phone, 'school_id']) expect(bytes.includes(clear)).toBe(false);
    const { header, manifest } = await checkBackup(file, [world.carrier.identity]);
    expect(header.school).toBe(world.schoolId);
    expect(Object.keys(manifest.tables).length).toBe(Object.keys(GOING).length);
    await expect(checkBackup(file, [(await makePair()).identity])).rejects.toThrow('does not open this backup');
    await expect(
      restoreInto(readConfig({ DATA_DIR: join(world.folder, 'restored') }), file, [world.carrier.identity], quiet),
    ).rejects.toThrow('This file holds one school');
  });
});

function onDatabase<Row>(statement: string): Promise<Row[]> {
  return superuserRows(world.database, statement) as Promise<Row[]>;
}
