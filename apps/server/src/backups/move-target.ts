import { ConfigError } from '../config.ts';
import { commandLine } from '../platform/process/command-line.ts';

/**
 * Returns the URL of the target database from the command line: undefined for the embedded one, null for an invalid argument. A URL
 * with a password is refused, because every user of a machine can see command lines, and shells store them. Throws ConfigError.
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

/**
 * Returns true for a URL with a password, also in the query, where PostgreSQL's clients accept one. An invalid URL counts too, since it
 * may contain one.
 */
function hasPassword(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  return url.password !== '' || ['password', 'sslpassword'].some((name) => url.searchParams.has(name));
}
