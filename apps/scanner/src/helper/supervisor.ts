import { type ChildProcess, spawn } from 'node:child_process';
import type { HelperCommand, HelperEvent } from './events.ts';
import { encodeCommand, readEvents } from './frames.ts';

export interface HelperProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Its own words, which go to the service's log where left out. */
  readonly stderr?: 'ignore';
}

/** Patience with a helper, in milliseconds. */
export interface HelperTiming {
  /** Between two heartbeats. */
  readonly beatMs: number;
  /** Heartbeats without an answer after which a helper hangs, and is killed. They are counted, since a machine that slept has no fault of its own. */
  readonly mostMissed: number;
  /** The same until its first word: the first start of a day loads its libraries from a slow disk. */
  readonly mostMissedAtStart: number;
  /** Before the first start after a crash, the second without a reader in between, and so on. */
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
  /** The helper is gone; another one comes. */
  readonly lost: () => void;
  readonly log: (line: string) => void;
}

export interface HelperSupervisor {
  send(command: HelperCommand): void;
  /** Process id of the helper that runs, for those who want to see it die. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Keeps one helper process alive: it is started again where it ends, and killed where it hangs or does not keep to the protocol. */
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
      // A stopped process, and one in a driver, hears of nothing else.
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
    // Written to a helper that has just died: its end tells of that.
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
      // Its end is the word to switch the reader off and leave.
      last.stdin?.end();
      const late = setTimeout(() => last.kill('SIGKILL'), STOP_WITHIN_MS);
      await gone;
      clearTimeout(late);
    },
  };
}
