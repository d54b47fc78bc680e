/** The server's own programs: each npm script that runs a file of `apps/server/src` is a command of the installed program, with `-` for `:`. */
const TOOL = /^node (apps\/server\/src\/[\w-]+\.ts)$/;

/** Tools of an archive of the log: PostgreSQL's own user runs them, who may read neither settings nor keys, and they need none. */
const WITHOUT_SETTINGS = /\/wal-\w+\.ts$/;

/** Commands and the files that they run, by the scripts of package.json. */
export function readTools(scripts: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(scripts).flatMap(([name, script]) => {
      const file = TOOL.exec(script)?.[1];
      return file === undefined ? [] : [[name.replaceAll(':', '-'), file] as const];
    }),
  );
}

/**
 * Command and arguments as they are typed, with `school export` for `school-export`, and without the `--` that npm wants between them: the pages write
 * commands for both.
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
  /** File of the settings; null where they are the environment, as in a container. */
  readonly settings: string | null;
  readonly user: string;
}

/**
 * Command line that runs a tool as the user of the service with its settings. Throws where the caller is neither root nor that user: nobody
 * else may read the keys. Tools that need no settings run as the caller, who
 * must not be root.
 */
export function toolCommand(
  { root, node, settings, user }: Installation,
  caller: string,
  file: string,
  args: readonly string[],
): string[] {
  if (WITHOUT_SETTINGS.test(file)) {
    // PostgreSQL cannot open files that root has written.
    if (caller === 'root') throw new Error('Run this as the user of PostgreSQL: runuser -u postgres -- mfuko …');
    return [node, `${root}/${file}`, ...args];
  }
  const command = [node, ...(settings === null ? [] : [`--env-file=${settings}`]), `${root}/${file}`, ...args];
  if (caller === user) return command;
  if (caller !== 'root') throw new Error('Run this as root: put sudo before it.');
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs', ...command];
}
