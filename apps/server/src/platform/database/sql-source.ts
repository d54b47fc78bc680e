import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

/** SQL that is run as it stands in its file. */
export interface SqlSource {
  readonly text: string;
  /** SHA-256 in hexadecimal; the same for every checkout. */
  readonly hash: string;
}

/** Reads a file of SQL. Throws what the file system throws. */
export function readSqlSource(path: string): SqlSource {
  const text = readFileSync(path, 'utf8');
  // Line endings differ between checkouts and mean nothing.
  const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { text, hash };
}

/** Line of a source at which the database found an error, as `, line 3`; empty where the database names none. */
export function errorLine(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`;
}
