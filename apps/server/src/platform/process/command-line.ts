import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
/** Folder of the installed package, whose tools are subcommands of `mfuko`. */
const INSTALLED = '/usr/lib/mfuko/';

/**
 * Returns the command line of a server tool (`keys:renew`) as an operator types it: `mfuko` where the package is installed, otherwise
 * `npm run`.
 */
export function commandLine(tool: string, args = '', place = HERE): string {
  const command = place.startsWith(INSTALLED)
    ? `mfuko ${tool.replaceAll(':', '-')} ${args}`
    : `npm run ${tool} ${args && `-- ${args}`}`;
  return command.trimEnd();
}

/** Returns the usage text of a tool: its command lines, each with a description. */
export function usageOf(tool: string, lines: readonly (readonly [args: string, what: string])[]): string {
  const commands = lines.map(([args, what]) => [commandLine(tool, args), what] as const);
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, what]) => `${command.padEnd(what ? width : 0)}   ${what}`.trimEnd()).join('\n');
}
