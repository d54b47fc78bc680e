import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupTable } from '../platform/backup/format.ts';
import { columnList, readTables } from '../platform/backup/tables.ts';
import { SchoolMoveError } from './errors.ts';
import { isOfSchool } from './stage.ts';
import { GOING } from './tables.ts';

const NOT_OF_SCHOOL = '42501';
/** Inserted separately, because a trigger of this table checks for other schools with the same code. */
const SHORT_CODES = 'short_codes';

/** Fills the temporary table that shadows a real one. */
export async function fillStaged(
  client: pg.Client,
  { name, columns }: BackupTable,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const table = client.escapeIdentifier(name);
  const rows = client.query(copyFrom(`COPY pg_temp.${table} (${columnList(client, columns)}) FROM STDIN`));
  await pipeline(chunks, rows);
}

/**
 * Inserts the rows of the temporary tables into the real ones. Row-level security refuses rows of other schools; tables without it,
 * which belong to users, are checked against the users in the file.
 */
export async function putRows(client: pg.Client, tables: readonly BackupTable[], schoolId: string): Promise<void> {
  for (const { name, columns } of tables.filter((table) => table.name !== SHORT_CODES)) {
    const table = client.escapeIdentifier(name);
    if (GOING[name]?.by === 'user_id') {
      const { rows } = await client.query(
        `SELECT 1 AS one FROM pg_temp.${table} WHERE (${isOfSchool(name, schoolId)}) IS NOT TRUE LIMIT 1`,
      );
      if (rows.length > 0) throw otherSchool(name);
    }
    const list = columnList(client, columns);
    await client.query(`INSERT INTO public.${table} (${list}) SELECT ${list} FROM pg_temp.${table}`);
  }
}

/**
 * Drops the temporary tables and inserts the short codes with their trigger enabled, which would otherwise read the temporary tables.
 * Throws where another school collects by one of these codes.
 */
export async function putShortCodes(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  await client.query('ALTER TABLE pg_temp.short_codes RENAME TO arriving_codes');
  for (const { name } of tables.filter((table) => table.name !== SHORT_CODES))
    await client.query(`DROP TABLE pg_temp.${client.escapeIdentifier(name)}`);
  const codes = tables.find(({ name }) => name === SHORT_CODES);
  const list = columnList(client, codes?.columns ?? []);
  await client.query(`INSERT INTO public.short_codes (${list}) SELECT ${list} FROM pg_temp.arriving_codes`);
}

/** Deletes all rows of a school, both those that move with a school and those that stay. */
export async function takeOut(client: pg.Client, schoolId: string): Promise<void> {
  const tables = (await readTables(client)).filter(({ schema }) => schema === 'public');
  const has = (column: string) => tables.filter(({ columns }) => columns.includes(column));
  const people = `(SELECT id FROM users WHERE school_id = '${schoolId}'::uuid)`;
  for (const { sql } of has('user_id').filter(({ columns }) => !columns.includes('school_id')))
    await client.query(`DELETE FROM ${sql} WHERE user_id IN ${people}`);
  for (const { sql } of has('school_id'))
    await client.query(`DELETE FROM ${sql} WHERE school_id = '${schoolId}'::uuid`);
  await client.query(`DELETE FROM public.schools WHERE id = '${schoolId}'::uuid`);
}

interface ForeignKey {
  readonly name: string;
  readonly sql: string;
  readonly target: string;
  readonly columns: string[];
  readonly named: string[];
}

/** Returns a message for each foreign key with missing target rows: the keys were not checked while the rows were inserted. */
export async function findDangling(
  client: pg.Client,
  tables: readonly BackupTable[],
  schoolId: string,
): Promise<string[]> {
  const keys = await client.query<ForeignKey>(
    `SELECT c.relname AS name, k.conrelid::regclass::text AS sql, k.confrelid::regclass::text AS target,
            (SELECT array_agg(a.attname::text ORDER BY n.place) FROM unnest(k.conkey) WITH ORDINALITY AS n (number, place)
             JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n.number) AS columns,
            (SELECT array_agg(a.attname::text ORDER BY n.place) FROM unnest(k.confkey) WITH ORDINALITY AS n (number, place)
             JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = n.number) AS named
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) ORDER BY 1, k.conname`,
    [tables.map(({ name }) => name)],
  );
  const dangling: string[] = [];
  for (const { name, sql, target, columns, named } of keys.rows) {
    const pairs = columns.map((column, place) => [
      `f.${client.escapeIdentifier(column)}`,
      `t.${client.escapeIdentifier(named[place] ?? '')}`,
    ]);
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT * FROM ${sql} WHERE ${isOfSchool(name, schoolId)}) AS f
       WHERE ${pairs.map(([from]) => `${from} IS NOT NULL`).join(' AND ')}
         AND NOT EXISTS (SELECT 1 FROM ${target} t WHERE ${pairs.map(([from, to]) => `${from} = ${to}`).join(' AND ')})`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) dangling.push(`${count} rows of ${name} name rows of ${target} that are not there.`);
  }
  return dangling;
}

/** Translates a violation reported by the database, without the values that its message quotes; returns other errors unchanged. */
export function wordsOfViolation(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === NOT_OF_SCHOOL && /row-level security/.test(error.message))
    return otherSchool(/"(\w+)"$/.exec(error.message)?.[1]);
  if (error.code === '23505')
    return new SchoolMoveError(
      error.constraint === 'short_codes_taken' || error.constraint === 'short_codes_prefix_taken'
        ? 'Another school here collects by a paybill of this one: give both a prefix, or this one another paybill, before it leaves.'
        : `Something of the school is here already (${error.table ?? ''}, ${error.constraint ?? ''}).`,
    );
  return error;
}

function otherSchool(table: string | undefined): SchoolMoveError {
  return new SchoolMoveError(
    `The file has rows of another school${table ? ` in ${table}` : ''}, and nothing of it was taken in: it was not made by school:export.`,
  );
}
