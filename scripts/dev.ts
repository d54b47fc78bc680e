// `npm run dev`, after the installation: runs the server, restarted whenever one of its sources changes, and the console with hot reload
// in front of it. Ends with Ctrl-C.
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRestarter } from './restarter.ts';
import { ROOT } from './sources.ts';

const { DATABASE_URL, DATA_DIR = './data', PORT = '4000', CONSOLE_PORT = '5173' } = process.env;
/** Sources of the server, including its SQL, of its packages, and of the simulators that it starts. */
const WATCHED = ['apps/server', 'apps/simulators', 'packages'];
const SOURCE = /^(?!.*\.(test|testkit)\.ts$)(.*\/)?(src|sql|migrations)\/.*\.(ts|sql|html|js|css)$/;

const beside = new Set<ChildProcess>();
let stopping: Promise<void> | undefined;

function startBeside(script: string, ...args: string[]): ChildProcess {
  const child = launch(join('scripts', script), ...args);
  beside.add(child);
  child.on('exit', (code) => {
    beside.delete(child);
    if (!stopping) stop(code ?? 0);
  });
  return child;
}

function launch(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

function print(line: string): void {
  console.log(line);
}

let console_: ChildProcess | undefined;
function open(): void {
  if (console_ !== undefined) return tellConsole('there');
  // Started only now, since the first start of a server creates the database and its keys.
  if (!DATABASE_URL) startBeside('dev-database.ts', resolve(ROOT, DATA_DIR));
  const url = `http://127.0.0.1:${CONSOLE_PORT}`;
  console_ = startBeside('dev-console.ts', `http://127.0.0.1:${PORT}`, CONSOLE_PORT);
  console_.on('message', () => print(`\nThe console, as you write it: ${url}\nCtrl-C ends everything.\n`));
}

/** Tells the console's server whether the API server is up. */
function tellConsole(server: 'there' | 'gone'): void {
  if (console_?.connected) console_.send(server);
}

const server = createRestarter({
  launch: () => launch('apps/server/src/main.ts'),
  log: print,
  onReady: open,
  onGone: () => tellConsole('gone'),
});
for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_, name) => {
    if (name !== null && SOURCE.test(name)) server.changed();
  });
}

function stop(code: number): void {
  stopping ??= Promise.all([server.stop(), ...[...beside].map(endOf)]).then(() => process.exit(code));
}

/** Ends a process; resolves once the process has exited. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((gone) => {
    child.on('exit', () => gone());
    child.kill('SIGTERM');
  });
}

// Ctrl-C reaches every process of the terminal, and this one perhaps twice.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
process.on('disconnect', () => stop(0));
process.exitCode = await server.ended;
if (!stopping) stop(process.exitCode);
