import type pg from 'pg';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'nothing listens there',
  ENOTFOUND: 'no machine has that name',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  '28P01': 'it does not accept the user and password',
  '28000': 'it does not accept the user',
  '3D000': 'it has no database of that name',
  '57P03': 'it is starting or stopping',
};

/** UnreachableError: thrown when no connection to the database can be made. A later start may find it. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Returns the error for a connection that failed, with the setting, the host and the port, and without user and password. An error that
 * is not about the connection is returned unchanged.
 */
export function unreachable(setting: string, { host, port }: pg.Client, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const reason = REASONS[code];
  return new UnreachableError(
    `The database of ${setting} cannot be reached at ${host}, port ${port}: ${reason === undefined ? code : `${reason} (${code})`}.`,
    { cause: error },
  );
}
