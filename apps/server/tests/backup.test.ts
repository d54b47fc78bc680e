import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import * as gate from '@mfuko/contract/gate';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type MadeBackup, makeBackup } from '../src/backups/make-backup.ts';
import { checkBackup, type Restored, restoreInto } from '../src/backups/restore-into.ts';
import { type Bootstrapped, bootstrap } from '../src/bootstrap.ts';
import { type Config, readConfig } from '../src/config.ts';
import { print as finger } from '../src/features/fingerprints/fingers.testkit.ts';
import { sealTrail } from '../src/platform/audit/seal.ts';
import { makePair, recipientsOf } from '../src/platform/backup/age-keys.ts';
import { openSource } from '../src/platform/backup/source.ts';
import { openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { APP_ROLE } from '../src/platform/database/app-role.ts';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { seedDemo } from '../src/seed/demo.ts';
import { seedFingers } from '../src/seed/fingers.ts';
import { DEMO_PIN, FIRST_NUMBER } from '../src/seed/people.ts';
import { guardsOf, openBackupWorld, schemaOf } from './backup.testkit.ts';
import { makeTestDatabase, onServer } from './database.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { asOwner } from './owner.testkit.ts';
import { RELEASE_KEYS } from './release-data.testkit.ts';
import { type Contents, findLosses, readContents } from './release-dump.testkit.ts';

const STUDENT = String(FIRST_NUMBER);
const owner = await makePair();
const world = await openBackupWorld();
const quiet = () => undefined;

afterAll(() => world.close());

describe('a backup made during deposits', () => {
  const restoredDir = world.path('restored');
  let server: TestServer;
  let bursar: Person;
  let config: Config;
  let before: Contents;
  let balance: number;
  let racing: Promise<number> | undefined;
  let made: MadeBackup;
  let restored: Restored;
  let opened: Bootstrapped;
  let after: Contents;

  const balanceAt = async (at: TestServer) =>
    (await at.as(bursar).ask<{ balance: number }>(wallet.getWallet, { admissionNumber: STUDENT })).body.balance;

  beforeAll(async () => {
    const database = await makeTestDatabase();
    config = world.installation(database, 'data');
    await (await bootstrap(config, quiet)).close();
    server = await openTestServer(
      { DATA_DIR: config.dataDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
      { offlineKey: openOfflineKey(RELEASE_KEYS.offline) },
      { database, masterKey: RELEASE_KEYS.master },
    );
    const demo = await seedDemo(server.context, quiet, { students: 3 });
    if (!demo) throw new Error('The database is not empty.');
    await seedFingers(server.app, server.context, demo);
    bursar = await server.aPerson('SchoolAdmin', demo.schoolId);
    // Another amount each time: the same one twice is taken for a double press.
    const deposit = async (amount: number) => {
      const { status } = await bursar.ask(wallet.deposit, { admissionNumber: STUDENT, amount });
      expect(status).toBe(200);
    };
    await deposit(100);
    await sealTrail(server.context, new Map());
    balance = await balanceAt(server);
    // Read after the last call: on a slow machine each call may write when its session was last seen.
    before = await readContents(database.ownerUrl);
    let done = false;
    // Asked for the first time once the snapshot is taken.
    const now = () => {
      racing ??= (async () => {
        let deposits = 0;
        for (; !done; deposits += 1) await deposit(101 + deposits);
        return deposits;
      })();
      return new Date();
    };
    made = await makeBackup(config, {
      to: world.folder('backups'),
      recipients: [owner.recipient],
      print: quiet,
      now,
      trial: false,
    }).finally(() => (done = true));
    restored = await restoreInto(readConfig({ DATA_DIR: restoredDir }), made.file, [owner.identity], quiet);
    opened = await bootstrap(readConfig({ DATA_DIR: restoredDir, SEED: 'none' }), quiet);
    after = await readContents(opened.ownerUrl);
  }, 120_000);
  afterAll(async () => {
    await opened?.close();
    await server?.close();
  });

  it('is restored with the rows of one snapshot, without later deposits', async () => {
    expect(await racing).toBeGreaterThan(0);
    expect(findLosses(before, after)).toEqual([]);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect([...before.values()].filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
    expect(await balanceAt(server)).toBeGreaterThan(balance);
  });

  it('is reported sound with its numbers of schools and students after the restore', () => {
    expect(restored.sound).toBe(true);
    expect(restored.inventory).toMatchObject({ schools: 1, students: 3 });
    expect(restored.inventory.last).toBeInstanceOf(Date);
  });

  it('leaves the key that opened it as the one of the next backups', async () => {
    expect(restored.recipient).toBe(owner.recipient);
    expect(recipientsOf({ dataDir: restoredDir, given: [] })).toEqual([owner.recipient]);
  });

  it('has table statistics after the restore', async () => {
    const [known] = await asOwner<{ rows: number }>(
      opened,
      PLATFORM_SCHOOL,
      `SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'students'::regclass`,
    );
    expect(known?.rows).toBe(3);
  });

  it('has the schema, triggers, foreign keys and row-level security of a new database', async () => {
    const fresh = await makeTestDatabase();
    onTestFinished(() => fresh.drop());
    expect(await schemaOf(opened.ownerUrl)).toBe(await schemaOf(fresh.ownerUrl));
    const guards = await guardsOf(opened.ownerUrl);
    expect(guards).toEqual(await guardsOf(fresh.ownerUrl));
    expect(guards.length).toBeGreaterThan(300);
  });

  it('works after the restore: balances, PINs, fingerprints and new entries', async () => {
    const app = new URL(opened.ownerUrl);
    app.username = APP_ROLE;
    app.password = inject('testServer').appPassword;
    const there = await openTestServer(
      { DATA_DIR: restoredDir, APP_WIRE_KEY: RELEASE_KEYS.wire },
      { offlineKey: openOfflineKey(RELEASE_KEYS.offline) },
      {
        database: { ownerUrl: opened.ownerUrl, appUrl: app.href, drop: async () => undefined },
        masterKey: RELEASE_KEYS.master,
      },
    );
    onTestFinished(() => there.close());
    const who = there.as(bursar);
    expect(await balanceAt(there)).toBe(balance);
    const paid = await who.ask<{ balance: number }>(wallet.deposit, { admissionNumber: STUDENT, amount: 50 });
    expect(paid.body.balance).toBe(balance + 50);
    // The demo seeds passages by the clock, so the hour decides if the child is in.
    const asked = { admissionNumber: STUDENT, override: 'Whatever the hour' };
    const came = await who.ask(gate.checkInPin, { ...asked, pin: DEMO_PIN });
    expect(came.body).toMatchObject({ method: 'pin' });
    const left = await who.ask(gate.checkOutFingerprint, { admissionNumber: STUDENT, ...finger(1, 77) });
    expect(left.body).toMatchObject({ admissionNumber: STUDENT, method: 'fingerprint' });
  });

  it('is restored into an outside database by an owner who is no superuser', async () => {
    const outside = await makeTestDatabase('empty');
    onTestFinished(() => outside.drop());
    const other = await makePair();
    const to = {
      ...{ DATA_DIR: world.path('outside'), DATABASE_URL: outside.ownerUrl },
      ...{ APP_WIRE_KEY: 'another-wire-key', BACKUP_RECIPIENT: other.recipient },
    };
    const there = await restoreInto(readConfig(to), made.file, [owner.identity], quiet);
    // BACKUP_RECIPIENT goes before the key that opened the backup.
    expect(there).toEqual({ ...restored, otherKeys: true, recipient: null });
    expect(recipientsOf({ dataDir: to.DATA_DIR, given: [] })).toEqual([]);
    expect(restored.otherKeys).toBe(false);
    expect(findLosses(before, await readContents(outside.ownerUrl))).toEqual([]);
  }, 60_000);

  it('is one encrypted file with mode 600', () => {
    expect(readdirSync(world.path('backups'))).toEqual([expect.stringMatching(/^mfuko-\d{8}T\d{6}Z\.age$/)]);
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    expect(readFileSync(made.file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  });

  describe('rejects', () => {
    const copyOf = (name: string, change: (file: string) => void) => {
      const file = world.path(name);
      copyFileSync(made.file, file);
      change(file);
      return file;
    };
    const flip = (at: (size: number) => number) => (file: string) => {
      const bytes = readFileSync(file);
      const place = at(bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    };

    it.each([
      ['a flipped byte in its middle', flip((size) => Math.floor(size / 2))],
      ['a flipped byte at its end', flip((size) => size - 1)],
      ['a flipped byte of its header', flip(() => 300)],
      ['a missing end', (file: string) => truncateSync(file, statSync(file).size - 1)],
      ['a missing half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
      ['a missing piece of whole chunks', (file: string) => truncateSync(file, 65_552 * 2 + 400)],
    ])('%s', async (what, change) => {
      const file = copyOf(`${what.replaceAll(' ', '-')}.age`, change);
      const dataDir = world.path(`for ${what}`);
      await expect(restoreInto(readConfig({ DATA_DIR: dataDir }), file, [owner.identity], quiet)).rejects.toThrow(
        /broken|does not open/,
      );
      expect(existsSync(dataDir)).toBe(false);
    });

    it('another key', async () => {
      const other = await makePair();
      await expect(checkBackup(made.file, [other.identity])).rejects.toThrow('The key does not open this backup');
    });

    it('a database that holds anything, and a folder that has keys or a database', async () => {
      const filled = await makeTestDatabase();
      onTestFinished(() => filled.drop());
      const restore = (env: Record<string, string>) => restoreInto(readConfig(env), made.file, [owner.identity], quiet);
      await expect(restore({ DATA_DIR: world.path('nothing-yet'), DATABASE_URL: filled.ownerUrl })).rejects.toThrow(
        'The database is not empty',
      );
      await expect(restore({ DATA_DIR: restoredDir })).rejects.toThrow('is not empty (it has a database)');
      await expect(restore({ DATA_DIR: config.dataDir })).rejects.toThrow('is not empty (it has keys)');
      expect(existsSync(world.path('nothing-yet'))).toBe(false);
    });

    it('a restore into a read-only database, names the cause and keeps the empty key folder', async () => {
      const outside = await makeTestDatabase('empty');
      onTestFinished(() => outside.drop());
      const dataDir = world.folder('of-a-container');
      const keys = world.folder('of-a-container/keys');
      const { ino } = statSync(keys);
      const name = new URL(outside.ownerUrl).pathname.slice(1);
      await onServer(inject('testServer'), `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      const to = readConfig({ DATA_DIR: dataDir, DATABASE_URL: outside.ownerUrl });
      await expect(restoreInto(to, made.file, [owner.identity], quiet)).rejects.toThrow('read-only transaction');
      expect(statSync(keys).ino).toBe(ino);
      expect(readdirSync(keys)).toEqual([]);
    });

    it('a backup by a role that does not see every row', async () => {
      const blind = { ...config, backup: { ...config.backup, databaseUrl: server.ownerUrl } };
      const to = world.folder('of-the-blind');
      const making = makeBackup(blind, { to, recipients: [owner.recipient], print: quiet, trial: false });
      await expect(making).rejects.toThrow('does not see the rows of every school, so its backup would be empty');
      expect(readdirSync(to)).toEqual([]);
    });

    it('a second backup at the same time', async () => {
      const other = await openSource(config.backup.databaseUrl ?? '');
      try {
        const to = world.folder('of-two');
        const making = makeBackup(config, { to, recipients: [owner.recipient], print: quiet, trial: false });
        await expect(making).rejects.toThrow('is being made already');
        expect(readdirSync(to)).toEqual([]);
      } finally {
        await other.close();
      }
    });

    it('a backup into a missing folder or without a recipient', async () => {
      const options = { recipients: [owner.recipient], print: quiet, trial: false };
      await expect(makeBackup(config, { ...options, to: world.path('unplugged') })).rejects.toThrow('plugged in');
      expect(existsSync(world.path('unplugged'))).toBe(false);
      await expect(makeBackup(config, { ...options, to: world.path('backups'), recipients: [] })).rejects.toThrow(
        '--make-key',
      );
    });
  });
});
