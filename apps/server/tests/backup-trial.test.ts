import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeBackup } from '../src/backups/make-backup.ts';
import { restoreInto } from '../src/backups/restore-into.ts';
import { readConfig } from '../src/config.ts';
import { makePair } from '../src/platform/backup/age-keys.ts';
import { withClient } from '../src/platform/database/migration-client.ts';
import { openBackupWorld } from './backup.testkit.ts';
import { makeTestDatabase } from './database.ts';
import { RELEASES, restoreDump } from './release-dump.testkit.ts';

const owner = await makePair();
const world = await openBackupWorld();
const quiet = () => undefined;

afterAll(() => world.close());

describe('a backup of another version', () => {
  it.each(readdirSync(RELEASES).map((file) => file.replace(/\.sql$/, '')))(
    'of release %s passes the trial restore; with wrong books it is reported unsound and kept',
    async (version) => {
      const database = await makeTestDatabase('empty');
      onTestFinished(() => database.drop());
      await restoreDump(database.ownerUrl, join(RELEASES, `${version}.sql`));
      const config = world.installation(database, version);
      const to = world.folder(`backups-${version}`);
      const make = async (at: string) => {
        const said: string[] = [];
        const print = (line: string) => void said.push(line);
        const made = await makeBackup(config, { to, recipients: [owner.recipient], print, now: () => new Date(at) });
        return { sound: made.sound, said };
      };
      const whole = await make('2026-11-20T00:50:00Z');
      expect(whole.said.at(-1)).toMatch(/^Restored on trial: 1 schools, 3 students, \d+ movements.*all in order\.$/);
      expect(whole.sound).toBe(true);

      await withClient(database.ownerUrl, (client) =>
        client.query(`BEGIN; ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY; ALTER TABLE accounts DISABLE TRIGGER USER;
          UPDATE accounts SET balance = balance + 100 WHERE kind = 'wallet' AND balance > 0;
          ALTER TABLE accounts ENABLE TRIGGER USER; ALTER TABLE accounts FORCE ROW LEVEL SECURITY; COMMIT`),
      );
      const wrong = await make('2026-11-20T12:00:00Z');
      expect(wrong.said.at(-1)).toMatch(/not in order, see above\.$/);
      expect(wrong.said.join('\n')).toContain('balance');
      expect(wrong.sound).toBe(false);
      // A backup of the same day, which replaces no earlier one.
      expect(readdirSync(to)).toHaveLength(2);
      // Nothing of the trials stays.
      expect(readdirSync(config.dataDir)).toEqual(['keys']);
    },
    120_000,
  );

  it('with a newer migration is made, and its restore is rejected', async () => {
    const database = await makeTestDatabase();
    onTestFinished(() => database.drop());
    await withClient(database.ownerUrl, (client) =>
      client.query(`INSERT INTO migrations (number, name, hash) VALUES (9001, '9001-later', 'of later')`),
    );
    const config = world.installation(database, 'newer');
    const options = { to: world.folder('backups-newer'), recipients: [owner.recipient], print: quiet, trial: false };
    const { file } = await makeBackup(config, options);
    const dataDir = world.path('for-newer');
    const restoring = restoreInto(readConfig({ DATA_DIR: dataDir }), file, [owner.identity], quiet);
    await expect(restoring).rejects.toThrow('made by a newer version (it has migration 9001-later)');
    expect(existsSync(dataDir)).toBe(false);
  });
});
