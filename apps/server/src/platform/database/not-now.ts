import { NoConnection, sqlState } from './database.ts';

/** SQLSTATEs of temporary failures: lock and statement timeouts, deadlock, shutdown, too many connections. */
const BUSY_STATES = new Set(['55P03', '57014', '40001', '40P01', '57P01', '57P02', '57P03', '53300', '25P03']);
const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
/** Error codes of PostgreSQL and of the system for a full disk. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Returns true if the database is busy or unreachable: a retry of the transaction may succeed in a moment. */
export function saysNotNow(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return BUSY_STATES.has(state);
  return (
    error instanceof NoConnection ||
    LOST_CONNECTION.has(codeOf(error)) ||
    (error instanceof Error &&
      /Connection terminated|is not queryable|timeout exceeded when trying/.test(error.message))
  );
}

/** Returns true if the disk of the database or of this machine is full. */
export function saysDiskFull(error: unknown): boolean {
  return DISK_FULL.has(sqlState(error) ?? codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
