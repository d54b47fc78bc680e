import pg from 'pg';
import { migrate, readMigrations } from '../database/migrate.ts';
import { commandLine } from '../process/command-line.ts';
import { BackupError } from './errors.ts';
import type { Header } from './format.ts';
import { type LoadSession, openLoad } from './load-rows.ts';
import { type BackupReader, readBackup, type Summary } from './read.ts';
import { refuseForeign } from './rules.ts';

/** Throws BackupError where a database contains any relation, of this product or of another. */
export async function refuseFilled(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'mfuko restore' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; name: string }>(
      `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
    );
    const [found] = rows;
    if (found)
      throw new BackupError(
        `The database is not empty (it has ${found.schema}.${found.name}), and a restore never writes over anything: give it an empty ` +
          'database.',
      );
  } finally {
    await client.end();
  }
}

/**
 * Throws BackupError where this version cannot restore a backup: a newer version or one with other migrations made it, or the
 * file is the export of a single school.
 */
export function refuseOtherVersion(header: Header): void {
  if (header.school !== undefined)
    throw new BackupError(`This file holds one school: ${commandLine('school:import', 'FILE --identity KEYFILE')}`);
  refuseForeign(header.migrations, readMigrations());
}

/**
 * Restores a backup into an empty database whose application role exists: applies the product's migrations up to the backup's
 * last one, then loads every row in one transaction, which is compared with the manifest before it commits. The database owner
 * does all of it, so no superuser is needed: triggers are disabled meanwhile, and foreign keys are dropped and created again,
 * which makes PostgreSQL validate each. Changes of later versions come with the next `migrate`. Throws BackupError, and then no
 * row remains.
 */
export async function loadBackup(
  ownerUrl: string,
  tar: ReadableStream<Uint8Array>,
  reader: Pick<BackupReader, 'file'> = {},
): Promise<Summary> {
  let session: LoadSession | undefined;
  try {
    const summary = await readBackup(tar, {
      ...reader,
      async begin(header) {
        refuseOtherVersion(header);
        await migrate(ownerUrl, { upTo: header.migrations.at(-1)?.number ?? 0 });
        session = await openLoad(ownerUrl, header);
      },
      table: async (table, chunks) => session?.table(table, chunks),
    });
    await session?.commit(summary.manifest.sequences);
    return summary;
  } finally {
    await session?.close();
  }
}
