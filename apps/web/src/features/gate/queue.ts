import type { GateEvent } from '@mfuko/contract/gate';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { serverNow } from '../../lib/clock.ts';
import { awaitsUnlock, deskLock } from '../../lib/desk-lock.ts';
import { CallError, isSilence } from '../../lib/problems.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import type { Outbox, Unchecked } from '../../school/offline/outbox.ts';
import type { Stopped } from '../../school/offline/stops.ts';
import { unanswered } from './questions.ts';
import { mayChooseCollector, type ReleaseChoice } from './release.ts';
import type { By, Kind } from './screens.ts';

/** Proof: the fields of the call that prove the student's presence. */
export type Proof = Readonly<Record<string, string | number | undefined>>;

/** One student at the gate, ready to be sent. */
export interface Passing {
  readonly kind: Kind;
  readonly by: By;
  readonly admissionNumber: string;
  readonly names: string | null;
  readonly className: string | null;
  readonly proof: Proof;
  readonly override?: string;
  /** Choice with whom the child goes, for a check-out. */
  readonly release?: ReleaseChoice;
  /** True for a finger without a number, which the server searches for in the whole school. */
  readonly touch?: boolean;
}

/**
 * `kept`: stored sealed on the device, recorded but not verified. `unverified`: the server has the passage by now, and the proof does not
 * hold. `stopping`: the guard kept the student back, and the server has not yet said if the passage was recorded; `stopped`: it was not
 * recorded. `undone`: taken back, either a touch that was another child's or a recorded check-out that did not happen.
 */
export type LineState =
  | 'sending'
  | 'waiting'
  | 'recorded'
  | 'refused'
  | 'kept'
  | 'unverified'
  | 'stopping'
  | 'stopped'
  | 'undone';

/** Line of one student in the list of the latest passages. */
export interface Line extends Omit<Passing, 'proof'> {
  /** The Idempotency-Key: the same for every try, so that a passage is recorded once however often it is sent. */
  readonly key: string;
  /** School and account under which the press was made. */
  readonly school: string | null;
  readonly user: string;
  readonly state: LineState;
  readonly tries: number;
  /** Times of the press and of the answer. */
  readonly at: number;
  readonly settledAt: number | null;
  /** Cleared as soon as no try needs the proof, so that no finger or PIN stays in memory. */
  readonly proof: Proof | null;
  readonly event: Passed | null;
  readonly refusal: CallError | null;
  /** True where the server could not be reached and the device is able to store the passage. */
  readonly unchecked: boolean;
  /** Set once the guard has read that the question who collects expired, and that the child is not recorded as out. */
  readonly putAway?: true;
  /** Set where the server reports that the child is no longer in school: another device or another user has checked the child out. */
  readonly elsewhere?: true;
}

/** Limit of open requests, since a reload loses the queue. */
export const MAX_OPEN = 3;
const RETRY_SECONDS = [1, 2, 5, 10];
/** Retry limit of a server fault, which reports that nothing was changed; a request without an answer is retried without limit. */
const FAULT_TRIES = 3;
const LINES_KEPT = 30;
const PROOF_KEPT_MS = 120_000;

/** Passage as the server recorded it; `undoUntil` limits how long a touch may be taken back. */
export type Passed = GateEvent & { readonly undoUntil?: string };
/** Sends a passage; `school` is the school in which the press was made. */
export type Send = (passing: Passing & { readonly school: string | null }, key: string) => Promise<Passed>;
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

/** Away: stores students who pass offline. */
export type Away = Pick<Outbox, 'isAway' | 'met' | 'stop'> & {
  readonly ready: Pick<Outbox['ready'], 'get'>;
  keep(event: Unchecked, key: string, pressedIn: string | null): Promise<void>;
};

/**
 * Stores each press on the disk before its call is sent and until its answer arrives, and each question until it is over, so that a page
 * that ends loses none. Never rejects.
 */
export interface Attempts {
  /** Stores a press; resolves once the write has succeeded or failed. Called again when the press has become a question. */
  keep(line: Line): Promise<void>;
  /** Removes a press that has its answer or is stored in the device's queue. */
  drop(key: string): void;
  /** Marks a press without a known answer that is no longer retried, so that it is listed as orphaned from now on. */
  leave(key: string): void;
}

const OVERRIDABLE = new Set<Problem | null | undefined>(['gate.already-in', 'gate.not-in', 'exeat.required']);

/** Returns true where a refused line may be sent again with a reason. */
export function isOverridable({ refusal, proof }: Line): boolean {
  return proof !== null && OVERRIDABLE.has(refusal?.problem);
}

/**
 * Returns true where the guard has to release a student whom nobody can check: the queue never stores a check-out on the device by itself.
 */
export function awaitsRelease(line: Line): boolean {
  return isOpen(line) && line.kind === 'out' && line.unchecked;
}

