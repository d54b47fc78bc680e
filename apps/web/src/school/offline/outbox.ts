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
import type { NewsLane } from './news-list.ts';
import type { Stopped } from './stops.ts';
import { dropOfflineEvents, listOfflineEvents, type OfflineEvent, storeOfflineEvent } from './stored-events.ts';

/** Passage or ride that the server could not verify at the time, as the device recorded it. */
export interface Unchecked {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly admissionNumber: string;
  readonly method: 'fingerprint' | 'pin' | 'attested';
  /** Fields of the finger, or the PIN, in the form of the ordinary call. */
  readonly proof?: Readonly<Record<string, unknown>> | undefined;
  readonly busNumberPlate?: string | undefined;
  /** Trip of the page, for a ride. */
  readonly tripSYSID?: string | undefined;
  /** Collector with whom the guard let the student go, by the list of this device; for a check-out. */
  readonly collectorSYSID?: string | undefined;
  readonly leavesAlone?: boolean | undefined;
  /** Moment of a request of an earlier page, which a person attests now; omitted where it happens now. */
  readonly pressed?: Pressed | undefined;
}

/** Moment of a press by the device's clock, and the server's lead over that clock, as known then. */
export interface Pressed {
  readonly at: number;
  readonly clockAheadMs: number | null;
}

export interface Outbox {
  /** True if this browser can store events: it needs a secure context, IndexedDB and X25519. */
  readonly ready: Store<boolean>;
  /** Number of events of this school in this device's queue, from all desks: gate, bus and roll call. */
  readonly waiting: Store<number>;
  /** True if the last call did not reach the server. */
  readonly down: Store<boolean>;
  /** Returns true where a call to the server would be in vain. */
  isAway(): boolean;
  /**
   * Seals the event and stores it; it is on the disk once this resolves. `key` is the one that the ordinary call has used, if any. Throws
   * where `pressedIn` is not the current school, in which the number belongs to another child.
   */
  keep(event: Unchecked, key: string, pressedIn?: string | null): Promise<void>;
  /**
   * Stops a check-out whose answer was lost, by its key, now or once there is a network and its school is the current one; the server takes
   * back the check-out if it was recorded.
   */
  stop(key: string, pressedIn?: string | null): Promise<void>;
  /** Reports if another call has reached the server. */
  met(answered: boolean): void;
  /** Sends the queue, and retries until it is empty. */
  flush(): void;
  /** Reports that another module has stored an event (`roll-call-steps.ts`), and sends it. */
  added(): void;
  /** Subscribes to the outcome of each event. Those that a user has to read are on the disk by then (`kept-news.ts`). */
  onOutcome(listener: (outcome: OfflineOutcome) => void): () => void;
  /**
   * Subscribes to the result of each stopped check-out: if it had been recorded. A listener returns true where its page shows the result;
   * otherwise the result of a recorded one becomes news.
   */
  onStopped(listener: (stopped: Stopped) => boolean): () => void;
  /** Starts to send the queue of earlier pages. Call it once there is a session; returns a function that stops it. */
  start(): () => void;
}

/** Message to the other pages of this device. Without contents it reports that the number of events has changed. */
interface FromOther {
  readonly outcomes?: readonly OfflineOutcome[];
  readonly stopped?: Stopped;
}

/**
 * Returns true if staff must be told: the proof was wrong, or the passage does not fit. A ride on a bus is always recorded on a person's
 * word, so a missing proof need not be reported.
 */
export function isNews({ kind, status, problem }: OfflineOutcome): boolean {
  if (problem === 'session.role') return false;
  const isWord = kind === 'on' || kind === 'off';
  return status === 'refused' || problem !== undefined || (status === 'unverified' && !isWord);
}

/** Loaded as soon as the page is rendered, before it is needed without a network. */
const sealing = () => import('@mfuko/contract/offline-seal');
let deskAtWork: typeof DeskAtWork | undefined;
/** Loads the desks in advance too; a page without them records events nevertheless. */
const fetchDesks = () =>
  import('../unlock/desks.ts').then(
    (desks) => {
      deskAtWork = desks.deskAtWork;
    },
    () => undefined,
  );

/**
 * Returns null where the device's box does not respond in time: the passage is stored nevertheless, on the word of the user who sends it.
 */
async function deskInTime(): ReturnType<typeof DeskAtWork> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, 500, null));
  try {
    return deskAtWork ? await Promise.race([deskAtWork(), late]) : null;
  } catch {
    // A box that cannot be read counts as one that does not respond.
    return null;
  }
}

const NOT_KEPT = 'Not kept.';
const AGAIN_SECONDS = [1, 2, 5, 10];
/** Small enough that a batch gets through on a slow connection. */
const MAX_AT_ONCE = 20;
const MAX_BATCH_LENGTH = 2_500_000;
const ANSWER_WITHIN_MS = 60_000;

/**
 * Creates the device's queue of events that were recorded offline. Events are sealed when they are stored: only the server can read them.
 */
