import type pg from 'pg';
import type { BackupTable } from '../platform/backup/format.ts';
import { columnList, readTables } from '../platform/backup/tables.ts';
import { GOING, type Going } from './tables.ts';

/** Lists the tables whose rows move with a school, with their stored columns. */
export async function readGoing(client: pg.Client): Promise<BackupTable[]> {
  const tables = (await readTables(client)).filter(
    ({ schema, name }) => schema === 'public' && Object.hasOwn(GOING, name),
  );
  return tables.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Returns true for tables with renewed columns, and for audit_events, whose rows name renewed hashes. */
export function isRenewed(name: string): boolean {
  return name === 'audit_events' || Object.values(GOING[name]?.columns ?? {}).includes('anew');
}

/** Returns the SQL condition for a table's rows of the school. The id needs no escaping: it comes from a uuid column or schema. */
export function isOfSchool(name: string, schoolId: string): string {
  const by: Going['by'] = GOING[name]?.by ?? 'school_id';
  const id = `'${schoolId}'::uuid`;
  return by === 'user_id' ? `user_id IN (SELECT id FROM users WHERE school_id = ${id})` : `${by} = ${id}`;
}

/** Creates a temporary table that shadows a real one until the transaction ends, with the school's rows or empty. */
export async function stage(client: pg.Client, { name, columns }: BackupTable, schoolId: string | null): Promise<void> {
  const table = client.escapeIdentifier(name);
  const rows = schoolId === null ? 'false' : isOfSchool(name, schoolId);
  await client.query(
    `CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS SELECT ${columnList(client, columns)} FROM public.${table} WHERE ${rows}`,
  );
}

/** Gives a filled temporary table an index on the primary key columns of the table that it shadows, for lookups. */
export async function indexStaged(client: pg.Client, { name }: BackupTable): Promise<void> {
  const table = client.escapeIdentifier(name);
  const { rows } = await client.query<{ column: string }>(
    `SELECT a.attname::text AS column FROM pg_constraint k, unnest(k.conkey) WITH ORDINALITY AS c (number, place)
     JOIN pg_attribute a ON a.attnum = c.number
     WHERE k.conrelid = ('public.' || quote_ident($1))::regclass AND a.attrelid = k.conrelid AND k.contype = 'p' ORDER BY c.place`,
    [name],
  );
  const columns = columnList(
    client,
    rows.map(({ column }) => column),
  );
  const index = rows.length > 0 ? `CREATE INDEX ON pg_temp.${table} (${columns});` : '';
  await client.query(`${index} ANALYZE pg_temp.${table}`);
}
