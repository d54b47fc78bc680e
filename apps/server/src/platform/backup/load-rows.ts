import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './errors.ts';
import type { BackupSequence, BackupTable, Header } from './format.ts';
import { BOOKKEEPING } from './source.ts';
import { columnList, readTables, type TableOfCatalog } from './tables.ts';

/** Transaction that fills the tables of an empty database. */
export interface LoadSession {
  table(table: BackupTable, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  commit(sequences: readonly BackupSequence[]): Promise<void>;
  /** Closes the session, which rolls back an uncommitted transaction. */
  close(): Promise<void>;
}

/**
 * Begins to load the tables of a migrated database, replacing the rows that migrations insert. Throws BackupError where the
 * tables differ from the backup's.
 */
export async function openLoad(ownerUrl: string, header: Header): Promise<LoadSession> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko restore' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'`,
    );
    const tables = (await readTables(client)).filter(({ path }) => !BOOKKEEPING.includes(path));
    await refuseOtherTables(client, header, tables);
    const putBack = await suspendConstraints(client, tables);
    await client.query(`TRUNCATE ${tables.map(({ sql }) => sql).join(', ')}`);
    return {
      async table({ schema, name, columns }, chunks) {
        const sql = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
        const rows = client.query(copyFrom(`COPY ${sql} (${columnList(client, columns)}) FROM STDIN`));
        await pipeline(chunks, rows);
      },
      async commit(sequences) {
        for (const { schema, name, last, called } of sequences) {
          const sql = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
          await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [sql, last, called]);
        }
        await putBack();
        await client.query('COMMIT');
        // The planner has no statistics for the new rows yet.
        await client.query('ANALYZE');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Throws BackupError where the tables differ. Equal migrations create equal tables, so a difference means that an unreleased
 * version made the backup.
 */
async function refuseOtherTables(client: pg.Client, header: Header, tables: readonly TableOfCatalog[]): Promise<void> {
  const { rows } = await client.query<{ queue: number }>(
    'SELECT max(id)::int AS queue FROM graphile_worker.migrations',
  );
  if (rows[0]?.queue !== header.queue)
    throw new BackupError(
      `The backup is of a version with another job queue (${header.product}): restore it with that version, then upgrade.`,
    );
  const shapeOf = (all: readonly BackupTable[]) =>
    all.map(({ schema, name, columns }) => `${schema}.${name} (${[...columns].sort().join(', ')})`).sort();
  if (!isDeepStrictEqual(shapeOf(header.tables), shapeOf(tables)))
    throw new BackupError(
      `The tables of the backup are not those that its migrations make here (${header.product}): restore it with the version that ` +
        'made it.',
    );
}

/** Disables triggers, foreign keys and forced row-level security for this transaction; the returned function restores them. */
async function suspendConstraints(client: pg.Client, tables: readonly TableOfCatalog[]): Promise<() => Promise<void>> {
  const triggers = await client.query<{ sql: string; name: string; enabled: string }>(
    `SELECT n || '.' || r AS sql, quote_ident(tgname) AS name, tgenabled::text AS enabled FROM (
       SELECT quote_ident(n.nspname) AS n, quote_ident(c.relname) AS r, n.nspname, t.* FROM pg_trigger t
       JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace) AS each
     WHERE nspname IN ('public', 'graphile_worker') AND NOT tgisinternal AND tgenabled <> 'D'`,
  );
  const keys = await client.query<{ sql: string; name: string; definition: string }>(
    `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS sql, quote_ident(conname) AS name,
            pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND n.nspname IN ('public', 'graphile_worker') ORDER BY k.oid`,
  );
  const forced = tables.filter((table) => table.forced);
  const run = (statements: readonly string[]) => client.query(statements.join('; '));
  await run(forced.map(({ sql }) => `ALTER TABLE ${sql} NO FORCE ROW LEVEL SECURITY`));
  await run(triggers.rows.map(({ sql, name }) => `ALTER TABLE ${sql} DISABLE TRIGGER ${name}`));
  await run(keys.rows.map(({ sql, name }) => `ALTER TABLE ${sql} DROP CONSTRAINT ${name}`));
  return async () => {
    for (const { sql, name, definition } of keys.rows)
      await client.query(`ALTER TABLE ${sql} ADD CONSTRAINT ${name} ${definition}`);
    const kinds: Record<string, string> = { A: 'ALWAYS ', R: 'REPLICA ' };
    await run(
      triggers.rows.map(({ sql, name, enabled }) => `ALTER TABLE ${sql} ENABLE ${kinds[enabled] ?? ''}TRIGGER ${name}`),
    );
    await run(forced.map(({ sql }) => `ALTER TABLE ${sql} FORCE ROW LEVEL SECURITY`));
  };
}