/** Returns true while a touch may be taken back. */
export function isUndoable({ state, event }: Line): boolean {
  return state === 'recorded' && event?.undoUntil !== undefined && Date.parse(event.undoUntil) > serverNow();
}

export function isOpen({ state }: Line): boolean {
  return state === 'sending' || state === 'waiting';
}

/** Creates the queue, which sends each student until there is an answer. Calls `onSettled` once for each answer. */
export function createQueue(
  send: Send,
  onSettled: (line: Line) => void,
  away?: Away,
  undo: TakeBack = () => Promise.reject(new TypeError('Nothing takes a touch back here.')),
  attempts?: Attempts,
): Queue {
  const lines = createStore<readonly Line[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Writes to the disk that are under way, by key. */
  const keeping = new Map<string, Promise<void>>();
  /** Keys of lines on which the guard has decided; the outcome of a try that is still under way is ignored for them. */
  const said = new Set<string>();

  const find = (key: string) => lines.get().find((line) => line.key === key);
  /** Returns no line of another account or school: a proof was given to the user at work then, and is not sent under another name. */
  const findOwn = (key: string) => lines.get().find((line) => line.key === key && !isOfOther(line));
  function change(key: string, patch: Partial<Line>): Line | undefined {
    lines.set(lines.get().map((line) => (line.key === key ? { ...line, ...patch } : line)));
    return find(key);
  }
  function settle(key: string, patch: Partial<Line>): void {
    const line = change(key, { ...patch, settledAt: Date.now() });
    if (!line) return;
    if (line.refusal?.sessionEnded) attempts?.leave(key);
    // Without an answer the child is not out, so the question is stored for the next page.
    else if (mayChooseCollector(line)) void attempts?.keep(line);
    // A line that is being stopped stays on the disk until the device's queue has stored the stop.
    else if (line.state !== 'stopping') attempts?.drop(key);
    if (isOverridable(line) || mayChooseCollector(line)) setTimeout(() => change(key, { proof: null }), PROOF_KEPT_MS);
    else change(key, { proof: null });
    onSettled(line);
  }

  /** Leaves the line to its own account and school: it is reported when that account works in that school again. */
  function leave(key: string): void {
    attempts?.leave(key);
    lines.set(lines.get().filter((line) => line.key !== key));
  }

  function tryAgain(key: string, tries: number): void {
    change(key, { state: 'waiting', tries });
    const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length) - 1] ?? 10;
    timers.set(
      key,
      setTimeout(() => void attempt(key), seconds * 1000),
    );
  }

  /** Stores the passage on the device. Returns false where the device cannot. */
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
    settle(key, { state: 'kept' });
    return true;
  }

  /** Handles a passage for which the server cannot be reached: stores a check-in; leaves a check-out to the guard and retries. */
  async function goUnchecked(line: Line, tries: number): Promise<void> {
    if (isOfOther(line)) return leave(line.key);
    const able = away?.ready.get() ?? false;
    if (line.kind === 'in' && (await keep(line))) return;
    change(line.key, { unchecked: able });
    tryAgain(line.key, tries);
  }

  async function attempt(key: string): Promise<void> {
    timers.delete(key);
    const waiting = find(key);
    if (waiting && isOfOther(waiting)) return leave(key);
    // While the desk is locked nobody is signed in, so the child waits.
    if (deskLock.get()) return tryAgain(key, find(key)?.tries ?? 0);
    const line = change(key, { state: 'sending' });
    if (!line?.proof) return;
    // Skips the first call while the server is known to be unreachable, so that no child waits for a timeout; the device's queue probes for
    // the server.
    if (line.tries === 0 && away?.ready.get() && away.isAway()) return goUnchecked(line, 1);
    // A check-out is on the disk before its call is sent, so that no child who has left is forgotten. A check-in does not wait for the
    // disk.
    const onItsWay = line.kind === 'out' ? keeping.get(key) : undefined;
    keeping.delete(key);
    if (onItsWay) await onItsWay;
    if (said.has(key)) return;
    // While the write was under way, another school may have been picked, or another account may have unlocked the desk.
    if (isOfOther(line)) return leave(key);
    try {
      const event = await send({ ...line, proof: line.proof }, key);
      away?.met(true);
      // The line is being stopped: the passage that this answer reports is being taken back.
      if (isStopping(key)) return;
      const { admissionNumber, studentName: names, class: className } = event;
      settle(key, { state: 'recorded', event, admissionNumber, names, className });
    } catch (error) {
      // The guard released the child meanwhile; the device's queue reports the outcome.
      if (said.has(key)) return;
      const tries = line.tries + 1;
      if (isSilence(error)) {
        away?.met(false);
        await goUnchecked(line, tries);
      } else if (mayStillCome(error, tries) || isForUnlocking(error)) tryAgain(key, tries);
      else {
        // A refusal is an answer, so the server is reachable and the next student is checked again.
        away?.met(true);
        settle(key, { state: 'refused', tries, refusal: error as CallError });
      }
    }
  }

  const isStopping = (key: string) => find(key)?.state === 'stopping';
  /**
   * Hands the stop to the device's queue, which takes back what the server may have recorded. Retries until the queue has stored the stop.
   */
  async function bringStop(key: string): Promise<void> {
    try {
      await away?.stop(key, find(key)?.school ?? null);
      attempts?.drop(key);
    } catch {
      // The device's storage failed: the stop is stored as soon as the storage works.
      timers.set(
        key,
        setTimeout(() => void bringStop(key), 2_000),
      );
    }
  }

  /** Notes the guard's decision on a student and cancels further tries. */
  function take(key: string, patch: Partial<Line>): void {
    said.add(key);
    clearTimeout(timers.get(key));
    timers.delete(key);
    change(key, patch);
  }

  const queue: Queue = {
    lines,
    open: () => lines.get().filter(isOpen).length,
    submit(passing) {
      if (queue.open() >= MAX_OPEN) return false;
      const key = crypto.randomUUID();
      const line: Line = {
        ...passing,
        key,
        ...workplaceNow(),
        state: 'sending',
        tries: 0,
        at: Date.now(),
        settledAt: null,
        event: null,
        refusal: null,
        unchecked: false,
      };
      const before = lines.get();
      const asked = new Set(unanswered(before));
      const stays = (each: Line) => isOpen(each) || isOverridable(each) || asked.has(each);
      lines.set([line, ...before.filter((each, place) => place < LINES_KEPT - 1 || stays(each))]);
      if (attempts) keeping.set(key, attempts.keep(line));
      void attempt(key);
      return true;
    },
    retryNow() {
      for (const [key, timer] of [...timers]) {
        clearTimeout(timer);
        void (isStopping(key) ? bringStop(key) : attempt(key));
      }
    },
    override(key, reason) {
      const line = findOwn(key);
      if (!line?.proof || !isOverridable(line)) return false;
      if (!queue.submit({ ...line, proof: line.proof, override: reason })) return false;
      change(key, { proof: null });
      return true;
    },
    release(key, release) {
      const line = findOwn(key);
      if (!line?.proof || !mayChooseCollector(line)) return false;
      // The choice made with the press, that somebody has to collect the child, stays in force.
      if (!queue.submit({ ...line, proof: line.proof, release: { ...line.release, ...release } })) return false;
      change(key, { proof: null });
      return true;
    },
    noteElsewhere: (key) => void change(key, { elsewhere: true, proof: null }),
    putAway(key) {
      if (find(key)?.proof === null) change(key, { putAway: true });
    },
    letOut(key, release) {
      const line = findOwn(key);
      if (!line || !awaitsRelease(line)) return false;
      take(key, { state: 'sending', unchecked: false });
      void keep(release ? { ...line, release } : line).then((kept) => {
        if (kept) return;
        said.delete(key);
        change(key, { unchecked: true });
        tryAgain(key, line.tries);
      });
      return true;
    },
    stop(key) {
      const line = find(key);
      if (!line || !awaitsRelease(line)) return;
      take(key, { state: 'stopping', proof: null });
      settle(key, {});
      void bringStop(key);
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
      settle(key, { state: outcome === 'void' ? 'stopped' : 'undone', names: studentName ?? line.names });
      return true;
    },
    applyOutcome({ key, status, problem, studentName }) {
      const line = find(key);
      if (!line) return;
      const names = studentName ?? line.names;
      const settledAt = Date.now();
      if (status === 'refused') {
        const body = { message: problem ?? '', ...(problem ? { problem: problem as Problem } : {}) };
        change(key, {
          state: 'refused',
          names,
          settledAt,
          refusal: new CallError({ status: 422, body, atLogin: false }),
        });
      } else change(key, { state: status === 'unverified' ? 'unverified' : 'recorded', names, settledAt });
    },
  };
  return queue;
}

/**
 * Returns true for a press made in another school, where its number is another child's, or by another account, which alone answers for it.
 * An unknown account or school, as while the desk is locked, does not count as another.
 */
export function isOfOther({ school, user }: Workplace): boolean {
  const now = workplaceNow();
  const isOtherSchool = school !== null && now.school !== null && school !== now.school;
  return isOtherSchool || (user !== '' && now.user !== '' && user !== now.user);
}

/** Returns true where the session has ended and the desk can be unlocked: the server has not looked at the request. */
function isForUnlocking(error: unknown): boolean {
  return error instanceof CallError && error.sessionEnded && awaitsUnlock();
}

/** Returns true where the outcome of the try is unknown, so that only the same key may be sent again. */
function mayStillCome(error: unknown, tries: number): boolean {
  if (!(error instanceof CallError) || error.status === null) return true;
  if (error.problem === 'server.too-many-requests') return true;
  return error.unsure && (error.problem !== 'server.fault' || tries < FAULT_TRIES);
}
