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
import { copyFolder } from './copy-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface RunningServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly dataDir: string;
  /** The newest code sent to a number since the last call for it, whatever for. Waits until it is there. */
  codeFor(phone: string): Promise<string>;
  /** Runs `npm run admin:create` against the same data; answers what it printed. */
  createAdmin(phone: string, ...more: string[]): Promise<string>;
  /** The first line of its terminal that holds the words; waits for it. */
  printed(words: string): Promise<string>;
  /** Resolves once the process has ended, by itself or by somebody. */
  readonly ended: Promise<void>;
  /** Code with which it ended; null before. */
  exitCode(): number | null;
  /** Sends the process a signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the server and keeps its folder. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the real server as a process of its own, on a free port: on a prepared folder of its own (`SEED` says with what), or
 * on one that an earlier server left.
 */
export async function startServer(env: Record<string, string> = {}, keptFolder?: string): Promise<RunningServer> {
  if (keptFolder !== undefined) return runServer(env, keptFolder);
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-journey-'));
  const prepared = preparedFolders();
  if (prepared) copyFolder(prepared[env.SEED === 'demo' ? 'demo' : 'none'], dataDir);
  // The copy's database would want the port of the prepared one, as would every other journey's.
  rmSync(join(dataDir, 'postgres.port'), { force: true });
  return runServer(env, dataDir);
}

/** Owner of the database of a server, for what no call can do: the clock and the zone of a school. */
export function ownerUrlOf({ dataDir }: RunningServer): string {
  const password = encodeURIComponent(readFileSync(join(dataDir, 'keys/postgres-owner.key'), 'utf8').trim());
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  return `postgresql://mfuko_owner:${password}@127.0.0.1:${port}/mfuko`;
}

/** Only journeys have them: elsewhere a server fills its own folder. */
function preparedFolders(): ProvidedContext['preparedFolders'] | undefined {
  try {
    return inject('preparedFolders');
  } catch {
    // Outside of any test.
    return undefined;
  }
}

/** The same, on whatever is in the folder. */
export async function runServer(env: Record<string, string>, dataDir: string): Promise<RunningServer> {
  const environment = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: '',
    SEED: 'none',
    DARAJA_SIMULATOR_PORT: '0',
    SMS_SIMULATOR_PORT: '0',
    // Many servers start in a run: each finds what the one before it had made of the source.
    NODE_COMPILE_CACHE: join(tmpdir(), 'mfuko-compiled'),
    ...env,
    DATA_DIR: dataDir,
    PORT: '0',
  };
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Handed on and not handed over: a server that a failed test has left would keep the whole run from ending.
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
      const { stdout } = await promisify(execFile)(process.execPath, ['apps/server/src/admin-create.ts', ...names], {
        cwd: ROOT,
        env: environment,
      });
      return stdout;
    },
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Lines {
  /** The first line, of those that came and those to come, that holds the words. Throws where the process ends before. */
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
    // A line without its end is being written.
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
