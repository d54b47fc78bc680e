/**
 * `npm run bench:upgrade -- --schools 1000`: how long the newest release's data takes to come to this version, on so many schools. The small school of the
 * release's dump is copied: to `--schools` schools, and within each so many times as `--copies` says. Row-level locks and walls are those of an upgrade: one
 * transaction, during which no server answers. `--data FOLDER` keeps the database there.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { APP_ROLE, ensureAppRole } from '../src/platform/database/app-role.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { findRunning } from '../src/platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { RELEASES, restoreDump } from '../tests/release-dump.testkit.ts';

const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '1000' },
    copies: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
});
const SCHOOLS = Number(values.schools);
const COPIES = Number(values.copies);
/** Columns that hold one of a few words, also where they are part of a key. */
const CHOICES: ReadonlySet<string> = new Set([
  'kind',
  'state',
  'status',
  'method',
  'direction',
  'language',
  'scope',
  'role',
  'purpose',
]);

const print = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'mfuko-upgrade-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const seer = new pg.Client({ connectionString: findRunning(dataDir)?.superuserUrl ?? '' });
try {
  await ensureAppRole(postgres.ownerUrl, { role: APP_ROLE, password: 'of the bench' });
  const release = readdirSync(RELEASES).sort().at(-1) ?? '';
  await restoreDump(postgres.ownerUrl, join(RELEASES, release));
  await seer.connect();
  const filled = await timed(multiply);
  const { rows: sizes } = await seer.query<{ name: string; rows: string }>(
    `SELECT relname AS name, reltuples::bigint AS rows FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY reltuples DESC LIMIT 12`,
  );
  const { rows: size } = await seer.query<{ mb: number }>(
    `SELECT (pg_database_size(current_database()) / 1e6)::int AS mb`,
  );
  print(`${release} of ${SCHOOLS} schools: ${size[0]?.mb} MB, filled in ${Math.round(filled / 1_000)} s`);
  print(sizes.map(({ name, rows }) => `${name} ${rows}`).join(', '));
  const took = await timed(() => migrate(postgres.ownerUrl, { log: print }));
  print(`Upgraded in ${(took / 1_000).toFixed(1)} s`);
} finally {
  await seer.end();
  await postgres.stop();
  if (values.data === undefined) rmSync(dataDir, { recursive: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Two rows of a school, or of the platform, may not have the same. */
  readonly unique: boolean;
}

/** Copies every row of the school, with other ids that fit together, into this school and the others. */
async function multiply(): Promise<void> {
  await seer.query(`SET session_replication_role = replica`);
  const { rows: schools } = await seer.query<{ id: string }>('SELECT id FROM schools');
  await seer.query(
    `CREATE TEMP TABLE copies AS
     SELECT s * $2 + k AS n, school FROM (SELECT s, CASE s WHEN 0 THEN $3 ELSE gen_random_uuid() END AS school
                                          FROM generate_series(0, $1 - 1) s) schools, generate_series(0, $2 - 1) k
     WHERE s * $2 + k > 0`,
    [SCHOOLS, COPIES, schools[0]?.id],
  );
  const { rows: tables } = await seer.query<{ name: string; columns: Column[] }>(
    `SELECT c.relname AS name, json_agg(json_build_object(
              'name', quote_ident(a.attname), 'type', format_type(a.atttypid, NULL),
              'unique', EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
                              AND split_part(pg_get_indexdef(i.indexrelid), ' WHERE ', 1) ~ ('\\m' || a.attname || '\\M')))) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND (c.relname = 'schools' OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'school_id'))
     GROUP BY c.relname`,
  );
  for (const { name, columns } of tables) {
    const school = name === 'schools' ? 'id' : 'school_id';
    const copied = columns.map((column) => (column.name === school ? 'school' : copyOf(column)));
    await seer.query(
      `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')})
       SELECT ${copied.join(', ')} FROM ${name} t, copies WHERE t.${school} = $1 ON CONFLICT DO NOTHING`,
      [schools[0]?.id],
    );
  }
  await seer.query('SET session_replication_role = origin');
  await seer.query('VACUUM ANALYZE');
}

/** An id becomes the same other one wherever it stands; what is unique besides becomes another too. */
function copyOf({ name, type, unique }: Column): string {
  if (type === 'uuid') return `CASE t.${name} WHEN $1 THEN school ELSE md5(t.${name}::text || n)::uuid END`;
  if (!unique || CHOICES.has(name)) return `t.${name}`;
  if (type === 'text') return `t.${name} || lpad(n::text, 5, '0')`;
  if (type === 'bigint') return `t.${name} + n * 1000000::bigint`;
  if (type === 'bytea') return `sha256(t.${name} || n::text::bytea)`;
  return `t.${name}`;
}
