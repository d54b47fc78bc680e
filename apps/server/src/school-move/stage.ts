import type pg from 'pg';
import type { BackupTable } from '../platform/backup/format.ts';
import { columnList, readTables } from '../platform/backup/tables.ts';
import { GOING, type Going } from './tables.ts';

/** Tables of a database whose rows go with a school, with the columns that are stored. */
export async function readGoing(client: pg.Client): Promise<BackupTable[]> {
  const tables = (await readTables(client)).filter(
    ({ schema, name }) => schema === 'public' && Object.hasOwn(GOING, name),
  );
  return tables.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Tables of which something is made anew, and the audit rows that name it. */
export function isRenewed(name: string): boolean {
  return name === 'audit_events' || Object.values(GOING[name]?.columns ?? {}).includes('anew');
}

/** Condition by which the rows of a table are the school's. The id is checked: it comes from a column or a schema of type uuid. */
export function isOfSchool(name: string, schoolId: string): string {
  const by: Going['by'] = GOING[name]?.by ?? 'school_id';
  const id = `'${schoolId}'::uuid`;
  return by === 'user_id' ? `user_id IN (SELECT id FROM users WHERE school_id = ${id})` : `${by} = ${id}`;
}

/** Makes a temporary table that stands in front of one of the database's, with its rows of the school or none, until the transaction ends. */
export async function stage(client: pg.Client, { name, columns }: BackupTable, schoolId: string | null): Promise<void> {
  const table = client.escapeIdentifier(name);
  const rows = schoolId === null ? 'false' : isOfSchool(name, schoolId);
  await client.query(
    `CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS SELECT ${columnList(client, columns)} FROM public.${table} WHERE ${rows}`,
  );
}

/** Gives a filled temporary table an index as the primary key of the one behind it, where that has one, by which its rows are found. */
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
