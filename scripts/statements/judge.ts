import pg from 'pg';
import type { FreshDatabase } from '../fresh-database.ts';
import { type Column, describeStatement } from './describe.ts';
import { MAY_BE_NULL, misfits, type Types } from './fit-row.ts';
import type { Statement } from './read-statements.ts';

/** Exemptions, each with its reason; one that is no longer needed is a problem. */
export interface Exempt {
  readonly neverNull: Readonly<Record<string, string>>;
  readonly madeWhileRunning: Readonly<Record<string, string>>;
}

/** Statements that write or lock rows directly, which PostgreSQL refuses in a READ ONLY transaction. */
const WRITES = /\b(INSERT\s+INTO|UPDATE\s+\w+|DELETE\s+FROM|FOR\s+(NO\s+KEY\s+)?UPDATE|FOR\s+(KEY\s+)?SHARE)\b/;
/** Locks and jobs; PostgreSQL refuses only the jobs, whose functions are not ours. */
const LOCKS = /\b(pg_(try_)?advisory_(xact_)?lock|pg_notify|graphile_worker\.add_job)/;
/** PgBouncer commands, which a pooler answers but no database. */
const OF_A_POOLER = /^SHOW (CONFIG|DATABASES)$/;
const PLANNED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/**
 * Prepares each statement, plans it as the role that sends it (which reveals missing privileges), and compares its columns with the row
 * type in the code. Returns the problems, each with its place; nothing is executed.
 */
export async function judgeStatements(
  statements: readonly Statement[],
  { ownerUrl, appUrl }: FreshDatabase,
  { neverNull, madeWhileRunning }: Exempt,
): Promise<string[]> {
  const application = new pg.Client({ connectionString: appUrl });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await Promise.all([application.connect(), owner.connect()]);
  const unused = new Set([...Object.keys(neverNull), ...Object.keys(madeWhileRunning)]);
  // Marks the exemption as used.
  const isExempt = (of: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(of, key) && (unused.delete(key) || true);
  try {
    const types = await readTypes(owner);
    const writing = await listWritingFunctions(owner);
    const problems: string[] = [];
    for (const statement of statements) {
      const { where, by } = statement;
      for (const text of statement.texts ?? []) {
        if (OF_A_POOLER.test(text)) continue;
        const found = await judge(by === 'owner' ? owner : application, statement, text, types);
        if (statement.readOnly && (writes(text) || calls(text, writing))) found.push(WRITES_IN_READ);
        const missing = /^relation "(\w+)" does not exist$/.exec(found[0]?.what ?? '')?.[1];
        if (missing !== undefined && isExempt(madeWhileRunning, missing)) continue;
        for (const { column, what } of found) {
          const key = `${where.replace(/:\d+$/, '')}: ${column}`;
          if (what === MAY_BE_NULL && isExempt(neverNull, key)) continue;
          problems.push(`${where}: ${what === MAY_BE_NULL ? `${column} ${what}` : what}`);
        }
      }
    }
    return [...new Set(problems), ...[...unused].map((key) => `${key}: is exempt, and need not be`)];
  } finally {
    await Promise.all([application.end(), owner.end()]);
  }
}

type Problem = { readonly column: string | null; readonly what: string };

const WRITES_IN_READ: Problem = { column: null, what: 'writes or locks, but its transaction is one that reads' };

async function judge(client: pg.Client, statement: Statement, text: string, types: Types): Promise<Problem[]> {
  const { row, columns: named, by } = statement;
  const found: Problem[] = [];
  // A text of several statements is sent as one message, and each statement is checked.
  for (const part of text.split(/;\s*(?=\S)/)) {
    let columns: Column[];
    try {
      columns = await describeStatement(client, part);
      if (by === 'application' && PLANNED.test(part)) await client.query(`EXPLAIN (GENERIC_PLAN) ${part}`);
    } catch (error) {
      found.push({ column: null, what: error instanceof Error ? error.message : String(error) });
      continue;
    }
    const there = new Set(columns.map(({ name }) => name));
    found.push(
      ...named.filter((name) => !there.has(name)).map((name) => ({ column: name, what: `there is no column ${name}` })),
    );
    if (row) found.push(...misfits(columns, row, types, text));
  }
  return found;
}

async function readTypes(owner: pg.Client): Promise<Types> {
  const types = await owner.query<{ oid: number; name: string }>('SELECT oid, typname AS name FROM pg_type');
  const nullable = await owner.query<{ origin: string; name: string }>(
    `SELECT attrelid || '.' || attnum AS origin, attname AS name
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE NOT attnotnull AND attnum > 0 AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  return {
    names: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    nullable: new Map(nullable.rows.map(({ origin, name }) => [origin, name])),
  };
}

/** Lists our functions that write or lock, directly or through another function. */
async function listWritingFunctions(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc p JOIN pg_language l ON l.oid = prolang
     WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql')`,
  );
  const writing = new Set(rows.filter(({ body }) => writes(body)).map(({ name }) => name));
  for (let before = -1; before !== writing.size; ) {
    before = writing.size;
    for (const { name, body } of rows) if (calls(body, [...writing])) writing.add(name);
  }
  return [...writing];
}

function writes(text: string): boolean {
  return WRITES.test(text) || LOCKS.test(text);
}

function calls(text: string, functions: readonly string[]): boolean {
  return functions.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(text));
}
