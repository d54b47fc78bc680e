// The command `mfuko` of an installed machine, and with `--environment` first that of a container.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseEnv } from 'node:util';
import { tellAuthority } from './authority.ts';
import { tellStatus } from './status.ts';
import { runTls, USAGE } from './tls.ts';
import { type Installation, joinWords, readTools, toolCommand } from './tools.ts';

const SETTINGS = '/etc/mfuko/mfuko.env';
const contained = process.argv[2] === '--environment';
const HERE: Installation = {
  root: '/usr/lib/mfuko',
  node: '/usr/lib/mfuko/bin/node',
  settings: contained ? null : SETTINGS,
  user: 'mfuko',
};
const PLACES = { caddyfile: '/etc/caddy/Caddyfile', templates: '/usr/share/mfuko', settings: SETTINGS };

const print = (line: string) => console.log(line);
const { version, scripts } = JSON.parse(readFileSync(`${HERE.root}/package.json`, 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};
const tools = readTools(scripts);

try {
  process.exitCode = await run(process.argv.slice(contained ? 3 : 2));
} catch (error) {
  const { code, path, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EACCES' ? `${path} is for root and the service: put sudo before the command.` : message);
  process.exitCode = 2;
}

async function run(typed: readonly string[]): Promise<number> {
  const [command, ...args] = joinWords(tools, typed);
  const file = tools.get(command);
  if (file !== undefined) return runTool(file, args);
  if (command === 'version' || command === '--version') {
    print(version);
    return 0;
  }
  if (command === 'status' || (command === 'tls' && !contained)) {
    const settings = contained ? process.env : parseEnv(readFileSync(SETTINGS, 'utf8'));
    const { PORT: port = '4000', PUBLIC_URL: publicUrl = '' } = settings;
    if (command === 'status') return tellStatus({ port, publicUrl, version, contained }, print);
    if (args[0] !== 'ca') return runTls(args, PLACES, print);
    return tellAuthority(publicUrl ? new URL(publicUrl).hostname : '127.0.0.1', print);
  }
  print(help());
  return command === 'help' || command === '--help' ? 0 : 2;
}

function runTool(file: string, args: readonly string[]): number {
  const [program = '', ...rest] = toolCommand(HERE, userInfo().username, file, args);
  const { status, error } = spawnSync(program, rest, { stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

function help(): string {
  const named = [...tools.keys()].sort().map((name) => `mfuko ${name}`);
  return [
    'mfuko status               whether everything runs',
    ...(contained ? [] : [USAGE]),
    ...named,
    'mfuko version',
    '',
    'Pages: /usr/share/doc/mfuko',
  ].join('\n');
}
