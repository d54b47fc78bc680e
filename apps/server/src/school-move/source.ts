import type pg from 'pg';
import type { Header } from '../platform/backup/format.ts';
import type { Source } from '../platform/backup/source.ts';
import { columnList } from '../platform/backup/tables.ts';
import { isOfSchool, readGoing } from './stage.ts';

/**
 * Opens a source that reads only the school's rows: row-level security hides all others, and each statement also filters by the school.
 */
export async function openSchoolSource(client: pg.Client, schoolId: string): Promise<Source> {
  const tables = await readGoing(client);
  const migrations = await client.query<Header['migrations'][number]>(
    'SELECT number, name, hash FROM public.migrations ORDER BY number',
  );
  const state = await client.query<{ queue: number; postgres: string }>(
    `SELECT max(id)::int AS queue, current_setting('server_version') AS postgres FROM graphile_worker.migrations`,
  );
  return {
    client,
    header: {
      postgres: state.rows[0]?.postgres ?? '',
      queue: state.rows[0]?.queue ?? 0,
      migrations: migrations.rows,
      tables,
      school: schoolId,
    },
    bytes: 0,
    queryOf: ({ name, columns }) =>
      `SELECT ${columnList(client, columns)} FROM ${client.escapeIdentifier(name)} WHERE ${isOfSchool(name, schoolId)}`,
    sequences: async () => [],
    release: async () => undefined,
    close: async () => undefined,
  };
}
