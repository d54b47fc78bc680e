import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePins } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { packTar, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bootstrapped, bootstrap, offlineKeyOf } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { verifyBooks } from '../src/features/books/index.ts';
import { print as finger } from '../src/features/fingerprints/fingers.testkit.ts';
import { reportTrails } from '../src/platform/audit/report.ts';
import { checkpointFile, readCheckpoints, sealTrail } from '../src/platform/audit/seal.ts';
import { openEncrypted, writeEncrypted } from '../src/platform/backup/age-file.ts';
import type { Manifest } from '../src/platform/backup/format.ts';
import { readKey, readMasterKey } from '../src/platform/crypto/key-files.ts';
import { APP_ROLE } from '../src/platform/database/app-role.ts';
import { PLATFORM_SCHOOL as PLATFORM } from '../src/platform/database/database.ts';
import type { AppContext } from '../src/platform/process/app-context.ts';
import { closeAndSettle } from '../src/school-move/close.ts';
import { exportSchool } from '../src/school-move/export-school.ts';
import { findSchool } from '../src/school-move/find-school.ts';
import { importSchool } from '../src/school-move/import-school.ts';
import { removeSchool } from '../src/school-move/remove-school.ts';
import { DEMO_PIN, FIRST_NUMBER } from '../src/seed/people.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { asSuperuser, type MovingWorld, openMovingWorld, superuserRows } from './school-move.testkit.ts';

const quiet = () => undefined;
const STUDENT = String(FIRST_NUMBER);

/** An installation as the programs of the command line open it. */
interface Place {
  readonly context: AppContext;
  readonly ownerUrl: string;
}

let world: MovingWorld;
let box: Bootstrapped;
let platform: Place;

beforeAll(async () => {
  world = await openMovingWorld();
  platform = { context: world.server.context, ownerUrl: world.database.ownerUrl };
  await asSuperuser(
    world.database,
    `GRANT SET ON PARAMETER session_replication_role TO ${new URL(world.database.ownerUrl).username}`,
  );
  box = await bootstrap(readConfig({ DATA_DIR: join(world.folder, 'box'), SEED: 'none' }), quiet, { makeKeys: true });
  await platform.context.db.inSchool(world.schoolId, (tx) =>
    tx.row(`INSERT INTO short_codes (code, school_id) VALUES ('700700', $1)`, [world.schoolId]),
  );
  before = await read(await world.server.aPerson('SchoolAdmin', world.schoolId));
  entries = await rowsOf(platform, 'journal_entries');
  whole = await leave(platform);
}, 120_000);
afterAll(async () => {
  await box?.close();
  await world?.close();
});

