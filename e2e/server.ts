import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface RunningServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly dataDir: string;
  /** The newest code sent to a number since the last call for it, whatever for. Waits until it is there. */
  codeFor(phone: string): Promise<string>;
  /** Runs `npm run admin:create` against the same data. */
  createAdmin(phone: string): Promise<void>;
  /** Resolves once the process has ended, by itself or by somebody. */
  readonly ended: Promise<void>;
  /** Ends the server and keeps its folder. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** Starts the real server as a process of its own, on a free port; on an empty folder, or one that an earlier server left. */
export async function startServer(env: Record<string, string> = {}, keptFolder?: string): Promise<RunningServer> {
  const dataDir = keptFolder ?? mkdtempSync(join(tmpdir(), 'mfuko-journey-'));
  const environment = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: '',
    SEED: 'none',
    DARAJA_SIMULATOR_PORT: '0',
    ...env,
    DATA_DIR: dataDir,
    PORT: '0',
  };
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await whenReady(child);
  const used = new Map<string, number>();
  const ended = child.exitCode !== null ? Promise.resolve() : once(child, 'exit').then(() => undefined);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    ended,
    end,
    async codeFor(phone) {
      for (let tries = 0; tries < 200; tries++) {
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
    async createAdmin(phone) {
      const names = ['--phone', phone, '--first', 'Njeri', '--last', 'Kariuki'];
      await promisify(execFile)(process.execPath, ['apps/server/src/admin-create.ts', ...names], {
        cwd: ROOT,
        env: environment,
      });
    },
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function whenReady(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server ended before it was ready');
  });
  ended.catch(() => undefined);
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const address = / is ready: (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  return Promise.race([ready, ended]);
}

function sentCodes(dataDir: string, phone: string): string[] {
  let lines: string[];
  try {
    lines = readFileSync(join(dataDir, 'sms-outbox.ndjson'), 'utf8').split('\n');
  } catch {
    return [];
  }
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { to: string; text: string; kind: string })
    .filter((message) => message.to === phone && message.kind.endsWith('-code'))
    .map((message) => /\d{6}/.exec(message.text)?.[0] ?? '');
}
