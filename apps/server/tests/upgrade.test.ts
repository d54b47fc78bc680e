import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as gate from '@mfuko/contract/gate';
import { seal } from '@mfuko/contract/seal';
import * as session from '@mfuko/contract/session';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { atNight } from '../../../scripts/at-night.ts';
import { describeSchema } from '../../../scripts/describe-schema.ts';
import { ROOT } from '../../../scripts/sources.ts';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { MIGRATIONS, migrate } from '../src/platform/database/migrate.ts';
import { DEMO_CHECK_AGENT, DEMO_PIN, DEMO_SCHOOL_ADMIN, FIRST_NUMBER } from '../src/seed/people.ts';
import { makeTestDatabase } from './database.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { RELEASE_KEYS, writeReleaseKeys } from './release-data.testkit.ts';
import { type Contents, findLosses, RELEASES, readContents, restoreDump } from './release-dump.testkit.ts';

/** Changes that a migration makes on purpose to what a release held: a table or `table.column`, and why. */
const MEANT: Readonly<Record<string, string>> = {
  key_checks: 'The check value of the root of the keyed hashes comes to those of the keys.',
  'schools.app_id': 'It is the app id of the first key of the school, in api_keys.',
  'schools.token_hash': 'It is the token of that key.',
};

/** Tables and columns of a release that have another name now: a table or `table.column` as the release had them, and the new name. */
const RENAMED: Readonly<Record<string, string>> = {
  device_sights: 'device_heartbeats',
  'device_sights.silence_told_at': 'silence_notified_at',
  'device_sights.told_at': 'reported_at',
  'alarms.told_at': 'notified_at',
  'attendance_notices.told_at': 'notified_at',
  'attendance_notices.arrival_told_at': 'arrival_notified_at',
  'sms_months.told_at': 'notified_at',
  'payment_checks.password_told_at': 'password_reported_at',
  'payments.told_at': 'reported_at',
  'provider_balances.told_at': 'answered_at',
  student_looks: 'student_access_log',
  payer_words: 'payer_blind_index',
  taken_back_meals: 'meal_reversals',
  pin_misses: 'failed_attempts',
  'sms_gateway.why': 'stop_reason',
  'sms_gateway.away_since': 'unreachable_since',
};

/** Unintended losses of a release. */
function unmeant(before: Contents, after: Contents): string[] {
  return findLosses(underNewNames(before), after).filter((what) => !(what in MEANT));
}

function underNewNames(before: Contents): Contents {
  const tables = [...before].map(([table, { rows, columns }]) => {
    const named = [...columns].map(([column, hash]) => [RENAMED[`${table}.${column}`] ?? column, hash] as const);
    return [RENAMED[table] ?? table, { rows, columns: new Map(named) }] as const;
  });
  return new Map(tables);
}

const releases = readdirSync(RELEASES).map((file) => file.replace(/\.sql$/, ''));
const dumpOf = (version: string) => join(RELEASES, `${version}.sql`);
const STUDENT = String(FIRST_NUMBER);

describe.each(releases)('an upgrade from release %s', (version) => {
  let server: TestServer;
  let dataDir: string;
  let env: Record<string, string>;
  let before: Contents;
  let after: Contents;

  beforeAll(async () => {
    const database = await makeTestDatabase('empty');
    await restoreDump(database.ownerUrl, dumpOf(version));
    before = await readContents(database.ownerUrl);
    dataDir = mkdtempSync(join(tmpdir(), 'mfuko-upgrade-'));
    writeReleaseKeys(dataDir, inject('testServer').appPassword);
    env = { DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl };
    // As this version starts: the keys are proven, then migrations and functions are applied.
    await (await bootstrap(readConfig(env), () => undefined)).close();
    after = await readContents(database.ownerUrl);
    server = await openTestServer(
      { APP_WIRE_KEY: RELEASE_KEYS.wire },
      { offlineKey: openOfflineKey(RELEASE_KEYS.offline) },
      { database, masterKey: RELEASE_KEYS.master },
    );
  });
  afterAll(async () => {
    await server?.close();
    rmSync(dataDir, { recursive: true });
  });

  it('keeps every table, row and value', () => {
    expect([...before.values()].filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
    expect(unmeant(before, after)).toEqual([]);
  });

  it('results in the schema of a new database', async () => {
    const fresh = await makeTestDatabase();
    onTestFinished(() => fresh.drop());
    // The server makes this one itself as it proves its keys.
    const schemaOf = async (url: string) =>
      (await describeSchema(url)).replace(/^-- .*\nCREATE TABLE key_checks [\s\S]*?^\);\n\n/m, '');
    expect(await schemaOf(server.ownerUrl)).toBe(await schemaOf(fresh.ownerUrl));
  });

  it('allows sign-in, deposits, and check-in and check-out by PIN and finger', async () => {
    const bursar = await signIn(server, DEMO_SCHOOL_ADMIN);
    // The release queued the job, and this version runs it.
    expect(server.sent).toContainEqual(expect.objectContaining({ text: expect.stringContaining('KES 50') }));
    const { balance } = await bursar<{ balance: number }>(wallet.getWallet, { admissionNumber: STUDENT });
    const paid = await bursar(wallet.deposit, { admissionNumber: STUDENT, amount: 100 });
    expect(paid).toMatchObject({ balance: balance + 100 });
    const guard = await signIn(server, DEMO_CHECK_AGENT);
    const admissionNumber = STUDENT;
    expect(await guard(gate.checkInPin, { admissionNumber, pin: DEMO_PIN })).toMatchObject({ method: 'pin' });
    const byFinger = await guard(gate.checkOutFingerprint, { admissionNumber, ...print(1, 77) });
    expect(byFinger).toMatchObject({ admissionNumber, method: 'fingerprint' });
  }, 60_000);

  it.each([
    ['ledger-verify', 'in order.'],
    ['audit-verify', 'nothing was touched.'],
  ])(
    'passes %s',
    async (tool, words) => {
      const { stdout } = await promisify(execFile)(process.execPath, [`apps/server/src/${tool}.ts`], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...env },
      });
      expect(stdout).toContain(words);
    },
    60_000,
  );
});

