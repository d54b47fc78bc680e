import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { workerEnvironment } from '../../platform/process/worker-environment.ts';

export interface SimulatorSettings {
  /** Name that the simulator reports, and the title for people. */
  readonly name: string;
  readonly title: string;
  /** Port on 127.0.0.1; 0 selects any free port. */
  readonly port: number;
  /** File for the simulator's state; null keeps the state in memory. */
  readonly file: string | null;
  readonly installation: string | null;
}

export interface RunningSimulator {
  /** `http://127.0.0.1:<port>`, stable until `close`. */
  readonly url: string;
  close(): Promise<void>;
}

/** PortTakenError: thrown when another process listens on the port. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** Starts the program of `apps/simulators` with these arguments and an IPC channel. */
export type Launch = (args: readonly string[]) => ChildProcess;

interface Child {
  readonly url: string;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Started by path, not imported: the server must not load any code of a simulator. */
const COMMAND = fileURLToPath(new URL('../../../../simulators/src/main.ts', import.meta.url));
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 5_000;
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Uptime after which a process counts as recovered, and the backoff starts over. */
const STEADY_AFTER_MS = 10 * 60_000;

/**
 * Starts a simulator in a child process, and restarts it at the same address after a crash, with a backoff of 1, 2, 5, 10 and then 30
 * seconds. Throws PortTakenError where another process has the port. The child ends on `close`, and with this process.
 */
export async function startSimulatorProcess(
  settings: SimulatorSettings,
  print: (line: string) => void,
  launch: Launch = launchSimulator,
): Promise<RunningSimulator> {
  const closing = new AbortController();
  let child = await begin(settings, launch);
  const { url } = child;
  const again = { ...settings, port: Number(new URL(url).port) };
  const supervised = supervise();

  async function supervise(): Promise<void> {
    let crashes = 0;
    let begun = performance.now();
    let why = await child.ended;
    while (!closing.signal.aborted) {
      if (performance.now() - begun > STEADY_AFTER_MS) crashes = 0;
      const ms = BACKOFF_MS[Math.min(crashes++, BACKOFF_MS.length - 1)] ?? 0;
      print(`The ${settings.title} simulator ended (${why}); starting it again in ${ms / 1000} s.`);
      // The pause ends early only on close, which is checked next.
      await pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      begun = performance.now();
      try {
        child = await begin(again, launch);
        // `close` has stopped the previous child only.
        if (closing.signal.aborted) return await child.stop();
        print(`The ${settings.title} simulator runs again: ${url}`);
        why = await child.ended;
      } catch (error) {
        why = (error as Error).message;
      }
    }
  }

  return {
    url,
    async close() {
      closing.abort();
      await child.stop();
      await supervised;
    },
  };
}

async function begin(settings: SimulatorSettings, launch: Launch): Promise<Child> {
  const { name, title, port, file, installation } = settings;
  const args = [name, '--port', String(port)];
  if (file !== null) args.push('--file', file);
  if (installation !== null) args.push('--installation', installation);
  const child = launch(args);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const said = await Promise.race([
    new Promise<{ url: string } | { taken: true }>((resolve) => child.once('message', resolve)),
    ended.then((why) => ({ why })),
  ]);
  clearTimeout(limit);
  if ('why' in said) throw new Error(`The ${title} simulator ended before it listened (${said.why}).`);
  if ('taken' in said) throw new PortTakenError(`Port ${port} is taken.`);
  return {
    url: said.url,
    ended,
    async stop() {
      if (child.connected) child.disconnect();
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}

export function launchSimulator(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], {
    env: workerEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
