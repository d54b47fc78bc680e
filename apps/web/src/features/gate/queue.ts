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

/** Proof: what proves that the student is here, as the call takes it. */
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
  /** Of a check-out: with whom the child goes. */
  readonly release?: ReleaseChoice;
  /** No number was given: the finger is looked for in the whole school. */
  readonly touch?: boolean;
}

/**
 * `kept`: it lies sealed on the device, recorded but not verified. `unverified`: the server has it by now, and the proof
 * does not hold. `stopping`: the guard did not let the student go, and nobody knows yet whether it was recorded; `stopped`: it was not.
 * `undone`: a touch that was another child's, or a check-out that was recorded and did not happen, taken back.
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

/** A student's line in the list of the latest. */
export interface Line extends Omit<Passing, 'proof'> {
  /** The Idempotency-Key: the same for every try, so that however often it is sent, it is recorded once. */
  readonly key: string;
  /** School in which it was pressed, and the account that was at work. */
  readonly school: string | null;
  readonly user: string;
  readonly state: LineState;
  readonly tries: number;
  /** When it was pressed, and when the answer came. */
  readonly at: number;
  readonly settledAt: number | null;
  /** Dropped once it is of no more use: a finger or a PIN does not lie around. */
  readonly proof: Proof | null;
  readonly event: Passed | null;
  readonly refusal: CallError | null;
  /** The server could not be asked, and the device could keep it. */
  readonly unchecked: boolean;
  /** The guard has read that nobody answered who collects, and that the child is not recorded as out. */
  readonly putAway?: true;
  /** By the server's word the child is no longer in school: let out by another device meanwhile, or by somebody else. */
  readonly elsewhere?: true;
}

/** More at once would be a queue that a reload loses. */
export const MOST_OPEN = 3;
const RETRY_SECONDS = [1, 2, 5, 10];
/** A fault of the server, which says that nothing was changed, is tried this often; a missing answer for as long as it takes. */
const FAULT_TRIES = 3;
const LINES_KEPT = 30;
const PROOF_KEPT_MS = 120_000;

/** Passage as the server recorded it; a touch says until when it may be taken back. */
export type Passed = GateEvent & { readonly undoUntil?: string };
/** `school`: where it was pressed. */
export type Send = (passing: Passing & { readonly school: string | null }, key: string) => Promise<Passed>;
export type TakeBack = (sysid: string, key: string) => Promise<void>;

export interface Queue {
  readonly lines: Store<readonly Line[]>;
  /** Sends at once. False, and nothing is done, where three are still open. */
  submit(passing: Passing): boolean;
  open(): number;
  /** The network is back: what waits is tried now. */
  retryNow(): void;
  /** Sends a refused line again with a reason; false where its proof is gone or there is no room. */
  override(key: string, reason: string): boolean;
  /** Sends a child who waits for a collector again, with one; false where the proof is gone or there is no room. */
  release(key: string, choice: ReleaseChoice): boolean;
  /** The guard has read of a child who was not let go, and whose proof is gone. */
  putAway(key: string): void;
  /** The child of this question is no longer in school. */
  noteElsewhere(key: string): void;
  /** A guard answers for it that this student goes although nobody can check the proof, also while one more try is under way; false where it is too late. */
  letOut(key: string, release?: ReleaseChoice): boolean;
  /** The student stays: nothing is sent any more, and the server takes back what it may have recorded. */
  stop(key: string): void;
  /** It was another child: the touch is taken back. False where that can no longer be. */
  takeBack(key: string): Promise<boolean>;
  /** Applies what became of a check-out that was stopped; false for one of an earlier page. */
  applyStopped(stopped: Stopped): boolean;
  /** Applies what became of a line that was kept. */
  applyOutcome(outcome: OfflineOutcome): void;
}

/** Away: where students are put who come while there is no network. */
export type Away = Pick<Outbox, 'isAway' | 'met' | 'stop'> & {
  readonly ready: Pick<Outbox['ready'], 'get'>;
  keep(event: Unchecked, key: string, pressedIn: string | null): Promise<void>;
};

/** Keeps each press on the device from before its call goes until there is an answer, and a question until it is over, so that no end of the page loses one. Fails never. */
export interface Attempts {
  /** Resolves once it lies on the disk, or cannot. Again with the question that came of it. */
  keep(line: Line): Promise<void>;
  /** Its answer is there, or it lies in the device's queue. */
  drop(key: string): void;
  /** Nobody knows its answer, and no try goes out any more: told from now on. */
  leave(key: string): void;
}

const OVERRIDABLE = new Set<Problem | null | undefined>(['gate.already-in', 'gate.not-in', 'exeat.required']);

/** Tells whether a refused line may pass with a reason. */
export function isOverridable({ refusal, proof }: Line): boolean {
  return proof !== null && OVERRIDABLE.has(refusal?.problem);
}

/**
 * Tells whether it is for the guard to say that a student goes whom nobody can check: a release is never put away by
 * itself.
 */
export function awaitsRelease(line: Line): boolean {
  return isOpen(line) && line.kind === 'out' && line.unchecked;
}

/** Tells whether a touch may still be taken back. */
export function isUndoable({ state, event }: Line): boolean {
  return state === 'recorded' && event?.undoUntil !== undefined && Date.parse(event.undoUntil) > serverNow();
}

export function isOpen({ state }: Line): boolean {
  return state === 'sending' || state === 'waiting';
}

