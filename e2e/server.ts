import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject, type ProvidedContext } from 'vitest';
import type { Programs } from './bundle.ts';
import { copyFolder } from './copy-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface RunningServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly dataDir: string;
  /** Returns the newest code sent to a number since the last call for that number, for any purpose. Waits for the code. */
  codeFor(phone: string): Promise<string>;
  /** Runs `npm run admin:create` on the same data; returns its output. */
  createAdmin(phone: string, ...more: string[]): Promise<string>;
  /** Returns the first line of the server's output that contains the text; waits for it. */
  printed(words: string): Promise<string>;
  /** Resolves once the process has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Exit code; null while it runs. */
  exitCode(): number | null;
  /** Sends the process a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the server and keeps its data folder. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends the server and removes its data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the real server as a separate process on a free port: on a copy of a prepared folder (chosen by `SEED`), or on one that an
 * earlier server left.
 */
export async function startServer(env: Record<string, string> = {}, keptFolder?: string): Promise<RunningServer> {
  if (keptFolder !== undefined) return runServer(env, keptFolder);
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-journey-'));
  const prepared = preparedFolders();
  if (prepared) copyFolder(prepared[env.SEED === 'demo' ? 'demo' : 'none'], dataDir);
  // Removed, since otherwise the database would want the port of the prepared one, like that of every other journey.
  rmSync(join(dataDir, 'postgres.port'), { force: true });
  return runServer(env, dataDir);
}

/** URL of the database owner of a server, for changes that no call can make: the clock and the time zone of a school. */
export function ownerUrlOf({ dataDir }: RunningServer): string {
  const password = encodeURIComponent(readFileSync(join(dataDir, 'keys/postgres-owner.key'), 'utf8').trim());
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  return `postgresql://mfuko_owner:${password}@127.0.0.1:${port}/mfuko`;
}

/** Only journeys have prepared folders; otherwise a server fills its own. */
const preparedFolders = () => provided('preparedFolders');

/** Returns what the set-up of the journeys provides under the name; undefined outside of them. */
function provided<Name extends 'preparedFolders' | 'programs'>(name: Name): ProvidedContext[Name] | undefined {
  try {
    return inject(name);
  } catch {
    // Outside of any test.
    return undefined;
  }
}

/** Starts the server on a given data folder, from the programs of the run, if it has any, or else from the sources. */
export async function runServer(
  env: Record<string, string>,
  dataDir: string,
  programs: Programs | undefined = provided('programs'),
): Promise<RunningServer> {
  const program = (path: string) => programs?.files[path] ?? path;
  const environment = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: '',
    SEED: 'none',
    DARAJA_SIMULATOR_PORT: '0',
    SMS_SIMULATOR_PORT: '0',
    // Many servers start in a run, so each reuses the compiled sources of earlier ones.
    NODE_COMPILE_CACHE: programs?.compiled ?? join(tmpdir(), 'mfuko-compiled'),
    ...env,
    DATA_DIR: dataDir,
    PORT: '0',
  };
  const child = spawn(process.execPath, [program('apps/server/src/main.ts')], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Piped without ending the target: a server left by a failed test would otherwise keep the whole run from ending.
  child.stderr?.pipe(process.stderr, { end: false });
  const lines = readLines(child);
  const url = /http:\S+/.exec(await lines.holding(' is ready: http:'))?.[0] ?? '';
  const used = new Map<string, number>();
  const ended = child.exitCode !== null ? Promise.resolve() : once(child, 'exit').then(() => undefined);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    printed: (words) => lines.holding(words),
    ended,
    exitCode: () => child.exitCode,
    signal: (signal) => void child.kill(signal),
    end,
    async codeFor(phone) {
      for (let tries = 0; tries < 600; tries++) {
        const codes = sentCodes(dataDir, phone);
        const fresh = codes[used.get(phone) ?? 0];
        if (fresh) {
          used.set(phone, codes.length);
          return codes.at(-1) ?? fresh;
        }
        await sleep(50);
      }
      throw new Error('no code was sent');
    },
    async createAdmin(phone, ...more) {
      const names = ['--phone', phone, '--first', 'Njeri', '--last', 'Kariuki', ...more];
      const command = [program('apps/server/src/admin-create.ts'), ...names];
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env: environment });
      return stdout;
    },
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Lines {
  /** Returns the first line, past or future, that contains the text. Throws if the process ends before. */
  holding(words: string): Promise<string>;
}

function readLines(child: ChildProcess): Lines {
  if (!child.stdout) throw new Error('the server has no output');
  const told: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => void told.push(line));
  return {
    holding: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = told.find((line) => line.includes(words));
          if (found !== undefined) resolve(found);
        };
        look();
        output.on('line', look);
        child.once('exit', () => reject(new Error(`the server ended before it said “${words}”`)));
      }),
  };
}

function sentCodes(dataDir: string, phone: string): string[] {
  let lines: string[];
  try {
    // The last element is empty or an incomplete line.
    lines = readFileSync(join(dataDir, 'sms-outbox.ndjson'), 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { to: string; text: string; kind: string })
    .filter((message) => message.to === phone && message.kind.endsWith('-code'))
    .map((message) => /\d{6}/.exec(message.text)?.[0] ?? '');
}
