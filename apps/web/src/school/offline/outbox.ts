import type { offlineBatch as Batch, OfflineOutcome } from '@mfuko/contract/offline';
import { noteActivity } from '../../lib/activity.ts';
import { clockAhead } from '../../lib/clock.ts';
import { config } from '../../lib/config.ts';
import { noteQueue } from '../../lib/device-queue.ts';
import { savedLocation } from '../../lib/location.ts';
import { CallError } from '../../lib/problems.ts';
import { call, type Sent } from '../../lib/request.ts';
import { schoolAtWork } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { deskAtWork as DeskAtWork } from '../unlock/desks.ts';
import type { Stopped } from './stops.ts';
import { dropOfflineEvents, listOfflineEvents, type OfflineEvent, storeOfflineEvent } from './stored-events.ts';

/** One passage that nobody could check, as the device saw it. */
export interface Unchecked {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly admissionNumber: string;
  readonly method: 'fingerprint' | 'pin' | 'attested';
  /** The finger's fields or the PIN, as the ordinary call takes them. */
  readonly proof?: Readonly<Record<string, unknown>> | undefined;
  readonly busNumberPlate?: string | undefined;
  /** Of a ride: the trip on which its page works. */
  readonly tripSYSID?: string | undefined;
  /** Of a check-out: with whom the guard let the student go, by the list of this device. */
  readonly collectorSYSID?: string | undefined;
  readonly leavesAlone?: boolean | undefined;
  /** Moment of a press of an earlier page, of which somebody gives their word now; left out where it happens now. */
  readonly pressed?: Pressed | undefined;
}

/** Moment of a press by the clock of the device, and how far the server's was ahead of it, as it was known then. */
export interface Pressed {
  readonly at: number;
  readonly clockAheadMs: number | null;
}

export interface Outbox {
  /** True if this browser can put anything away: it needs a secure page, IndexedDB and X25519. */
  readonly ready: Store<boolean>;
  /** Number of events of this school that wait on this device, from whichever desk: gate, bus and roll call. */
  readonly waiting: Store<number>;
  /** The last call found no server. */
  readonly down: Store<boolean>;
  /** Tells whether the server is worth asking. */
  isAway(): boolean;
  /**
   * Seals the event and puts it away, for good once this resolves. `key` is the one that the ordinary call has used, if any. Throws where
   * `pressedIn` is another school than the one at work, for which the number is another child's.
   */
  keep(event: Unchecked, key: string, pressedIn?: string | null): Promise<void>;
  /**
   * Has a check-out stopped whose answer was lost, by its key, now or once there is a network and its school is at work; the server takes back
   * what it had recorded.
   */
  stop(key: string, pressedIn?: string | null): Promise<void>;
  /** Tells what came of a call elsewhere: it found no server, or it did. */
  met(answered: boolean): void;
  /** Sends what waits, now and until it is gone. */
  flush(): void;
  /** Tells that something else was put away (`roll-call-steps.ts`), and sends it. */
  added(): void;
  /** Hears what came of each event. */
  onOutcome(listener: (outcome: OfflineOutcome) => void): () => void;
  /** Hears whether anything had been recorded of a check-out that was stopped. */
  onStopped(listener: (stopped: Stopped) => void): () => void;
  /** Begins to look after what an earlier page left. Call once the session is there; ends with what it returns. */
  start(): () => void;
}

/** Tells whether somebody has to hear of it: the proof did not hold, or it does not fit. On a bus a ride is somebody's word, as it should be. */
export function isNews({ kind, status, problem }: OfflineOutcome): boolean {
  if (problem === 'session.role') return false;
  const isWord = kind === 'on' || kind === 'off';
  return status === 'refused' || problem !== undefined || (status === 'unverified' && !isWord);
}

/** Fetched as soon as the page stands, before it is needed without a network. */
const sealing = () => import('@mfuko/contract/offline-seal');
let deskAtWork: typeof DeskAtWork | undefined;
/** Likewise; a page that cannot have it records all the same. */
const fetchDesks = () =>
  import('../unlock/desks.ts').then(
    (desks) => {
      deskAtWork = desks.deskAtWork;
    },
    () => undefined,
  );

/** Null where the device's box does not answer: the passage is kept all the same, as the word of whoever sends it. */
async function deskInTime(): ReturnType<typeof DeskAtWork> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, 500, null));
  try {
    return deskAtWork ? await Promise.race([deskAtWork(), late]) : null;
  } catch {
    // A box that cannot be read is as one that does not answer.
    return null;
  }
}

const NOT_KEPT = 'Not kept.';
const AGAIN_SECONDS = [1, 2, 5, 10];
/** Few enough that a slow line brings some of them home. */
const MOST_AT_ONCE = 20;
const LONGEST_BATCH = 2_500_000;
const ANSWER_WITHIN_MS = 60_000;

