import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as gate from '@mfuko/contract/gate';
import { schoolConfig } from '@mfuko/contract/schools';
import { startTotp } from '@mfuko/contract/second-factor';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { atNight } from '../../../scripts/at-night.ts';
import { lockOutServers } from '../src/backups/lock-out-servers.ts';
import { type Bootstrapped, bootstrap, offlineKeyOf } from '../src/bootstrap.ts';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { verifyBooks } from '../src/features/books/index.ts';
import { print as finger } from '../src/features/fingerprints/fingers.testkit.ts';
import { paymentAccountOf } from '../src/features/schools/index.ts';
import { openTable } from '../src/key-rotation/reseal.ts';
import { rotateMasterKey } from '../src/key-rotation/rotate-master-key.ts';
import { SEALED_TABLES } from '../src/key-rotation/sealed-tables.ts';
import { reportTrails } from '../src/platform/audit/report.ts';
import { checkpointFile, readCheckpoints } from '../src/platform/audit/seal.ts';
import { openKeyring } from '../src/platform/crypto/digest-root.ts';
import { keyFile } from '../src/platform/crypto/key-files.ts';
import { openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { openDatabase, PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import { noFailpoint } from '../src/platform/process/failpoint.ts';
import { DEMO_PIN, FIRST_NUMBER } from '../src/seed/people.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { openSimulatedPayments } from './payments.testkit.ts';
import { RELEASE_KEYS, writeReleaseKeys } from './release-data.testkit.ts';
import { liveSchool } from './school-life.testkit.ts';
import { asSuperuser } from './school-move.testkit.ts';

// Programs of their own start here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const STUDENT = String(FIRST_NUMBER);
const quiet = () => undefined;

let folder: string;
let config: Config;
let database: TestDatabase;
let server: TestServer;
let schools: readonly [string, string];
let bursar: Person;
let secret: string;
let payments: Awaited<ReturnType<typeof openSimulatedPayments>>;
let running: { code: number; said: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-rotate-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeReleaseKeys(dataDir, inject('testServer').appPassword);
  database = await makeTestDatabase();
  config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl });
  await (await bootstrap(config, quiet)).close();
  payments = await openSimulatedPayments();
  server = await openTestServer(
    { ...payments.env, DATA_DIR: dataDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
    { offlineKey: openOfflineKey(RELEASE_KEYS.offline), payments: payments.gateway },
    { database: { ...database, drop: async () => undefined }, masterKey: RELEASE_KEYS.master },
  );
  payments.connect(server);
  const living = await liveSchool(server, payments);
  bursar = living.bursar;
  schools = [living.schoolId, await aSecondSchool(server)];
  secret = await authenticatorOf(bursar);
  await keepWhatHasNotHappened(server);
  running = await rotate();
  await payments.close();
  await server.close();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

async function aSecondSchool(at: TestServer): Promise<string> {
  const schoolSYSID = await at.aSchool();
  const admin = await at.aPerson('Admin');
  const { status } = await admin.ask(schoolConfig, {
    ...{ schoolSYSID, shortCode: '512901', lnmShortCode: 512901, initiator: 'schoolapi', apiUser: 'portal' },
    ...{ contactName: 'Achieng Were', contactNumber: '254711223344', contactEmail: 'bursar@example.com' },
    ...{ consumerKey: 'key-of-512901', consumerSecret: 'secret', securityCredential: 'credential' },
    ...{ lnmPassWord: 'passkey', apiPassword: 'password' },
  });
  expect(status).toBe(200);
  return schoolSYSID;
}

/** Rows that the school's days leave behind now and then: a token of M-Pesa, rows that a list left out. */
async function keepWhatHasNotHappened({ context: { keys } }: TestServer): Promise<void> {
  const [school] = schools;
  const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
  const batch = '0197a000-0000-7000-8000-000000000001';
  const token = keys.seal(`mpesa-token:${'ab'.repeat(32)}`, Buffer.from('a token'));
  const sheet = keys.seal(`import-left-out:${school}:${batch}`, Buffer.from('a sheet'));
  await asSuperuser(
    database,
    `INSERT INTO payment_tokens (school_id, credentials, sealed) VALUES ('${PLATFORM_SCHOOL}', '\\x${'ab'.repeat(32)}', ${hex(token)})`,
    `INSERT INTO import_left_out (school_id, batch_id, sheet) VALUES ('${school}', '${batch}', ${hex(sheet)})`,
  );
}

/** The secret stays the same for ten minutes, which shows that the sealed value opens. */
const authenticatorOf = async (who: Person) => (await who.ask<{ secret: string }>(startTotp, {})).body.secret;

const keptKey = () => readFileSync(keyFile(config.dataDir, 'master'), 'utf8').trim();
const waits = () => existsSync(`${keyFile(config.dataDir, 'master')}.next`);
const open = () => bootstrap(config, quiet);

/** Runs the program as its operator does. */
async function rotate(env: Record<string, string> = {}, args = ['--yes']): Promise<{ code: number; said: string }> {
  const { dataDir } = config;
  type Ended = { code?: number | null; stdout: string; stderr: string };
  const ended: Ended = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../src/keys-rotate.ts'), ...args],
    {
      env: {
        ...process.env,
        NODE_ENV: '',
        MASTER_KEY: '',
        APP_WIRE_KEY: '',
        DATA_DIR: dataDir,
        DATABASE_URL: database.ownerUrl,
        ...env,
      },
    },
  ).catch((error: Ended) => error);
  return { code: ended.code === undefined ? 0 : (ended.code ?? -1), said: ended.stdout + ended.stderr };
}

/** Number of sealed values of each table that a key opens; a message where one does not open. */
function opens(master: Buffer): Promise<(number | string)[]> {
  return withClient(database.ownerUrl, async (client) => {
    const found: (number | string)[] = [];
    for (const table of SEALED_TABLES) {
      await client.query(`BEGIN; ALTER TABLE ${table.table} NO FORCE ROW LEVEL SECURITY`);
      found.push(
        await openTable(client, table, master).then(
          ({ values }) => values,
          ({ message }: Error) => message,
        ),
      );
      await client.query('ROLLBACK');
    }
    return found;
  });
}

let steps = 0;

/** Holds all that hangs on the keys: M-Pesa's secrets, authenticators, sessions, fingers, PINs, books and trails. */
async function expectWhole(opened: Bootstrapped): Promise<void> {
  const { context } = opened;
  const accounts = await Promise.all(
    schools.map((school) => context.db.readSchool(school, (tx) => paymentAccountOf(tx, context))),
  );
  expect(accounts).toMatchObject([{ shortCode: '600999' }, { consumerKey: 'key-of-512901', lnmPassWord: 'passkey' }]);
  for (const school of schools) expect((await verifyBooks(context, school)).findings).toEqual([]);
  const told: string[] = [];
  const marks = readCheckpoints(checkpointFile(config.dataDir));
  expect(marks.length).toBeGreaterThan(0);
  expect(await reportTrails(context, marks, (line) => told.push(line))).toBe(true);
  const there = await openTestServer(
    { DATA_DIR: config.dataDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
    { offlineKey: offlineKeyOf(context.config) },
    { database: { ...database, drop: async () => undefined }, masterKey: RELEASE_KEYS.master, keys: context.keys },
  );
  onTestFinished(() => there.close());
  const who = there.as(bursar);
  expect(await authenticatorOf(who)).toBe(secret);
  const asked = { admissionNumber: STUDENT, override: 'Whatever the hour' };
  expect((await who.ask(gate.checkInPin, { ...asked, pin: DEMO_PIN })).body).toMatchObject({ method: 'pin' });
  const left = await who.ask(gate.checkOutFingerprint, { admissionNumber: STUDENT, ...finger(1, 70 + ++steps) });
  expect(left.body).toMatchObject({ admissionNumber: STUDENT, method: 'fingerprint' });
  const paid = await who.ask(wallet.deposit, { admissionNumber: STUDENT, amount: 40 + steps });
  expect(paid.status).toBe(200);
}

async function isWhole(): Promise<void> {
  const opened = await open();
  onTestFinished(() => opened.close());
  await expectWhole(opened);
}

describe('keys:rotate does not start', () => {
  it('while a server runs', () => {
    expect(running).toMatchObject({ code: 2, said: expect.stringContaining('A server is running on this database') });
    expect(keptKey()).toBe(RELEASE_KEYS.master.toString('base64'));
    expect(waits()).toBe(false);
  });

  it('without --yes', async () => {
    expect(await rotate({}, [])).toMatchObject({ code: 2, said: expect.stringContaining('keys:rotate -- --yes') });
    expect(keptKey()).toBe(RELEASE_KEYS.master.toString('base64'));
  });
});

describe('keys:rotate killed', () => {
  atNight.each(['new-key-kept', 'before-rotation'])(
    'at %s leaves everything readable with the old key',
    async (point) => {
      await rotate({ FAILPOINT: `${point}:1` });
      expect(waits()).toBe(true);
      expect(keptKey()).toBe(RELEASE_KEYS.master.toString('base64'));
      const values = await opens(RELEASE_KEYS.master);
      expect(
        values.every((found) => typeof found === 'number' && found > 0),
        String(values),
      ).toBe(true);
      await isWhole();
    },
  );

  it('after the commit, the next start installs the new key', async () => {
    await rotate({ FAILPOINT: 'after-rotation:1' });
    expect(keptKey()).toBe(RELEASE_KEYS.master.toString('base64'));
    await isWhole();
    expect(keptKey()).not.toBe(RELEASE_KEYS.master.toString('base64'));
    expect(waits()).toBe(false);
  });
});

describe('keys:rotate completed', () => {
  let before: string;
  beforeAll(async () => {
    before = keptKey();
    expect(await rotate()).toMatchObject({ code: 0, said: expect.stringMatching(/Rotated: \d+ values/) });
  });

  it('keeps all sealed values readable and writes an audit row', async () => {
    const values = await opens(Buffer.from(keptKey(), 'base64'));
    expect(
      values.every((found) => typeof found === 'number' && found > 0),
      String(values),
    ).toBe(true);
    const opened = await open();
    onTestFinished(() => opened.close());
    await expectWhole(opened);
    const told = await opened.context.db.readPlatform((tx) =>
      tx.rows('SELECT detail FROM audit_events WHERE school_id = $1 AND action = $2', [tx.schoolId, 'key.rotate']),
    );
    expect(told).toEqual([{ detail: { key: 'master' } }, { detail: { key: 'master' } }]);
  });

  it('leaves no value that the old key can open', async () => {
    for (const old of [before, RELEASE_KEYS.master.toString('base64')]) {
      const values = await opens(Buffer.from(old, 'base64'));
      expect(values).toEqual(SEALED_TABLES.map(({ table }) => expect.stringContaining(`does not open (${table}.`)));
    }
  });

  it('leaves row-level security as it was', async () => {
    const forced = await withClient(database.ownerUrl, (client) =>
      client.query('SELECT relname FROM pg_class WHERE relname = ANY($1) AND relforcerowsecurity', [
        SEALED_TABLES.map(({ table }) => table),
      ]),
    );
    expect(forced.rows).toHaveLength(SEALED_TABLES.length - 1);
  });

  it('makes a start with the old key fail', async () => {
    const kept = keptKey();
    onTestFinished(() => writeFileSync(keyFile(config.dataDir, 'master'), kept));
    writeFileSync(keyFile(config.dataDir, 'master'), before);
    await expect(open()).rejects.toThrow(/The master key is not the one/);
    await expect(openKeyring(database.ownerUrl, Buffer.from(before, 'base64'))).rejects.toThrow(ConfigError);
  });

  atNight('with MASTER_KEY in the settings, tells to set it and rejects the old value', async () => {
    const old = keptKey();
    const rotated = await rotate({ MASTER_KEY: old });
    expect(rotated).toMatchObject({ code: 0, said: expect.stringContaining('Set MASTER_KEY, on every machine') });
    expect(rotated.said).not.toContain(keptKey());
    vi.stubEnv('MASTER_KEY', old);
    await expect(open()).rejects.toThrow(/was rotated, and MASTER_KEY of the settings is the one before/);
    vi.stubEnv('MASTER_KEY', keptKey());
    await isWhole();
  });

  it('is rolled back and names the row when one value cannot be opened', async () => {
    const kept = keptKey();
    await asSuperuser(
      database,
      'CREATE TABLE torn AS SELECT id, text_sealed FROM sms_messages WHERE text_sealed IS NOT NULL ORDER BY id LIMIT 1',
      `UPDATE sms_messages SET text_sealed = '\\x${'00'.repeat(40)}' WHERE id = (SELECT id FROM torn)`,
    );
    expect(await rotate()).toMatchObject({
      code: 2,
      said: expect.stringMatching(/does not open \(sms_messages\.text_sealed, [0-9a-f-]{36}\), so nothing was changed/),
    });
    await asSuperuser(
      database,
      'UPDATE sms_messages m SET text_sealed = torn.text_sealed FROM torn WHERE m.id = torn.id',
      'DROP TABLE torn',
    );
    expect(keptKey()).toBe(kept);
    await isWhole();
  });

  atNight.each([
    ['stay as they were', 'NEW.text_sealed := OLD.text_sealed', /does not open \(sms_messages\.text_sealed/],
    ['are lost', 'NEW.text_sealed := NULL', /sms_messages says something else under the new key/],
  ])('is rolled back when values %s', async (_what, fault, said) => {
    const kept = keptKey();
    await withClient(database.ownerUrl, (client) =>
      client.query(
        `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${fault}; RETURN NEW; END $$;
         CREATE TRIGGER spoil BEFORE UPDATE ON sms_messages FOR EACH ROW EXECUTE FUNCTION spoil()`,
      ),
    );
    expect(await rotate()).toMatchObject({ code: 2, said: expect.stringMatching(said) });
    await withClient(database.ownerUrl, (client) => client.query('DROP FUNCTION spoil CASCADE'));
    expect(keptKey()).toBe(kept);
    expect((await opens(Buffer.from(kept, 'base64'))).every((found) => typeof found === 'number')).toBe(true);
  });

  it('is rolled back when a server was started meanwhile', async () => {
    const fault = (why: string) => new ConfigError(why);
    const held = await lockOutServers(
      database.ownerUrl,
      { runs: 'runs', starts: 'starts', came: 'came' },
      fault,
      3_000,
    );
    onTestFinished(() => held.end());
    await held.proveNobodyCame();
    const pool = openDatabase(database.appUrl, 1);
    onTestFinished(() => pool.close());
    await pool.readPlatform((tx) => tx.row('SELECT 1 AS one'));
    await expect(held.proveNobodyCame()).rejects.toThrow('came');
    const from = Buffer.from(keptKey(), 'base64');
    const rotation = {
      from,
      to: randomBytes(32),
      offline: openOfflineKey(RELEASE_KEYS.offline),
      failpoint: noFailpoint,
    };
    const tried = rotateMasterKey(database.ownerUrl, { ...rotation, proveNobodyCame: () => held.proveNobodyCame() });
    await expect(tried).rejects.toThrow('came');
    expect((await opens(from)).every((found) => typeof found === 'number')).toBe(true);
  });

  atNight('a start is rejected when the root of the keyed hashes is missing', async () => {
    await asSuperuser(database, 'CREATE TABLE aside AS SELECT * FROM key_roots', 'DELETE FROM key_roots');
    await expect(open()).rejects.toThrow(/root of the keyed hashes/);
    await asSuperuser(database, 'INSERT INTO key_roots SELECT * FROM aside', 'DROP TABLE aside');
    await isWhole();
  });
});
