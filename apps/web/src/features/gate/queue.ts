import type { GateEvent } from '@mfuko/contract/gate';
import { CallError } from '../../lib/problems.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { By, Kind } from './screens.ts';

/** What proves that the pupil is here, as the call takes it. */
export type Proof = Readonly<Record<string, string | number | undefined>>;

/** One pupil at the gate, ready to be sent. */
export interface Passing {
  readonly kind: Kind;
  readonly by: By;
  readonly admissionNumber: string;
  readonly names: string | null;
  readonly className: string | null;
  readonly proof: Proof;
  readonly override?: string;
}

export type LineState = 'sending' | 'waiting' | 'recorded' | 'refused';

/** A pupil's line in the list of the latest. */
export interface Line extends Omit<Passing, 'proof'> {
  /** The Idempotency-Key: the same for every try, so that however often it is sent, it is recorded once. */
  readonly key: string;
  readonly state: LineState;
  readonly tries: number;
  /** When it was pressed, and when the answer came. */
  readonly at: number;
  readonly settledAt: number | null;
  /** Dropped once it is of no more use: a finger or a PIN does not lie around. */
  readonly proof: Proof | null;
  readonly event: GateEvent | null;
  readonly refusal: CallError | null;
}

/** More at once would be a queue that a reload loses. */
export const MOST_OPEN = 3;
const RETRY_SECONDS = [1, 2, 5, 10];
/** A fault of the server, which says that nothing was changed, is tried this often; a missing answer for as long as it takes. */
const FAULT_TRIES = 3;
const LINES_KEPT = 30;
const PROOF_KEPT_MS = 120_000;

export type Send = (passing: Passing, key: string) => Promise<GateEvent>;

export interface Queue {
  readonly lines: Store<readonly Line[]>;
  /** Sends at once. False, and nothing is done, where three are still open. */
  submit(passing: Passing): boolean;
  open(): number;
  /** The network is back: what waits is tried now. */
  retryNow(): void;
  /** Sends a refused line again with a reason; false where its proof is gone or there is no room. */
  override(key: string, reason: string): boolean;
}

/** Whether a refused line may pass with a reason. */
export function isOverridable({ refusal, proof }: Line): boolean {
  return proof !== null && (refusal?.problem === 'gate.already-in' || refusal?.problem === 'gate.not-in');
}

export function isOpen({ state }: Line): boolean {
  return state === 'sending' || state === 'waiting';
}

/** Sends pupils, each until there is an answer. `onSettled` hears of every answer once. */
export function createQueue(send: Send, onSettled: (line: Line) => void): Queue {
  const lines = createStore<readonly Line[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const find = (key: string) => lines.get().find((line) => line.key === key);
  function change(key: string, patch: Partial<Line>): Line | undefined {
    lines.set(lines.get().map((line) => (line.key === key ? { ...line, ...patch } : line)));
    return find(key);
  }
  function settle(key: string, patch: Partial<Line>): void {
    const line = change(key, { ...patch, settledAt: Date.now() });
    if (!line) return;
    if (isOverridable(line)) setTimeout(() => change(key, { proof: null }), PROOF_KEPT_MS);
    else change(key, { proof: null });
    onSettled(line);
  }

  async function attempt(key: string): Promise<void> {
    timers.delete(key);
    const line = change(key, { state: 'sending' });
    if (!line?.proof) return;
    try {
      const event = await send({ ...line, proof: line.proof }, key);
      settle(key, { state: 'recorded', event, names: event.studentName, className: event.class });
    } catch (error) {
      const tries = line.tries + 1;
      if (mayStillCome(error, tries)) {
        change(key, { state: 'waiting', tries });
        const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length) - 1] ?? 10;
        timers.set(
          key,
          setTimeout(() => void attempt(key), seconds * 1000),
        );
      } else settle(key, { state: 'refused', tries, refusal: error as CallError });
    }
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
        state: 'sending',
        tries: 0,
        at: Date.now(),
        settledAt: null,
        event: null,
        refusal: null,
      };
      const before = lines.get();
      lines.set([line, ...before.filter((each, place) => isOpen(each) || place < LINES_KEPT - 1)]);
      void attempt(key);
      return true;
    },
    retryNow() {
      for (const [key, timer] of [...timers]) {
        clearTimeout(timer);
        void attempt(key);
      }
    },
    override(key, reason) {
      const line = find(key);
      if (!line?.proof || !isOverridable(line)) return false;
      if (!queue.submit({ ...line, proof: line.proof, override: reason })) return false;
      change(key, { proof: null });
      return true;
    },
  };
  return queue;
}

/** Whether nobody knows what became of the try, so that only the same key may be sent again. */
function mayStillCome(error: unknown, tries: number): boolean {
  if (!(error instanceof CallError) || error.status === null) return true;
  if (error.problem === 'server.too-many-requests') return true;
  return error.unsure && (error.problem !== 'server.fault' || tries < FAULT_TRIES);
}