/** The device's own queue of what was recorded without a network. It is sealed as it is made: only the server can read it. */
export function createOutbox(): Outbox {
  const ready = createStore(false);
  const waiting = createStore(0);
  const down = createStore(false);
  const listeners = new Set<(outcome: OfflineOutcome) => void>();
  const stopListeners = new Set<(stopped: Stopped) => void>();
  /** Not to be sent again by this page: the server would not take them from this account. */
  const leftAlone = new Set<number>();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;

  function setWaiting(events: number): void {
    waiting.set(events);
    noteQueue(events);
  }
  const count = async () => {
    const of = schoolAtWork();
    const kept = of && typeof indexedDB !== 'undefined' ? await listOfflineEvents(of) : [];
    setWaiting(kept.length);
    return kept.filter(({ counter }) => !leftAlone.has(counter));
  };
  const isRollCalls = ({ lane }: OfflineEvent) => lane === 'roll-call';
  const isStop = ({ lane }: OfflineEvent) => lane === 'stop';
  /** Other pages of this device, which show the same number. */
  let others: BroadcastChannel | undefined;
  let told = 0;
  function tellOthers(): void {
    told = waiting.get();
    others?.postMessage(null);
  }
  function added(): void {
    setWaiting(waiting.get() + 1);
    tellOthers();
    failures = Math.max(failures, 1);
    again();
  }
  /** Number of screens that look after the queue. */
  let users = 0;
  function back(): void {
    down.set(false);
    flush();
  }
  function again(): void {
    clearTimeout(timer);
    const seconds = AGAIN_SECONDS[Math.min(failures, AGAIN_SECONDS.length) - 1] ?? 10;
    timer = setTimeout(flush, seconds * 1000);
  }

  async function send(batch: readonly OfflineEvent[]): Promise<void> {
    const events = batch.map(({ key, counter, sealed }) => ({ key, counter, sealed }));
    const input = { events, sentAt: new Date().toISOString() } as Sent<typeof Batch>;
    // Fetched once there is something to send: the gate's page stays light.
    const { offlineBatch } = await import('@mfuko/contract/offline');
    const { outcomes } = await call(offlineBatch, input, {
      school: batch[0]?.school ?? null,
      overlay: false,
      byItself: true,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const settled = batch.filter(({ key, counter }) => {
      const outcome = outcomes.find((each) => each.key === key);
      if (outcome && outcome.problem !== 'session.role') return true;
      leftAlone.add(counter);
      return false;
    });
    await dropOfflineEvents(settled.map(({ counter }) => counter));
    for (const outcome of outcomes) for (const listener of listeners) listener(outcome);
  }

  /** Sends each event alone once the batch is refused: one that cannot be taken must not stand in the way of the others. */
  async function sendOrLeave(batch: readonly OfflineEvent[]): Promise<void> {
    try {
      await send(batch);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const [only, ...others] = batch;
      if (only && others.length === 0) leftAlone.add(only.counter);
      else for (const event of batch) await sendOrLeave([event]);
    }
  }

  /** First what a child may stand as out by, then the ticks, which weigh little and cannot wait; a roll call that was opened here goes after the passages that it counts. */
  async function sendAll(): Promise<void> {
    await sendStopped();
    await sendRollCalls(false);
    const failed = await sendEvents().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await sendRollCalls(true);
    if (failed) throw failed.error;
  }

  async function sendStopped(): Promise<void> {
    const stops = (await count()).filter(isStop);
    if (stops.length === 0 || !currentSession()) return;
    const { sendStops } = await import('./stops.ts');
    const { done, left } = await sendStops(stops, (stopped) => {
      for (const listener of stopListeners) listener(stopped);
    });
    for (const counter of left) leftAlone.add(counter);
    await dropOfflineEvents(done);
  }

  async function sendRollCalls(openings: boolean): Promise<void> {
    const steps = (await count()).filter(isRollCalls);
    if (steps.length === 0 || !currentSession()) return;
    const { sendSteps, stepsChanged } = await import('./roll-call-steps.ts');
    const { done, left } = await sendSteps(steps, { openings });
    for (const counter of left) leftAlone.add(counter);
    if (done.length === 0) return;
    await dropOfflineEvents(done);
    stepsChanged.set(stepsChanged.get() + 1);
  }

  async function sendEvents(): Promise<void> {
    const pick = async () => (await count()).filter((event) => !isRollCalls(event) && !isStop(event));
    for (let kept = await pick(); kept.length > 0 && currentSession(); kept = await pick()) {
      try {
        await sendOrLeave(firstBatch(kept));
      } catch (error) {
        // The user who signs in next sends them.
        if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
        throw error;
      }
      failures = 0;
      down.set(false);
    }
  }

  function flush(): void {
    if (sending || !currentSession() || !schoolAtWork()) return;
    sending = true;
    clearTimeout(timer);
    // One tab at a time: two would race each other for nothing.
    const work = async () => {
      try {
        await sendAll();
        down.set(false);
      } catch {
        // No answer, or a busy server: the events stay, and are sent again.
        failures++;
        down.set(true);
        again();
      }
    };
    const alone = navigator.locks
      ? navigator.locks.request('mfuko-offline', { ifAvailable: true }, (lock) => {
          if (lock) return work();
          again();
          return undefined;
        })
      : work();
    void Promise.resolve(alone)
      .then(count, count)
      // The device's storage failed: the next attempt reads it anew.
      .catch(() => again())
      .then(() => {
        sending = false;
        if (waiting.get() !== told) tellOthers();
      });
  }

  return {
    ready,
    waiting,
    down,
    isAway: () => !navigator.onLine || down.get(),
    async keep({ pressed, ...event }, key, pressedIn) {
      const of = schoolAtWork();
      if (!of || (pressedIn ?? of) !== of || !ready.get()) throw new Error(NOT_KEPT);
      const occurredAt = new Date(pressed?.at ?? Date.now()).toISOString();
      // A bus has driven on since.
      const place = pressed && (event.kind === 'on' || event.kind === 'off') ? null : savedLocation();
      const ahead = pressed ? pressed.clockAheadMs : clockAhead();
      const desk = await deskInTime();
      const whole = {
        ...event,
        ...desk,
        occurredAt,
        ...(ahead === null ? {} : { clockAheadMs: ahead }),
        ...(place ? { lat: place.latitude, long: place.longitude } : {}),
      };
      const { sealOffline } = await sealing();
      const sealed = await sealOffline(config().offlineKey, of, key, JSON.stringify(whole));
      const atGate = event.kind === 'in' || event.kind === 'out' ? event.kind : null;
      await storeOfflineEvent({ key, lane: atGate ? 'gate' : 'bus', school: of, sealed });
      // Now, and not as it is sent: a finger touches no screen.
      noteActivity();
      added();
      // The list is of use without it too; the passage itself is kept.
      if (!atGate || of !== schoolAtWork()) return;
      const { noteOnRoster } = await import('./roster.ts');
      // The passage is kept; the list is of use without it too.
      await noteOnRoster(atGate, event.admissionNumber).catch(() => undefined);
    },
    async stop(key, pressedIn) {
      const of = pressedIn ?? schoolAtWork();
      if (!of) throw new Error(NOT_KEPT);
      await storeOfflineEvent({ key, lane: 'stop', school: of, sealed: '' });
      // Counted and sent once its school is at work again.
      if (of !== schoolAtWork()) return;
      added();
      flush();
    },
    met(answered) {
      if (answered && down.get()) {
        down.set(false);
        flush();
      } else if (!answered) down.set(true);
    },
    flush,
    added() {
      noteActivity();
      added();
      flush();
    },
    onOutcome(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStopped(listener) {
      stopListeners.add(listener);
      return () => stopListeners.delete(listener);
    },
    start() {
      users++;
      // Added once, however often: it is the same function.
      window.addEventListener('online', back);
      others ??= typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mfuko-offline');
      // The storage failed: the next attempt counts anew.
      if (others) others.onmessage = () => void count().catch(() => undefined);
      void fetchDesks();
      void canSeal().then(async (can) => {
        ready.set(can);
        await count();
        flush();
      });
      let stopped = false;
      return () => {
        if (stopped) return;
        stopped = true;
        users--;
        // A screen of the bus that is left must not end what the console sends.
        if (users > 0) return;
        others?.close();
        others = undefined;
        window.removeEventListener('online', back);
        clearTimeout(timer);
      };
    },
  };
}

/** The server has looked at the events and will never take them; no answer, a busy server or an ended session say nothing of them. */
function isRefused(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : null;
  return status !== null && status < 500 && ![401, 403, 429].includes(status);
}

function firstBatch(kept: readonly OfflineEvent[]): readonly OfflineEvent[] {
  let size = 0;
  const end = kept.findIndex(({ sealed }, place) => {
    size += sealed.length;
    return place === MOST_AT_ONCE || (place > 0 && size > LONGEST_BATCH);
  });
  return end === -1 ? kept : kept.slice(0, end);
}

async function canSeal(): Promise<boolean> {
  try {
    const { sealOffline } = await sealing();
    await sealOffline(config().offlineKey, '-', '-', '-');
    return typeof indexedDB !== 'undefined';
  } catch {
    // An older browser, or a key that it cannot read.
    return false;
  }
}

/** Outbox of this device, for whichever desk is open. */
export const outbox = createOutbox();
