import { type ChildProcess, spawn } from 'node:child_process';
import type { HelperCommand, HelperEvent } from './events.ts';
import { encodeCommand, readEvents } from './frames.ts';

export interface HelperProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Stderr of the helper; omitted for the service's log. */
  readonly stderr?: 'ignore';
}

/** Timeouts for a helper, in milliseconds. */
export interface HelperTiming {
  /** Interval between heartbeats. */
  readonly beatMs: number;
  /**
   * Missed heartbeats after which a helper counts as hung and is killed. Heartbeats are counted instead of time, because after a suspend of
   * the machine the time would be long exceeded.
   */
  readonly mostMissed: number;
  /** Same limit until the first event, higher because the first start of a day loads the libraries from a slow disk. */
  readonly mostMissedAtStart: number;
  /** Delays before restarts: the first after a crash, the second after another one without a reader in between, and so on. */
  readonly backoffMs: readonly number[];
}

export const HELPER_TIMING: HelperTiming = {
  beatMs: 2_000,
  mostMissed: 3,
  mostMissedAtStart: 15,
  backoffMs: [100, 500, 1_000, 2_000, 5_000],
};
const STOP_WITHIN_MS = 2_000;

export interface HelperSupervisorOptions {
  readonly program: HelperProgram;
  readonly timing: HelperTiming;
  readonly heard: (event: HelperEvent) => void;
  /** Called when the helper has ended and will be restarted. */
  readonly lost: () => void;
  readonly log: (line: string) => void;
}

export interface HelperSupervisor {
  send(command: HelperCommand): void;
  /** Returns the process id of the running helper, for tests that kill it. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Supervises one helper process: restarts a helper that ends, and kills one that hangs or violates the protocol. */
export function superviseHelper({ program, timing, heard, lost, log }: HelperSupervisorOptions): HelperSupervisor {
  let child: ChildProcess | undefined;
  let again: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopping = false;

  function start(): void {
    const mine = spawn(program.command, program.args, {
      stdio: ['pipe', 'pipe', program.stderr ?? 'inherit'],
      env: program.env,
    });
    child = mine;
    let ended = false;
    let why: string | undefined;
    let missed = 0;
    let most = timing.mostMissedAtStart;

    function kill(reason: string): void {
      why ??= reason;
      // SIGKILL, because a stopped process, or one inside a driver, handles no other signal.
      mine.kill('SIGKILL');
    }
    const heartbeat = setInterval(() => {
      if (missed >= most) return kill('it hung');
      missed += 1;
      write('beat');
    }, timing.beatMs);
    const take = readEvents((event) => {
      missed = 0;
      most = timing.mostMissed;
      if (event.is === 'open') failures = 0;
      if (!ended) heard(event);
    });
    mine.stdout.on('data', (bytes: Buffer) => {
      if (ended || why !== undefined) return;
      try {
        take(bytes);
      } catch (error) {
        kill(`it sent ${error instanceof Error ? error.message : 'nonsense'}`);
      }
    });
    // A write to a helper that has just ended fails; its exit event reports that.
    mine.stdin.on('error', () => {});
    function end(reason: string): void {
      if (ended) return;
      ended = true;
      clearInterval(heartbeat);
      child = undefined;
      if (stopping) return;
      const wait = timing.backoffMs[Math.min(failures, timing.backoffMs.length - 1)] ?? 0;
      failures += 1;
      log(`The reader's helper ended (${why ?? reason}); it is started again in ${wait / 1_000} s.`);
      again = setTimeout(start, wait);
      lost();
    }
    mine.on('error', (error) => end(error.message));
    mine.on('exit', (code, signal) => end(signal ?? `exit ${code}`));
  }

  function write(command: HelperCommand): void {
    if (child?.stdin?.writable) child.stdin.write(encodeCommand(command));
  }

  start();
  return {
    send: write,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      clearTimeout(again);
      const last = child;
      if (last === undefined) return;
      const gone = new Promise((done) => {
        last.once('exit', done);
        last.once('error', done);
      });
      // The end of its input tells the helper to close the reader and exit.
      last.stdin?.end();
      const late = setTimeout(() => last.kill('SIGKILL'), STOP_WITHIN_MS);
      await gone;
      clearTimeout(late);
    },
  };
}