/** Sends students, each until there is an answer. `onSettled` hears of every answer once. */
export function createQueue(
  send: Send,
  onSettled: (line: Line) => void,
  away?: Away,
  undo: TakeBack = () => Promise.reject(new TypeError('Nothing takes a touch back here.')),
  attempts?: Attempts,
): Queue {
  const lines = createStore<readonly Line[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Lines that are on their way to the disk. */
  const keeping = new Map<string, Promise<void>>();
  /** Lines about which the guard has said, whatever a try that is still under way comes to. */
  const said = new Set<string>();

  const find = (key: string) => lines.get().find((line) => line.key === key);
  /** Undefined for a line of another account or school: its proof was given to whoever was at work then, and goes under nobody else's name. */
  const findOwn = (key: string) => lines.get().find((line) => line.key === key && !isOfOther(line));
  function change(key: string, patch: Partial<Line>): Line | undefined {
    lines.set(lines.get().map((line) => (line.key === key ? { ...line, ...patch } : line)));
    return find(key);
  }
  function settle(key: string, patch: Partial<Line>): void {
    const line = change(key, { ...patch, settledAt: Date.now() });
    if (!line) return;
    if (line.refusal?.sessionEnded) attempts?.leave(key);
    // Without an answer the child is not out, which whoever opens the next page has to hear.
    else if (mayChooseCollector(line)) void attempts?.keep(line);
    // Of one that is being stopped the device's queue has to hold first.
    else if (line.state !== 'stopping') attempts?.drop(key);
    if (isOverridable(line) || mayChooseCollector(line)) setTimeout(() => change(key, { proof: null }), PROOF_KEPT_MS);
    else change(key, { proof: null });
    onSettled(line);
  }

  /** It is told once its account works in its school again. */
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

  /** Puts the student away for later. False where the device cannot. */
  async function keep({ key, school, kind, by, admissionNumber, proof, touch, release }: Line): Promise<boolean> {
    // Whose finger it was, nobody could tell later either.
    if (!away?.ready.get() || !proof || touch) return false;
    try {
      const { collectorSYSID, leavesAlone } = release ?? {};
      await away.keep({ kind, admissionNumber, method: by, proof, collectorSYSID, leavesAlone }, key, school);
    } catch {
      // The line is told as not sent instead.
      return false;
    }
    settle(key, { state: 'kept' });
    return true;
  }

  /** Go unchecked: what is to be done with a student about whom nobody can be asked. */
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
    // Nobody is signed in while the desk is locked: the child waits.
    if (deskLock.get()) return tryAgain(key, find(key)?.tries ?? 0);
    const line = change(key, { state: 'sending' });
    if (!line?.proof) return;
    // Nobody at the gate waits for a server that was not there a moment ago; what was kept asks for it.
    if (line.tries === 0 && away?.ready.get() && away.isAway()) return goUnchecked(line, 1);
    // A child who is gone must not be forgotten: it lies on the disk before the call goes. Whoever comes in does not wait for it.
    const onItsWay = line.kind === 'out' ? keeping.get(key) : undefined;
    keeping.delete(key);
    if (onItsWay) await onItsWay;
    if (said.has(key)) return;
    // Another school may have been picked, or another account have unlocked the desk, while the disk was waited for.
    if (isOfOther(line)) return leave(key);
    try {
      const event = await send({ ...line, proof: line.proof }, key);
      away?.met(true);
      // The answer came after all, and what it tells is being taken back.
      if (isStopping(key)) return;
      const { admissionNumber, studentName: names, class: className } = event;
      settle(key, { state: 'recorded', event, admissionNumber, names, className });
    } catch (error) {
      // Nobody waits for this try any more; what came of a child who was let out the device's queue tells.
      if (said.has(key)) return;
      const tries = line.tries + 1;
      if (isSilence(error)) {
        away?.met(false);
        await goUnchecked(line, tries);
      } else if (mayStillCome(error, tries) || isForUnlocking(error)) tryAgain(key, tries);
      else {
        // A refusal is an answer: whoever comes next is checked again.
        away?.met(true);
        settle(key, { state: 'refused', tries, refusal: error as CallError });
      }
    }
  }

  const isStopping = (key: string) => find(key)?.state === 'stopping';
  /** Asks what became of the tries that went out, until the device has that to be asked. */
  async function bringStop(key: string): Promise<void> {
    try {
      await away?.stop(key, find(key)?.school ?? null);
      attempts?.drop(key);
    } catch {
      // The device's storage failed: it is put away once that answers.
      timers.set(
        key,
        setTimeout(() => void bringStop(key), 2_000),
      );
    }
  }

  /** The guard has said what becomes of this student: no try goes out any more. */
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
      if (queue.open() >= MOST_OPEN) return false;
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
      // That somebody has to collect was said with the press, and stands.
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
        // Told by whoever asked: the passage stands, and may be taken back again while there is time.
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

/** Pressed in another school than the one at work, where its number is another child's, or by another account, whose word it is. Nobody, as while the desk is locked, is no other. */
export function isOfOther({ school, user }: Workplace): boolean {
  const now = workplaceNow();
  const isOtherSchool = school !== null && now.school !== null && school !== now.school;
  return isOtherSchool || (user !== '' && now.user !== '' && user !== now.user);
}

/** The session has ended, and whoever is at the desk unlocks it: nothing was looked at. */
function isForUnlocking(error: unknown): boolean {
  return error instanceof CallError && error.sessionEnded && awaitsUnlock();
}

/** Tells whether nobody knows what became of the try, so that only the same key may be sent again. */
function mayStillCome(error: unknown, tries: number): boolean {
  if (!(error instanceof CallError) || error.status === null) return true;
  if (error.problem === 'server.too-many-requests') return true;
  return error.unsure && (error.problem !== 'server.fault' || tries < FAULT_TRIES);
}