export function createOutbox(): Outbox {
  const ready = createStore(false);
  const waiting = createStore(0);
  const down = createStore(false);
  const listeners = new Set<(outcome: OfflineOutcome) => void>();
  const stopListeners = new Set<(stopped: Stopped) => boolean>();
  /** Events that this page must not send again, because the server would not take them from this account. */
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
  /** Channel to the other pages of this device, which show the same number. */
  let others: BroadcastChannel | undefined;
  let told = 0;
  function tellOthers(): void {
    told = waiting.get();
    others?.postMessage({});
  }
  function tellOutcomes(outcomes: readonly OfflineOutcome[]): void {
    for (const outcome of outcomes) for (const listener of listeners) listener(outcome);
  }
  /** Handles what another page has sent or recorded: the line of an event may be shown on a page that did not send it. */
  function hearOther({ outcomes = [], stopped }: FromOther): void {
    tellOutcomes(outcomes);
    if (stopped) for (const listener of stopListeners) listener(stopped);
    // The storage failed: the next attempt counts again.
    void count().catch(() => undefined);
  }
  function added(): void {
    setWaiting(waiting.get() + 1);
    tellOthers();
    failures = Math.max(failures, 1);
    again();
  }
  /** Number of screens that use the queue. */
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
    // Loaded once there is something to send, so that the gate's page stays small.
    const [{ offlineBatch }, { keepNews }] = await Promise.all([
      import('@mfuko/contract/offline'),
      import('./kept-news.ts'),
    ]);
    const answer = await call(offlineBatch, input, {
      school: batch[0]?.school ?? null,
      overlay: false,
      byItself: true,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    // The first answer may have been lost, so a duplicate counts as that answer.
    const outcomes = answer.outcomes.map((each) => ({ ...each, status: each.first ?? each.status }));
    const told = batch.flatMap(({ key, lane, school }) => {
      const outcome = outcomes.find((each) => each.key === key);
      return outcome && isNews(outcome) ? [{ school, lane: deskOf(lane), outcome }] : [];
    });
    // Written before the events leave the disk, so that a page that ends in between loses no news.
    const unwritten = await keepNews(told);
    const settled = batch.filter(({ key, counter }) => {
      const outcome = outcomes.find((each) => each.key === key);
      if (outcome && outcome.problem !== 'session.role' && !unwritten.has(key)) return true;
      leftAlone.add(counter);
      return false;
    });
    await dropOfflineEvents(settled.map(({ counter }) => counter));
    // The event of a refused account still waits, so nothing has become of it.
    const ended = outcomes.filter(({ problem }) => problem !== 'session.role');
    tellOutcomes(ended);
    others?.postMessage({ outcomes: ended });
  }

  /** Sends each event alone once the batch is refused, so that an unacceptable event does not block the others. */
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

  /**
   * Sends stops first, because a child may be recorded as out by mistake; then ticks, which are small and urgent; a roll call that was
   * opened here follows the passages that it counts.
   */
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
    const { done, left } = await sendStops(stops, tellStopped);
    for (const counter of left) leftAlone.add(counter);
    await dropOfflineEvents(done);
  }

  /** Returns false where nobody is told and the news could not be written. */
  async function tellStopped({ outcome, key, ...whose }: Stopped, school: string): Promise<boolean> {
    const isShown = [...stopListeners].map((listener) => listener({ outcome, key, ...whose })).includes(true);
    others?.postMessage({ stopped: { outcome, key, ...whose } });
    if (isShown || outcome === 'void') return true;
    const { keepNews } = await import('./kept-news.ts');
    const told = { key, status: 'refused', kind: 'out', problem: 'stopped', ...whose } as const;
    return !(await keepNews([{ school, lane: 'gate', outcome: told }])).has(key);
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
        // The next user who signs in sends them.
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
    // One tab at a time: two would send the same events.
    const work = async () => {
      try {
        await sendAll();
        down.set(false);
      } catch {
        // No answer, or an overloaded server: the events stay, and are sent again.
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
      // The device's storage failed: the next attempt reads it again.
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
      // The bus has moved since, so the current location would be wrong.
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
      // Counts as activity now and not when it is sent, because a finger scan touches no screen.
      noteActivity();
      added();
      // The roster belongs to the gate and the current school; the passage itself is stored.
      if (!atGate || of !== schoolAtWork()) return;
      const { noteOnRoster } = await import('./roster.ts');
      // The passage is stored; the roster stays useful without it.
      await noteOnRoster(atGate, event.admissionNumber).catch(() => undefined);
    },
    async stop(key, pressedIn) {
      const of = pressedIn ?? schoolAtWork();
      if (!of) throw new Error(NOT_KEPT);
      await storeOfflineEvent({ key, lane: 'stop', school: of, sealed: '' });
      // Counted and sent once its school is the current one again.
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
      // Repeated calls add one listener, because the function is the same.
      window.addEventListener('online', back);
      others ??= typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mfuko-offline');
      if (others) others.onmessage = ({ data }: MessageEvent<FromOther | null>) => hearOther(data ?? {});
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
        // Leaving a bus screen must not stop the sending by the console.
        if (users > 0) return;
        others?.close();
        others = undefined;
        window.removeEventListener('online', back);
        clearTimeout(timer);
      };
    },
  };
}

/**
 * Returns true where the server has checked the events and will never accept them; no answer, an overloaded server or an ended session do
 * not count.
 */
function isRefused(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : null;
  return status !== null && status < 500 && ![401, 403, 429].includes(status);
}

function deskOf(lane: OfflineEvent['lane']): NewsLane {
  return lane === 'bus' ? 'bus' : 'gate';
}

function firstBatch(kept: readonly OfflineEvent[]): readonly OfflineEvent[] {
  let size = 0;
  const end = kept.findIndex(({ sealed }, place) => {
    size += sealed.length;
    return place === MAX_AT_ONCE || (place > 0 && size > MAX_BATCH_LENGTH);
  });
  return end === -1 ? kept : kept.slice(0, end);
}

async function canSeal(): Promise<boolean> {
  try {
    const { sealOffline } = await sealing();
    await sealOffline(config().offlineKey, '-', '-', '-');
    return typeof indexedDB !== 'undefined';
  } catch {
    // An older browser, or a key that it cannot import.
    return false;
  }
}

/** Outbox of this device, shared by all desks. */
export const outbox = createOutbox();
