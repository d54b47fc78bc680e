import type { ChildProcess } from 'node:child_process';

/** Exit code after sysexits.h: a start that would fail again the same way, for example on a port in use. */
const EXIT_REFUSED = 78;
/** Debounce in milliseconds: an editor that saves several files at once, or one in two steps, causes one restart. */
const QUIET_MS = 150;
/** Timeout of a stop in milliseconds; afterwards the process is killed. The database recovers from its log. */
const MAX_STOP_MS = 10_000;

export interface RestarterOptions {
  /** Starts the process, with an IPC channel on which the process sends 'ready'. */
  readonly launch: () => ChildProcess;
  readonly log: (line: string) => void;
  readonly onReady?: () => void;
  /** Called when the process has been told to end, or has ended by itself. */
  readonly onGone?: () => void;
}

export interface Restarter {
  /** Reports that a source has changed. */
  changed(): void;
  /** Ends the process for good. Resolves once the process has exited. */
  stop(): Promise<void>;
  /** Exit code: 0 after a stop, another one if the very first start failed. */
  readonly ended: Promise<number>;
}

/**
 * Keeps one process of a program under development running: stopped gracefully and restarted at each change. A process that ends by
 * itself is restarted by the next change; only a failed first start is final.
 */
export function createRestarter({ launch, log, onReady, onGone }: RestarterOptions): Restarter {
  let child: ChildProcess | undefined;
  let everReady = false;
  let stopping = false;
  let outdated = false;
  let quiet: NodeJS.Timeout | undefined;
  let hurry: NodeJS.Timeout | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();

  function start(): void {
    outdated = false;
    const mine = launch();
    child = mine;
    mine.on('message', (message) => {
      if (message !== 'ready') return;
      everReady = true;
      onReady?.();
    });
    mine.on('error', (error) => exited(1, error.message));
    mine.on('exit', (code, signal) => exited(code ?? 1, signal ?? `exit ${code}`));
  }
  function exited(code: number, why: string): void {
    if (child === undefined) return;
    child = undefined;
    clearTimeout(hurry);
    onGone?.();
    if (stopping) end(0);
    else if (outdated) start();
    else if (code === EXIT_REFUSED && !everReady) end(code);
    else log(`The server ended (${why}); the next change starts it again.`);
  }
  function endChild(): void {
    const mine = child;
    onGone?.();
    mine?.kill('SIGTERM');
    clearTimeout(hurry);
    hurry = setTimeout(() => mine?.kill('SIGKILL'), MAX_STOP_MS);
  }
  function renew(): void {
    if (stopping || outdated) return;
    if (child === undefined) return start();
    outdated = true;
    log('A source has changed: starting the server again …');
    endChild();
  }

  start();
  return {
    ended,
    changed() {
      clearTimeout(quiet);
      quiet = setTimeout(renew, QUIET_MS);
    },
    async stop() {
      stopping = true;
      clearTimeout(quiet);
      if (child === undefined) end(0);
      else endChild();
      await ended;
    },
  };
}
