import { parseSync } from 'vite';
import type { Made } from './table-owners.ts';

/** A statement that writes. */
export interface Written {
  readonly how: string;
  /** Table; null if it is only named at run time. */
  readonly table: string | null;
}

/** Marks the place of an interpolation. */
const HOLE = '\u0000';
// A name, or a placeholder for one: an interpolation, a directive of `format`, or the end of a text that is completed elsewhere.
const NAME = `(?:ONLY\\s+)?"?((?:[a-z_]\\w*\\.)?(?!on\\b|or\\b)[a-z_]\\w*|${HOLE}|%[a-z]|$)"?`;
const WRITES: readonly (readonly [how: string, pattern: RegExp])[] = [
  ['INSERT', new RegExp(`\\bINSERT\\s+INTO\\s+${NAME}`, 'gi')],
  [
    'UPDATE',
    new RegExp(
      `(?<!\\b(?:FOR|KEY|DO)\\s)\\bUPDATE\\s+${NAME}(?:\\s+(?:AS\\s+)?[a-z_]\\w*)?\\s+(?:SET\\b|${HOLE})`,
      'gi',
    ),
  ],
  ['DELETE', new RegExp(`\\bDELETE\\s+FROM\\s+${NAME}`, 'gi')],
  ['MERGE', new RegExp(`\\bMERGE\\s+INTO\\s+${NAME}`, 'gi')],
  ['TRUNCATE', new RegExp(`\\bTRUNCATE\\s+(?:TABLE\\s+)?${NAME}`, 'gi')],
  ['COPY', new RegExp(`\\bCOPY\\s+${NAME}(?:\\s*\\([^)]*\\))?\\s+FROM\\b`, 'gi')],
];

/** Reads the tables that a SQL text writes. */
export function readWrites(sql: string): Written[] {
  const text = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return WRITES.flatMap(([how, pattern]) =>
    [...text.matchAll(pattern)].map(([, table = '']) => ({
      how,
      table: /^\w/.test(table) ? table.toLowerCase() : null,
    })),
  );
}

/** Reads the strings of a source file that may be SQL, with interpolations marked. */
export function readStrings(file: string, text: string): string[] {
  const strings: string[] = [];
  const journey = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(journey);
    if (typeof node !== 'object' || node === null) return;
    if (!('type' in node)) return;
    if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') strings.push(node.value);
    if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
      strings.push(node.quasis.map(({ value }: { value: { cooked: string | null } }) => value.cooked ?? '').join(HOLE));
    for (const inner of Object.values(node)) journey(inner);
  };
  journey(parseSync(file, text).program);
  return strings;
}

/** A database function in its final version, and the text that it runs. */
export interface SqlFunction extends Made {
  readonly body: string;
}

export interface Sql {
  readonly tables: readonly Made[];
  readonly functions: readonly SqlFunction[];
}

/** Reads migrations and function sources in order, and returns the final tables and functions with the file that created each. */
export function readSql(files: readonly { readonly file: string; readonly text: string }[]): Sql {
  const tables = new Map<string, Made>();
  const functions = new Map<string, SqlFunction>();
  for (const { file, text } of files) {
    const bodies = [...text.matchAll(FUNCTION)];
    for (const [, name = '', , body = ''] of bodies) functions.set(name, { name, file, body });
    for (const [, name = ''] of text.matchAll(/^DROP FUNCTION (?:IF EXISTS )?(\w+)/gim))
      if (!bodies.some((each) => each[1] === name)) functions.delete(name);
    for (const [, name = ''] of text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gim))
      tables.set(name, { name, file });
    for (const [, name = ''] of text.matchAll(/^DROP TABLE (?:IF EXISTS )?(\w+)/gim)) tables.delete(name);
    for (const [, from = '', to = ''] of text.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gim)) {
      tables.set(to, { name: to, file: tables.get(from)?.file ?? file });
      tables.delete(from);
    }
  }
  return { tables: [...tables.values()], functions: [...functions.values()] };
}

const FUNCTION =
  /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) (?:public\.)?(\w+)\s*\([\s\S]*?\bAS\s+(\$\w*\$)([\s\S]*?)\2/gim;