it('every earlier version in the changelog has release data to upgrade from', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, ...earlier] = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  // No installation ran 0.1.0, and its data is refused.
  expect(earlier.filter((version) => version !== '0.1.0' && !releases.includes(version ?? ''))).toEqual([]);
});

describe('a migration', () => {
  const PLANTED = '9001-planted.sql';

  /** Upgrades a release by the migrations as `change` leaves them in the folder, and names what was lost. */
  async function upgrade(change: (folder: string) => void): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'mfuko-migrations-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(MIGRATIONS, folder, { recursive: true });
    change(folder);
    const database = await makeTestDatabase('empty');
    onTestFinished(() => database.drop());
    await restoreDump(database.ownerUrl, dumpOf(releases.at(-1) ?? ''));
    const before = await readContents(database.ownerUrl);
    await migrate(database.ownerUrl, { folder });
    return unmeant(before, await readContents(database.ownerUrl));
  }
  /** Statements of a migration that works on every school's rows. */
  const onRowsOf = (table: string, statement: string) =>
    `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY; ${statement}; ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`;

  // The test itself is tested: each planted loss has to be reported.
  atNight.each([
    ['removes rows', onRowsOf('guardians', 'DELETE FROM guardians'), ['guardians']],
    ['drops a table', 'DROP TABLE announcements;', ['announcements']],
    ['drops a column', 'ALTER TABLE menu_items DROP COLUMN description;', ['menu_items.description']],
    ['changes values', onRowsOf('menu_items', 'UPDATE menu_items SET price = price + 1'), ['menu_items.price']],
    ['adds a table and a column', 'CREATE TABLE hymns (id int); ALTER TABLE buses ADD COLUMN seats int;', []],
  ])('that %s is reported with its losses', async (_what, statements, lost) => {
    expect(await upgrade((folder) => writeFileSync(join(folder, PLANTED), statements))).toEqual(lost);
  });

  it('that was edited after its release is rejected', async () => {
    const edited = upgrade((folder) => appendFileSync(join(folder, '0010-ledger.sql'), '-- A word more.\n'));
    await expect(edited).rejects.toThrow('0010-ledger was edited');
  });
});

/** Signs in by the code on the phone; answers what makes calls from then on, and throws where one is refused. */
async function signIn(server: TestServer, phone: string) {
  const wire = server.context.config.wireKey;
  const nobody = server.nobody();
  const asked = await nobody.ask<{ profileSYSID: string }>(session.requestCode, {
    userName: seal(wire, 'userName', phone),
    password: 'placeholder',
  });
  await server.runJobs();
  const otp = server.sent.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? '';
  const { profileSYSID } = asked.body;
  const signed = await nobody.ask<{ session: { sToken: string } }>(session.validateCode, { otp, profileSYSID });
  expect(signed.status).toBe(200);
  const headers = { opToken: seal(wire, 'opToken', signed.body.session.sToken) };
  return async <Body = Record<string, unknown>>(endpoint: Endpoint, input: object): Promise<Body> => {
    const { status, body } = await nobody.ask<Body>(endpoint, input, { headers });
    expect([status, body]).toEqual([200, body]);
    return body;
  };
}
