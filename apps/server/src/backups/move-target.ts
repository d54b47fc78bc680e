import { ConfigError } from '../config.ts';
import { commandLine } from '../platform/process/command-line.ts';

/**
 * Address of the database that data is moved to, by what stands on the command line: undefined for the embedded one, null where it is
 * neither. Command lines are seen by every user of a machine and kept by shells, so one with a password is refused. Throws ConfigError.
 */
export function readMoveTarget(to: string | undefined, kept: string | null): string | undefined | null {
  if (to === 'embedded') return undefined;
  const outside = commandLine('move', '--to outside');
  if (to === 'outside') {
    if (kept === null)
      throw new ConfigError(`MOVE_DATABASE_URL is not set: ${outside} moves to the address that stands there.`);
    return kept;
  }
  if (to === undefined || !/^postgres(ql)?:\/\//.test(to)) return null;
  if (hasPassword(to))
    throw new ConfigError(
      'A password on the command line is seen by every user of this machine and kept by the shell. Put the whole address into ' +
        `MOVE_DATABASE_URL of the settings, then: ${outside}. Others may have seen this password by now: give the owner another one.`,
    );
  return to;
}

/** Also one in the query, which PostgreSQL's clients take as well; and whatever cannot be read, since it may be one. */
function hasPassword(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  return url.password !== '' || ['password', 'sslpassword'].some((name) => url.searchParams.has(name));
}
