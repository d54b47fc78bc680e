import { deskLock } from '../../../lib/desk-lock.ts';
import { type CallError, isSilence } from '../../../lib/problems.ts';
import type { Outbox, Unchecked } from '../../../school/offline/outbox.ts';
import { pauseSeconds } from '../../../school/offline/retry.ts';
import { isOfOther, type Line, type Passed, type Passing } from './line.ts';
import type { Attempts, Lines } from './lines.ts';
import { isForUnlocking, mayStillCome } from './retry-rules.ts';

/** Sends a passage; `school` is the school in which the press was made. */
export type Send = (passing: Passing & { readonly school: string | null }, key: string) => Promise<Passed>;

/** Away: stores students who pass offline. */
export type Away = Pick<Outbox, 'isAway' | 'met' | 'stop'> & {
  readonly ready: Pick<Outbox['ready'], 'get'>;
  keep(event: Unchecked, key: string, pressedIn: string | null): Promise<void>;
};

/** Sends lines until each has its answer. */
export interface Sender {
  start(line: Line): void;
  tryAgain(key: string, tries: number): void;
  /** Retries all waiting lines at once. */
  retryNow(): void;
  /** Stores the passage on the device. Returns false where the device cannot. */
  keep(line: Line): Promise<boolean>;
  /** Notes the guard's decision on a line: further tries are cancelled, and the outcome of a try under way is ignored. */
  take(key: string, patch: Partial<Line>): void;
  /** Withdraws the guard's decision, which could not be carried out. */
  giveBack(key: string): void;
}

export function createSender(lines: Lines, send: Send, away?: Away, attempts?: Attempts): Sender {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Writes to the disk that are under way, by key. */
  const writes = new Map<string, Promise<void>>();
  /** Keys of lines on which the guard has decided. */
  const decided = new Set<string>();

  function tryAgain(key: string, tries: number): void {
    lines.change(key, { state: 'waiting', tries });
    timers.set(
      key,
      setTimeout(() => void attempt(key), pauseSeconds(tries) * 1000),
    );
  }

  async function keep({ key, school, kind, by, admissionNumber, proof, touch, release }: Line): Promise<boolean> {
    // A touch cannot be stored: without a number nobody could later tell whose passage it was.
    if (!away?.ready.get() || !proof || touch) return false;
    try {
      const { collectorSYSID, leavesAlone } = release ?? {};
      await away.keep({ kind, admissionNumber, method: by, proof, collectorSYSID, leavesAlone }, key, school);
    } catch {
      // The caller then shows the line as not sent.
      return false;
    }
    lines.settle(key, { state: 'kept' });
    return true;
  }

  /** Handles a passage for which the server cannot be reached: stores a check-in; leaves a check-out to the guard and retries. */
  async function goUnchecked(line: Line, tries: number): Promise<void> {
    if (isOfOther(line)) return lines.leave(line.key);
    const able = away?.ready.get() ?? false;
    if (line.kind === 'in' && (await keep(line))) return;
    lines.change(line.key, { unchecked: able });
    tryAgain(line.key, tries);
  }

  async function attempt(key: string): Promise<void> {
    timers.delete(key);
    const waiting = lines.find(key);
    if (waiting && isOfOther(waiting)) return lines.leave(key);
    // While the desk is locked nobody is signed in, so the child waits.
    if (deskLock.get()) return tryAgain(key, waiting?.tries ?? 0);
    const line = lines.change(key, { state: 'sending' });
    if (!line?.proof) return;
    // Skips the first call while the server is known to be unreachable, so that no child waits for a timeout; the device's queue probes for
    // the server.
    if (line.tries === 0 && away?.ready.get() && away.isAway()) return goUnchecked(line, 1);
    const write = takeWrite(line);
    if (write) await write;
    if (decided.has(key)) return;
    // While the write was under way, another school may have been picked, or another account may have unlocked the desk.
    if (isOfOther(line)) return lines.leave(key);
    try {
      record(key, await send({ ...line, proof: line.proof }, key));
    } catch (error) {
      await fail(line, error);
    }
  }

  /**
   * Returns the write to the disk for which a check-out waits, so that no child who has left is forgotten. A check-in does not wait.
   */
  function takeWrite({ key, kind }: Line): Promise<void> | undefined {
    const write = writes.get(key);
    writes.delete(key);
    return kind === 'out' ? write : undefined;
  }

  function record(key: string, event: Passed): void {
    away?.met(true);
    // The line is being stopped: the passage that this answer reports is being taken back.
    if (lines.find(key)?.state === 'stopping') return;
    const { admissionNumber, studentName: names, class: className } = event;
    lines.settle(key, { state: 'recorded', event, admissionNumber, names, className });
  }

  async function fail(line: Line, error: unknown): Promise<void> {
    const { key } = line;
    // The guard released the child meanwhile; the device's queue reports the outcome.
    if (decided.has(key)) return;
    const tries = line.tries + 1;
    if (isSilence(error)) {
      away?.met(false);
      await goUnchecked(line, tries);
    } else if (mayStillCome(error, tries) || isForUnlocking(error)) tryAgain(key, tries);
    else {
      // A refusal is an answer, so the server is reachable and the next student is checked again.
      away?.met(true);
      lines.settle(key, { state: 'refused', tries, refusal: error as CallError });
    }
  }

  return {
    start(line) {
      if (attempts) writes.set(line.key, attempts.keep(line));
      void attempt(line.key);
    },
    tryAgain,
    retryNow() {
      for (const [key, timer] of [...timers]) {
        clearTimeout(timer);
        void attempt(key);
      }
    },
    keep,
    take(key, patch) {
      decided.add(key);
      clearTimeout(timers.get(key));
      timers.delete(key);
      lines.change(key, patch);
    },
    giveBack: (key) => void decided.delete(key),
  };
}
