import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { CallError } from '../../../lib/problems.ts';
import type { Store } from '../../../lib/store.ts';
import type { Stopped } from '../../../school/offline/stops.ts';
import { mayChooseCollector, type ReleaseChoice } from '../release.ts';
import { awaitsRelease, isOpen, isOverridable, isStopped, type Line, type Passing } from './line.ts';
import { type Attempts, createLines, type Lines } from './lines.ts';
import { type Away, createSender, type Send } from './sender.ts';
import { createStops } from './stops.ts';

/** Limit of open requests, since a reload loses the queue. */
export const MAX_OPEN = 3;

export type TakeBack = (sysid: string, key: string) => Promise<void>;

export interface Queue {
  readonly lines: Store<readonly Line[]>;
  /** Sends a student at once. Returns false and does nothing while three requests are open. */
  submit(passing: Passing): boolean;
  open(): number;
  /** Retries all waiting lines at once, as after the network has come back. */
  retryNow(): void;
  /** Sends a refused line again with a reason; returns false where the proof is gone or the queue is full. */
  override(key: string, reason: string): boolean;
  /** Sends a child who waits for a collector again, with the choice; returns false where the proof is gone or the queue is full. */
  release(key: string, choice: ReleaseChoice): boolean;
  /** Dismisses a question whose proof is gone, once the guard has read that the child was not checked out. */
  putAway(key: string): void;
  /** Notes that the child of this question is no longer in school. */
  noteElsewhere(key: string): void;
  /**
   * Releases a student on the guard's own word although nobody can check the proof, even while a try is under way. Returns false where the
   * line no longer waits for that word.
   */
  letOut(key: string, release?: ReleaseChoice): boolean;
  /** Keeps the student in school: stops sending, and has the server take back a check-out that it may have recorded. */
  stop(key: string): void;
  /** Takes back a touch that was another child's. Returns false where the server did not take it back. */
  takeBack(key: string): Promise<boolean>;
  /** Applies the outcome of a stopped check-out; returns false for a check-out of an earlier page. */
  applyStopped(stopped: Stopped): boolean;
  /** Applies the outcome of a line that was stored on the device. */
  applyOutcome(outcome: OfflineOutcome): void;
}

/** Creates the queue, which sends each student until there is an answer. Calls `onSettled` once for each answer. */
export function createQueue(
  send: Send,
  onSettled: (line: Line) => void,
  away?: Away,
  undo: TakeBack = () => Promise.reject(new TypeError('Nothing takes a touch back here.')),
  attempts?: Attempts,
): Queue {
  const lines = createLines(onSettled, attempts);
  const { find, findOwn, change } = lines;
  const sender = createSender(lines, send, away, attempts);
  const stops = createStops(lines, away, attempts);

  const open = () => lines.store.get().filter(isOpen).length;
  function submit(passing: Passing): boolean {
    if (open() >= MAX_OPEN) return false;
    sender.start(lines.add(passing));
    return true;
  }
  /** Sends a refused line once more, with the guard's word; the proof moves to the new line. */
  function sendAgain(line: Line, patch: Partial<Passing>): boolean {
    if (!line.proof || !submit({ ...line, proof: line.proof, ...patch })) return false;
    change(line.key, { proof: null });
    return true;
  }
  async function keepReleased(line: Line): Promise<void> {
    if (await sender.keep(line)) return;
    sender.giveBack(line.key);
    change(line.key, { unchecked: true });
    sender.tryAgain(line.key, line.tries);
  }

  return {
    lines: lines.store,
    open,
    submit,
    retryNow() {
      sender.retryNow();
      stops.retryNow();
    },
    override(key, reason) {
      const line = findOwn(key);
      return line !== undefined && isOverridable(line) && sendAgain(line, { override: reason });
    },
    release(key, choice) {
      const line = findOwn(key);
      if (!line || !mayChooseCollector(line)) return false;
      // The choice made with the press, that somebody has to collect the child, stays in force.
      return sendAgain(line, { release: { ...line.release, ...choice } });
    },
    noteElsewhere: (key) => void change(key, { elsewhere: true, proof: null }),
    putAway(key) {
      if (find(key)?.proof === null) change(key, { putAway: true });
    },
    letOut(key, release) {
      const line = findOwn(key);
      if (!line || !awaitsRelease(line)) return false;
      sender.take(key, { state: 'sending', unchecked: false });
      void keepReleased(release ? { ...line, release } : line);
      return true;
    },
    stop(key) {
      const line = find(key);
      if (!line || !awaitsRelease(line)) return;
      sender.take(key, { state: 'stopping', proof: null });
      lines.settle(key, {});
      void stops.bring(key);
    },
    async takeBack(key) {
      const line = find(key);
      if (!line?.event || line.state !== 'recorded') return false;
      try {
        await undo(line.event.sysid, `${key}-undo`);
      } catch {
        // The caller reports that the passage stands; it may be taken back again while there is time.
        return false;
      }
      const undone = change(key, { state: 'undone', settledAt: Date.now() });
      if (undone) onSettled(undone);
      return true;
    },
    applyStopped({ key, outcome, studentName }) {
      const line = find(key);
      if (!line) return false;
      // The result may arrive again, as where the device's storage failed or another page has sent the stop too.
      if (isStopped(line)) return true;
      lines.settle(key, { state: outcome === 'void' ? 'stopped' : 'undone', names: studentName ?? line.names });
      return true;
    },
    applyOutcome: (outcome) => applyOutcome(lines, outcome),
  };
}

function applyOutcome({ find, change }: Lines, { key, status, problem, studentName }: OfflineOutcome): void {
  const line = find(key);
  if (!line) return;
  const names = studentName ?? line.names;
  const settledAt = Date.now();
  if (status === 'refused') {
    const body = { message: problem ?? '', ...(problem ? { problem: problem as Problem } : {}) };
    const refusal = new CallError({ status: 422, body, atLogin: false });
    change(key, { state: 'refused', names, settledAt, refusal });
  } else change(key, { state: status === 'unverified' ? 'unverified' : 'recorded', names, settledAt });
}