let whole: string;
let before: { wallet: unknown; statement: unknown };
let entries: unknown[];
const read = async (who: Person) => ({
  wallet: (await who.ask(wallet.getWallet, { admissionNumber: STUDENT })).body,
  statement: (await who.ask(wallet.getStatement, { admissionNumber: STUDENT })).body,
});
let files = 0;
async function leave(from: Place): Promise<string> {
  const find = () => findSchool(from.context.db, world.schoolId);
  await closeAndSettle({ db: from.context.db, ownerUrl: from.ownerUrl }, await find());
  const to = join(world.folder, `file-${++files}`);
  mkdirSync(to);
  return (await exportSchool(from, await find(), { to, recipients: [world.carrier.recipient] })).file;
}
const arrive = (at: Place, file: string) => importSchool(at, file, [world.carrier.identity]);
const rowsOf = ({ context }: Place, table: string) =>
  context.db.readSchool(world.schoolId, (tx) =>
    tx.rows<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`),
  );
const studentsOf = ({ context }: Place) =>
  context.db.readSchool(world.schoolId, (tx) =>
    tx.rows<{ id: string; number: string }>('SELECT id, admission_number AS number FROM students ORDER BY 2'),
  );
const countGuesses = ({ context }: Place) =>
  context.db.readSchool(world.schoolId, (tx) =>
    tx.row<{ charged: number; wrong: number; failures: number }>(
      `SELECT (SELECT count(*)::int FROM student_tries) AS charged, (SELECT count(*)::int FROM failed_attempts) AS wrong,
              (SELECT sum(pin_failures)::int FROM student_locks) AS failures`,
    ),
  );
/** Numbers of rows in all tables of an installation: of its platform, and of each school that is named by a file here. */
async function countRows({ context: { db } }: Place): Promise<Record<string, number>> {
  const tables = await db.readPlatform((tx) =>
    tx.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_any_column_privilege(c.oid, 'SELECT') ORDER BY 1`,
    ),
  );
  const counts = tables
    .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`)
    .join(' UNION ALL ');
  const found: Record<string, number> = {};
  for (const id of [PLATFORM, world.schoolId, OTHER]) {
    const rows = await (id === PLATFORM
      ? db.readPlatform((tx) => tx.rows<{ name: string; rows: number }>(counts))
      : db.readSchool(id, (tx) => tx.rows<{ name: string; rows: number }>(counts)));
    for (const { name, rows: count } of rows) found[`${id} ${name}`] = count;
  }
  return found;
}

async function isSound({ context }: Place): Promise<boolean> {
  const { findings } = await verifyBooks(context, world.schoolId);
  const told: string[] = [];
  const whole = await reportTrails(context, readCheckpoints(checkpointFile(context.config.dataDir)), (line) =>
    told.push(line),
  );
  return whole && findings.length === 0;
}

async function serverAt(opened: Bootstrapped): Promise<TestServer> {
  const { dataDir } = opened.context.config;
  const app = new URL(opened.ownerUrl);
  app.username = APP_ROLE;
  app.password = readKey(dataDir, 'database-app');
  const server = await openTestServer(
    { DATA_DIR: dataDir, APP_WIRE_KEY: opened.context.config.wireKey.key },
    { offlineKey: offlineKeyOf(opened.context.config) },
    {
      database: { ownerUrl: opened.ownerUrl, appUrl: app.href, drop: async () => undefined },
      masterKey: readMasterKey(dataDir, false, {}),
    },
  );
  // The school's audit trail comes back with its records.
  world.server.watchRequests(server.app);
  return server;
}

/** The same file with one text changed and a matching manifest, as anybody with the key could write it. */
async function forge(name: string, edit: (text: string) => string): Promise<string> {
  const entries = await unpackTar(await openEncrypted(whole, [world.carrier.identity]));
  const forged = entries.map(({ header, data }) => {
    const text = Buffer.from(data ?? []).toString();
    const changed = header.name === name || header.name.startsWith(`tables/public.${name}/`) ? edit(text) : text;
    return { name: header.name, text: changed };
  });
  const manifest = JSON.parse(forged.at(-1)?.text ?? '') as Manifest;
  for (const { name: entry, text } of forged.filter((each) => each.name.startsWith('tables/'))) {
    const path = entry.split('/')[1] ?? '';
    const sha256 = createHash('sha256').update(text).digest('hex');
    manifest.tables[path] = { rows: text.split('\n').length - 1, bytes: Buffer.byteLength(text), sha256 };
  }
  const last = forged.at(-1);
  if (last) last.text = JSON.stringify(manifest);
  const tar = await packTar(
    forged.map(({ name: entry, text }) => ({
      header: { name: entry, size: Buffer.byteLength(text), type: 'file' as const },
      body: text,
    })),
  );
  const file = join(world.folder, `forged-${++files}.age`);
  await writeEncrypted(new Blob([tar as Uint8Array<ArrayBuffer>]).stream() as ReadableStream<Uint8Array>, file, [
    world.carrier.recipient,
  ]);
  return file;
}

const OTHER = '0197a000-0000-7000-8000-000000000001';

describe('importing a forged or conflicting file', () => {
  const cases: readonly (readonly [string, string, (text: string) => string, string])[] = [
    [
      'a row of another school',
      'students',
      (text) => text.replace(world.schoolId, OTHER),
      'rows of another school in students',
    ],
    [
      'a PIN of somebody of another school',
      'desk_pins',
      (text) => `${text}${OTHER}\thash\t2026-01-01 00:00:00+00\n`,
      'rows of another school in desk_pins',
    ],
    [
      'the platform itself for a school',
      'header.json',
      (text) => text.replace(world.schoolId, PLATFORM),
      'but the platform itself',
    ],
    [
      'another version',
      'header.json',
      (text) => text.replace(/"number": 173/, '"number": 9173'),
      'other tables than there are here',
    ],
    [
      'a changed audit row',
      'audit_events',
      (text) => text.replace('wallet.deposit', 'wallet.gift'),
      'does not verify under its own key',
    ],
    [
      'a changed journal entry of a closed day',
      'journal_entries',
      (text) =>
        text.replace(/\tdeposit\t([\w-]+)\t(\d+)\t/, (_, id, cents) => `\tdeposit\t${id}\t${Number(cents) + 100}\t`),
      'does not verify under its own key',
    ],
    ['a row that names what is not there', 'classes', () => '', 'rows of classes'],
    [
      'a balance that its postings do not have',
      'accounts',
      (text) => text.replace(/\twallet\t(\S+\t\S+)\t(\d+)\t/, '\twallet\t$1\t9$2\t'),
      'is not in order here',
    ],
  ];

  it.each(cases)('is rejected with %s, and imports nothing', async (_, name, edit, why) => {
    const there = await countRows(box);
    expect(there[`${PLATFORM} counties`]).toBeGreaterThan(0);
    expect(there[`${PLATFORM} schools`]).toBe(0);
    await expect(arrive(box, await forge(name, edit))).rejects.toThrow(why);
    expect(await countRows(box)).toEqual(there);
  });

  it('is rejected if another school has a paybill or number of it, without naming the number', async () => {
    const { phone } = world.bursar;
    const asNeighbour = (set: string) =>
      box.context.db.inSchool(OTHER, async (tx) => {
        await tx.row(set);
      });
    await box.context.db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO schools (id, county_id, code, official_name, short_name, town)
         SELECT $1, id, 'OTHER', 'Other Academy', 'Other', 'Kisumu' FROM counties LIMIT 1`,
        [OTHER],
      ),
    );
    await asNeighbour(`INSERT INTO short_codes (code, school_id) VALUES ('700700', '${OTHER}')`);
    await expect(arrive(box, whole)).rejects.toThrow('Another school here collects by a paybill');
    await asNeighbour(`INSERT INTO users (school_id, id, role, phone, email, first_name, last_names, password_hash)
      VALUES ('${OTHER}', '${OTHER}', 'SchoolAdmin', '${phone}', 'a@example.com', 'A', 'B', 'x')`);
    const refused = await arrive(box, whole).catch((error: Error) => error.message);
    expect(refused).toContain('1 of its people sign in by numbers that belong to others here');
    expect(refused).not.toContain(phone);
    await asNeighbour(
      `UPDATE schools SET closed_at = now(), closed_status = status, status = 'suspended' WHERE id = '${OTHER}'`,
    );
    await removeSchool(box, await findSchool(box.context.db, OTHER));
    expect(await box.context.db.readPlatform((tx) => tx.rows('SELECT id FROM schools'))).toEqual([]);
  });

  it('removeSchool rejects a school that is open', async () => {
    const open = { id: OTHER, name: 'Other', closedAt: null };
    await expect(removeSchool(box, open)).rejects.toThrow('Other is open');
  });
});

