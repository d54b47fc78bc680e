import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from '../config.ts';
import { readFault } from '../features/clock/index.ts';
import { type BackupMarks, readMarks } from '../platform/backup/marks.ts';
import { readKey } from '../platform/crypto/key-files.ts';
import { APP_ROLE } from '../platform/database/app-role.ts';
import { type Db, openDatabase, PLATFORM_SCHOOL } from '../platform/database/database.ts';
import { readMigrations } from '../platform/database/migrate.ts';
import { withClient } from '../platform/database/migration-client.ts';
import { postmasterState, readPostmasterFile } from '../platform/embedded-postgres/postmaster.ts';
import { ownerUrl } from '../platform/embedded-postgres/presence.ts';
import { type LogArchive, readLogArchive } from '../platform/wal-archive/state.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN } from '../seed/people.ts';
import type { DatabaseFacts, Facts } from './facts.ts';
import { askJobs } from './probe-jobs.ts';
import { readSchools } from './probe-schools.ts';
import { askSealed } from './probe-sealed.ts';

/** Queries the running database; neither starts one nor applies migrations. */
export async function probeDatabase(config: Config): Promise<Facts['database']> {
  try {
    const url = urlOfOwner(config);
    return await askDatabase(url, urlOfApp(url, config.dataDir));
  } catch (error) {
    return { unreachable: wordsOf(error) };
  }
}

/** Queries the database by the URLs of the two roles. Throws the errors of the database. */
export async function askDatabase(ownerUrl: string, appUrl: string): Promise<DatabaseFacts> {
  const db = openDatabase(appUrl, 2);
  try {
    const ofOwner = await withClient(ownerUrl, askOwner);
    const { pending, unknown } = ofOwner;
    // Tables of pending migrations do not exist yet; the finding names the remedy.
    if (pending.length > 0 || unknown.length > 0) return { ...NOTHING_ASKED, ...ofOwner };
    return { ...ofOwner, ...(await askApp(db)) };
  } finally {
    await db.close();
  }
}

const NOTHING_ASKED = {
  clockFault: null,
  admins: 1,
  demoUsers: 0,
  people: { all: 0, bySmsOnly: 0 },
  schools: [],
  oldestUnsealed: null,
  smsStopped: false,
  backupMarks: { copied: null, proven: new Map() } satisfies BackupMarks,
  logArchive: { on: false, lastAt: 0, failing: false, everySeconds: 0 } satisfies LogArchive,
};

/** Returns the URL for the application's role. Throws where its key is missing. */
export function urlOfApp(ownerUrl: string, dataDir: string): string {
  const app = new URL(ownerUrl);
  app.username = APP_ROLE;
  app.password = readKey(dataDir, 'database-app');
  return app.href;
}

function urlOfOwner({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl !== null) return databaseUrl;
  const folder = join(dataDir, 'postgres');
  const file = readPostmasterFile(folder);
  // After a power cut the process that the file names is another one.
  if (file === undefined || postmasterState(file.pid, folder) !== 'alive') throw new ConfigError('it does not run');
  return ownerUrl(file.port, { superuser: null, owner: readKey(dataDir, 'postgres-owner') });
}

/** Facts that only the owner of the database can read. */
type OfOwner = 'forgetful' | 'pending' | 'unknown' | 'jobs' | 'sealed';

async function askOwner(client: pg.Client): Promise<Pick<DatabaseFacts, OfOwner>> {
  const forgetful = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`,
  );
  const applied = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY number');
  const names = readMigrations().map(({ name }) => name);
  const there = applied.rows.map(({ name }) => name);
  return {
    forgetful: forgetful.rows.map(({ name }) => name),
    pending: names.filter((name) => !there.includes(name)),
    unknown: there.filter((name) => !names.includes(name)),
    sealed: await askSealed(client),
    jobs: await askJobs(client),
  };
}

async function askApp(db: Db): Promise<Omit<DatabaseFacts, OfOwner>> {
  const { ids, ...facts } = await db.readPlatform(async (tx) => {
    const people = await tx.row<{ admins: number; demoUsers: number; all: number; bySmsOnly: number }>(
      `SELECT count(*) FILTER (WHERE role = 'Admin')::int AS admins, count(*) FILTER (WHERE phone = ANY($1))::int AS "demoUsers",
              count(*)::int AS all,
              count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM backup_codes b WHERE b.user_id = users.id AND b.used_at IS NULL))::int AS "bySmsOnly"
       FROM users WHERE status = 'active' AND deleted_at IS NULL`,
      [[DEMO_ADMIN, DEMO_SCHOOL_ADMIN, DEMO_CHECK_AGENT]],
    );
    const sms = await tx.row<{ stopped: boolean }>(
      'SELECT coalesce(stopped_until > now(), false) AS stopped FROM sms_gateway',
    );
    const schools = await readSchools(tx);
    const waiting = await tx.rows<{ id: string }>('SELECT DISTINCT school_id AS id FROM audit_waiting');
    return {
      clockFault: (await readFault(tx))?.why ?? null,
      admins: people?.admins ?? 0,
      demoUsers: people?.demoUsers ?? 0,
      people: { all: people?.all ?? 0, bySmsOnly: people?.bySmsOnly ?? 0 },
      smsStopped: sms?.stopped ?? false,
      logArchive: await readLogArchive(tx),
      backupMarks: await readMarks(tx),
      schools,
      ids: [PLATFORM_SCHOOL, ...waiting.map(({ id }) => id)],
    };
  });
  return { ...facts, oldestUnsealed: await oldestUnsealed(db, ids) };
}

/** Returns the time of the oldest unsealed row, by a query per school: audit rows are visible inside their own school only. */
async function oldestUnsealed(db: Db, ids: readonly string[]): Promise<number | null> {
  const times: number[] = [];
  for (const id of ids) {
    const row = await db.readSchool(id, (tx) =>
      tx.row<{ oldest: Date | null }>(
        `SELECT min(e.at) AS oldest FROM audit_waiting w JOIN audit_events e ON e.school_id = w.school_id AND e.id = w.event_id
         WHERE w.school_id = $1`,
        [id],
      ),
    );
    if (row?.oldest) times.push(row.oldest.getTime());
  }
  return times.length > 0 ? Math.min(...times) : null;
}

/** Describes an error for a person, without the driver's message, which may contain a URL with a password. */
function wordsOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message.replace(/\.$/, '');
  if (error instanceof pg.DatabaseError) return `PostgreSQL refuses with ${error.code}`;
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}
