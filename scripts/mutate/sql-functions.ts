import pg from 'pg';
import { type Mutant, toMutant } from './mutant.ts';
import { findSqlEdits } from './sql-mutants.ts';

/** A function in the migrated database; if several migrations define it, the last definition. */
export interface SqlFunction {
  /** Name with the types of its arguments. */
  readonly name: string;
  readonly body: string;
  /** The CREATE OR REPLACE statement. */
  readonly definition: string;
}

/** Reads the SQL and PL/pgSQL functions of a database, without those of extensions. */
export async function readSqlFunctions(url: string): Promise<SqlFunction[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<SqlFunction>(
      `SELECT p.oid::regprocedure::text AS name, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition
       FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND l.lanname IN ('sql', 'plpgsql')
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       ORDER BY 1`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Finds the mutants of the functions whose text is in a SQL file. */
export function findSqlMutants(file: string, source: string, functions: readonly SqlFunction[]): Mutant[] {
  return functions.flatMap(({ name, body }) => {
    const place = source.indexOf(body);
    if (place === -1) return [];
    return findSqlEdits(body).map((edit) => ({
      ...toMutant(file, source, { ...edit, start: edit.start + place, end: edit.end + place }),
      sqlFunction: name,
    }));
  });
}

/** Returns the statement that installs a mutant in the database. */
export function mutatedDefinition(one: SqlFunction, source: string, { start, end, replacement }: Mutant): string {
  const place = source.indexOf(one.body);
  const body = source.slice(place, start) + replacement + source.slice(end, place + one.body.length);
  return one.definition.replace(one.body, () => body);
}

/** Returns a definition that fails whenever the function is called, by which the tests that reach it are found. */
export function failingDefinition({ body, definition }: SqlFunction): string {
  const failing = definition.replace(body, () => `BEGIN RAISE EXCEPTION 'a test reaches this function'; END`);
  return failing.replace(/^ LANGUAGE sql\b/m, ' LANGUAGE plpgsql');
}