describe('a school that moves to an installation with other keys, and back', () => {
  let file: string;

  it('arrives with its books, fingers, messages and authenticators, and passes both verifiers', async () => {
    file = whole;
    const come = await arrive(box, file);
    expect(come).toMatchObject({ schoolId: world.schoolId, name: world.name, pins: 3 });
    expect(await rowsOf(box, 'journal_entries')).toEqual(entries);
    expect(await isSound(box)).toBe(true);
    const server = await serverAt(box);
    try {
      const bursar = await server.aPerson('SchoolAdmin', world.schoolId);
      const after = await read(bursar);
      expect(after).toEqual(before);
      const asked = { admissionNumber: STUDENT, amount: 50 };
      const guesses = await countGuesses(box);
      const byPin = await bursar.ask(wallet.cashOutPin, { ...asked, pin: DEMO_PIN });
      expect(byPin).toMatchObject({ problem: 'student.no-pin' });
      expect(await countGuesses(box)).toEqual(guesses);
      // The others keep none, so that their PIN comes back.
      const [, other] = await studentsOf(box);
      const made = await bursar.ask<{ slips: { sysid: string; pin: string }[] }>(makePins, { sysids: [other?.id] });
      expect(made.body.slips).toMatchObject([{ sysid: other?.id }]);
      const { number: admissionNumber } = other ?? {};
      expect((await bursar.ask(wallet.deposit, { admissionNumber, amount: 30 })).status).toBe(200);
      const renewed = { admissionNumber, amount: 20, pin: made.body.slips[0]?.pin };
      expect(await bursar.ask(wallet.cashOutPin, renewed)).toMatchObject({ status: 200 });
      const out = await bursar.ask(wallet.cashOutFingerprint, { ...asked, ...finger(1, 77) });
      expect(out).toMatchObject({ status: 200 });
      expect((await bursar.ask(wallet.deposit, { admissionNumber: STUDENT, amount: 50 })).status).toBe(200);
      await sealTrail(server.context, new Map());
      // Rows that waited for their seal were proven under the keys of before, and are taken as they came.
      const named = await box.context.db.readSchool(world.schoolId, (tx) =>
        tx.rows(`SELECT id FROM audit_events WHERE school_id = $1 AND action = 'trail.unproven'`, [world.schoolId]),
      );
      expect(named).toEqual([]);
      const sealed = await superuserRows(
        { ownerUrl: world.database.ownerUrl },
        `SELECT id, text_sealed FROM sms_messages WHERE text_sealed IS NOT NULL`,
      );
      expect(sealed.length).toBeGreaterThan(0);
      for (const { id } of sealed as { id: string }[]) {
        const text = async (at: Place) => {
          const row = await at.context.db.readSchool(world.schoolId, (tx) =>
            tx.row<{ text: Buffer }>('SELECT text_sealed AS text FROM sms_messages WHERE id = $1', [id]),
          );
          return at.context.keys.open(`sms:${id}`, row?.text ?? Buffer.alloc(0)).toString();
        };
        expect(await text(box)).toBe(await text(platform));
      }
      const factors = await box.context.db.readPlatform((tx) =>
        tx.rows<{ id: string; pending: Buffer }>(
          'SELECT user_id AS id, pending FROM second_factors WHERE pending IS NOT NULL',
        ),
      );
      expect(factors.length).toBe(1);
      for (const { id, pending } of factors)
        expect(box.context.keys.open(`totp:${id}`, pending).length).toBeGreaterThan(10);
    } finally {
      await server.close();
    }
  }, 60_000);

  it('has up-to-date planner statistics after the import', async () => {
    const [known] = await box.context.db.readPlatform((tx) =>
      tx.rows<{ rows: number }>(`SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'journal_entries'::regclass`),
    );
    expect(known?.rows).toBeGreaterThanOrEqual(entries.length);
  });

  it('cannot be imported where it already exists', async () => {
    await expect(arrive(platform, file)).rejects.toThrow('It is here already');
    await expect(arrive(box, file)).rejects.toThrow('It is here already');
  });

  it('is removed from its first installation, and returns with its journal entries and PINs', async () => {
    const again = await leave(box);
    await removeSchool(platform, await findSchool(platform.context.db, world.schoolId));
    expect(await rowsOf(platform, 'journal_entries')).toEqual([]);
    expect(await isSoundWithout(platform)).toBe(true);
    await arrive(platform, again);
    expect((await rowsOf(platform, 'journal_entries')).length).toBe(entries.length + 4);
    expect(await isSound(platform)).toBe(true);
    const bursar = await world.server.aPerson('SchoolAdmin', world.schoolId);
    const out = { admissionNumber: STUDENT, amount: 60, pin: DEMO_PIN };
    // Made under this installation's keys, it proves again.
    expect((await bursar.ask(wallet.cashOutPin, out)).status).toBe(200);
    // Made under the other installation's keys.
    const [, other] = await studentsOf(platform);
    const byPin = await bursar.ask(wallet.cashOutPin, { ...out, admissionNumber: other?.number });
    expect(byPin).toMatchObject({ problem: 'student.no-pin' });
  }, 60_000);
});

function isSoundWithout({ context }: Place): Promise<boolean> {
  return reportTrails(context, readCheckpoints(checkpointFile(context.config.dataDir)), quiet);
}
