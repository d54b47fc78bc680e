import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

/** SQL text of a file, which is run unchanged. */
export interface SqlSource {
  readonly text: string;
  /** SHA-256 in hexadecimal; identical for every checkout. */
  readonly hash: string;
}

/** Reads an SQL file. Throws the errors of the file system. */
export function readSqlSource(path: string): SqlSource {
  const text = readFileSync(path, 'utf8');
  // Line endings differ between checkouts and have no meaning.
  const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { text, hash };
}

/** Returns the line at which the database found an error, as `, line 3`; empty where the database reports no position. */
export function errorLine(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`;
}
