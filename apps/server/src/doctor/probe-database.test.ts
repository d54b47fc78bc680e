import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestServer, type TestServer } from '../../tests/kit.ts';
import type { Config } from '../config.ts';
import { APP_ROLE } from '../platform/database/app-role.ts';
import { readMigrations } from '../platform/database/migrate.ts';
import { askDatabase, probeDatabase } from './probe-database.ts';

let server: TestServer;
let owner: pg.Client;
let appUrl: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const app = new URL(server.ownerUrl);
  app.username = APP_ROLE;
  app.password = inject('testServer').appPassword;
  appUrl = app.href;
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const ask = () => askDatabase(server.ownerUrl, appUrl);

it('askDatabase reports fsync=off of the test database', async () => {
  expect((await ask()).forgetful).toContain('fsync');
});

it("askDatabase names the tables with sealed data that the application's role may read", async () => {
  expect((await ask()).sealed).toEqual({ readable: [], logged: false, loggedOnError: false });
  await owner.query(
    'GRANT SELECT ON picture_sketches TO mfuko_app; GRANT SELECT (wrapped) ON student_keys TO mfuko_app',
  );
  expect((await ask()).sealed.readable).toEqual(['picture_sketches', 'student_keys']);
  await owner.query(
    'REVOKE SELECT ON picture_sketches FROM mfuko_app; REVOKE SELECT (wrapped) ON student_keys FROM mfuko_app',
  );
  expect((await ask()).sealed.readable).toEqual([]);
});

it('askDatabase counts people and admins, and reports schools and the oldest unsealed audit row', async () => {
  const before = await ask();
  expect(before).toMatchObject({ pending: [], unknown: [], clockFault: null, demoUsers: 0, smsStopped: false });
  const school = await server.aSchool();
  await server.aPerson('Admin');
  const after = await ask();
  expect(after.admins).toBe(before.admins + 1);
  expect(after.people).toEqual({ all: before.people.all + 1, bySmsOnly: before.people.bySmsOnly + 1 });
  const [user] = (
    await owner.query<{ id: string }>(
      `SELECT u.id FROM (SELECT set_config('app.scope', 'platform', false)) AS scope, users u ORDER BY u.created_at DESC LIMIT 1`,
    )
  ).rows;
  const code = `INSERT INTO backup_codes (user_id, code_hash) VALUES ($1, '\\x01')`;
  await owner.query(code, [user?.id]);
  expect((await ask()).people.bySmsOnly).toBe(before.people.bySmsOnly);
  await owner.query('UPDATE backup_codes SET used_at = now()');
  expect((await ask()).people.bySmsOnly).toBe(before.people.bySmsOnly + 1);
  expect(after.schools).toHaveLength(before.schools.length + 1);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT short_name AS name FROM (SELECT set_config('app.scope', 'platform', false)) AS scope, schools WHERE id = $1`,
    [school],
  );
  expect(after.schools.find(({ name }) => name === rows[0]?.name)).toMatchObject({
    collection: null,
    findings: 0,
    difference: 0n,
    verifiedAt: null,
    fingersUnlimited: false,
  });
  expect(after.oldestUnsealed).toBeLessThanOrEqual(Date.now());
});

it('askDatabase reports failed jobs and the time of the oldest due job', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('a-lost-cause', run_at => now() + interval '1 day', max_attempts => 1)`,
  );
  const id = rows[0]?.id;
  expect((await ask()).jobs.failed).toEqual([]);
  await owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 hour' WHERE id = $1`, [id]);
  const { oldestDue } = (await ask()).jobs;
  expect(oldestDue).toBeLessThanOrEqual(Date.now() - 3_600_000);
  await owner.query('UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE id = $1', [id]);
  expect((await ask()).jobs.failed).toEqual(['a-lost-cause']);
});

it('askDatabase ignores a failed cron job once a later run has started', async () => {
  await owner.query(
    `SELECT graphile_worker.add_job('each-minute', max_attempts => 1, job_key => 'missed'),
            graphile_worker.add_job('each-minute', max_attempts => 1, job_key => 'missed-again')`,
  );
  await owner.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, created_at = now() - interval '3 minutes' WHERE key IN ('missed', 'missed-again')`,
  );
  const failed = async () => (await ask()).jobs.failed.filter((kind) => kind === 'each-minute');
  const ranAgo = (minutes: number) =>
    owner.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('each-minute', now() - interval '1 day', now() - make_interval(mins => $1))
       ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
      [minutes],
    );
  await ranAgo(4);
  expect(await failed()).toEqual(['each-minute']);
  await ranAgo(1);
  expect(await failed()).toEqual([]);
  await owner.query(`UPDATE graphile_worker._private_jobs SET created_at = now() WHERE key = 'missed-again'`);
  expect(await failed()).toEqual(['each-minute']);
});

it('askDatabase reports pending and unknown migrations, and skips the schools when one is pending', async () => {
  const newest = readMigrations().at(-1)?.name ?? '';
  const { rows } = await owner.query<{ number: number }>('DELETE FROM migrations WHERE name = $1 RETURNING number', [
    newest,
  ]);
  expect(await ask()).toMatchObject({ pending: [newest], unknown: [], schools: [] });
  await owner.query(`INSERT INTO migrations (number, name, hash) VALUES ($1, $2, ''), (9999, '9999-future', '')`, [
    rows[0]?.number,
    newest,
  ]);
  expect(await ask()).toMatchObject({ pending: [], unknown: ['9999-future'] });
});

it('probeDatabase reports a stopped database when postmaster.pid names a foreign process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-doctor-'));
  const folder = join(dataDir, 'postgres');
  mkdirSync(folder);
  writeFileSync(join(folder, 'postmaster.pid'), [process.pid, folder, 0, 5432, '', '', '', 'ready'].join('\n'));
  expect(await probeDatabase({ dataDir, databaseUrl: null } as Config)).toEqual({ unreachable: 'it does not run' });
  rmSync(dataDir, { recursive: true });
});
