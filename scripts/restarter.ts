import type { ChildProcess } from 'node:child_process';

/** After sysexits.h: a start that the next one would refuse as well, such as on a port that is taken. */
const EXIT_REFUSED = 78;
/** An editor that saves several files at once, or one in two steps, makes one change of them. */
const QUIET_MS = 150;
/** A stop that takes longer hangs. The database recovers from its log. */
const LONGEST_STOP_MS = 10_000;

export interface RestarterOptions {
  /** Starts the process, with an IPC channel on which it says 'ready'. */
  readonly launch: () => ChildProcess;
  readonly log: (line: string) => void;
  readonly onReady?: () => void;
  /** The process was told to end, or ended by itself. */
  readonly onGone?: () => void;
}

export interface Restarter {
  /** Hears that a source has changed. */
  changed(): void;
  /** Ends the process for good. Resolves once it is gone. */
  stop(): Promise<void>;
  /** Exit code: 0 after a stop, another where the very first start was refused. */
  readonly ended: Promise<number>;
}

/**
 * Keeps one process of a program that is being written: ended in order and started anew at each change. One that ends by
 * itself is started by the next change; only a refused first start is final.
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
    hurry = setTimeout(() => mine?.kill('SIGKILL'), LONGEST_STOP_MS);
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
