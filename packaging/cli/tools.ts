/**
 * The server's own tools: each npm script that runs a file of `apps/server/src` is a command of the installed program, with `-` for `:`.
 */
const TOOL = /^node (apps\/server\/src\/[\w-]+\.ts)$/;

/** Tools of the WAL archive: PostgreSQL's own user runs them, who may read neither settings nor keys; the tools need neither. */
const WITHOUT_SETTINGS = /\/wal-\w+\.ts$/;

/** Reads the commands and the files that they run from the scripts of package.json. */
export function readTools(scripts: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(scripts).flatMap(([name, script]) => {
      const file = TOOL.exec(script)?.[1];
      return file === undefined ? [] : [[name.replaceAll(':', '-'), file] as const];
    }),
  );
}

/**
 * Joins command and arguments as typed, with `school export` for `school-export`, and drops the `--` that npm requires between them,
 * since the documentation has both spellings.
 */
export function joinWords(
  tools: ReadonlyMap<string, string>,
  [command = 'help', ...args]: readonly string[],
): [command: string, ...args: string[]] {
  const [second = '', ...rest] = args;
  const joined = `${command}-${second}`;
  const [name, given] = !tools.has(command) && tools.has(joined) ? [joined, rest] : [command, args];
  return [name, ...(given[0] === '--' ? given.slice(1) : given)];
}

/** Account, files and folders of the installed program. */
export interface Installation {
  readonly root: string;
  readonly node: string;
  /** Path of the settings file; null if the settings come from the environment, as in a container. */
  readonly settings: string | null;
  readonly user: string;
}

/**
 * Returns the command line that runs a tool as the service user with its settings. Throws if the caller is neither root nor that user,
 * since nobody else may read the keys. Tools without settings run as the caller, who must not be root.
 */
export function toolCommand(
  { root, node, settings, user }: Installation,
  caller: string,
  file: string,
  args: readonly string[],
): string[] {
  if (WITHOUT_SETTINGS.test(file)) {
    // PostgreSQL cannot open files written by root.
    if (caller === 'root') throw new Error('Run this as the user of PostgreSQL: runuser -u postgres -- mfuko …');
    return [node, `${root}/${file}`, ...args];
  }
  const command = [node, ...(settings === null ? [] : [`--env-file=${settings}`]), `${root}/${file}`, ...args];
  if (caller === user) return command;
  if (caller !== 'root') throw new Error('Run this as root: put sudo before it.');
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs', ...command];
}
