import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
/** Folder of the installed program, whose tools are the commands of `mfuko`. */
const INSTALLED = '/usr/lib/mfuko/';

/** Command line of one of the server's tools (`keys:renew`), as whoever reads this types it: `mfuko` where the program is installed, else `npm run`. */
export function commandLine(tool: string, args = '', place = HERE): string {
  const command = place.startsWith(INSTALLED)
    ? `mfuko ${tool.replaceAll(':', '-')} ${args}`
    : `npm run ${tool} ${args && `-- ${args}`}`;
  return command.trimEnd();
}

/** Usage of a tool: its command lines, with what each does beside them. */
export function usageOf(tool: string, lines: readonly (readonly [args: string, what: string])[]): string {
  const commands = lines.map(([args, what]) => [commandLine(tool, args), what] as const);
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, what]) => `${command.padEnd(what ? width : 0)}   ${what}`.trimEnd()).join('\n');
}
