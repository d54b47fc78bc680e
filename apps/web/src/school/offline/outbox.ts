import type { OfflineOutcome } from '@mfuko/contract/offline';
import { noteActivity } from '../../lib/activity.ts';
import { noteQueue } from '../../lib/device-queue.ts';
import { schoolAtWork } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { createDelivery } from './delivery.ts';
import { canSeal, fetchDesks, sealEvent, type Unchecked } from './event-sealing.ts';
import { createOtherTabs } from './other-tabs.ts';
import { createRetry } from './retry.ts';
import type { Stopped } from './stops.ts';
import { isWithoutOutbox } from './storage-state.ts';
import { listOfflineEvents, type OfflineEvent, storeOfflineEvent } from './stored-events.ts';

export { isNews } from './delivery.ts';
export type { Pressed, Unchecked } from './event-sealing.ts';

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

const NOT_KEPT = 'Not kept.';
/** Lock of the browser under which one page at a time sends: two would send the same events. */
const LOCK = 'mfuko-offline';

/** Creates the device's queue of events that were recorded offline. Each is sealed as it is stored: only the server can read it. */
export function createOutbox(): Outbox {
  const ready = createStore(false);
  const waiting = createStore(0);
  const down = createStore(false);
  const listeners = new Set<(outcome: OfflineOutcome) => void>();
  const stopListeners = new Set<(stopped: Stopped) => boolean>();
  const retry = createRetry(flush);
  const otherTabs = createOtherTabs(({ outcomes = [], stopped }) => {
    tellOutcomes(outcomes);
    if (stopped) tellStopped(stopped);
    // The storage failed: the next attempt counts again.
    void count().then(sendIfLeft, () => undefined);
  });
  const deliver = createDelivery({
    list: count,
    onAnswered() {
      retry.answered();
      down.set(false);
    },
    onOutcomes(outcomes) {
      tellOutcomes(outcomes);
      otherTabs.tell({ outcomes });
    },
    onStopped(stopped) {
      const isShown = tellStopped(stopped);
      otherTabs.tell({ stopped });
      return isShown;
    },
  });
  let sending = false;
  /** True if `flush` was called during a send, which may have passed the new events already. */
  let again = false;
  /** Number of events that the other tabs were told last. */
  let told = 0;
  /** Number of screens that use the queue. */
  let users = 0;

  function tellOutcomes(outcomes: readonly OfflineOutcome[]): void {
    for (const outcome of outcomes) for (const listener of listeners) listener(outcome);
  }
  function tellStopped(stopped: Stopped): boolean {
    return [...stopListeners].map((listener) => listener(stopped)).includes(true);
  }
  function setWaiting(events: number): void {
    waiting.set(events);
    noteQueue(events);
  }
  async function count(): Promise<readonly OfflineEvent[]> {
    const of = schoolAtWork();
    const kept = of && typeof indexedDB !== 'undefined' ? await listOfflineEvents(of) : [];
    setWaiting(kept.length);
    return kept;
  }
  function tellCount(): void {
    told = waiting.get();
    otherTabs.tell({});
  }
  /** The tab that stored these events may be closed before it has sent them. */
  function sendIfLeft(kept: readonly OfflineEvent[]): void {
    if (kept.length > 0 && users > 0 && !retry.isScheduled()) retry.schedule();
  }
  function added(): void {
    setWaiting(waiting.get() + 1);
    tellCount();
    retry.scheduleSoon();
  }
  function back(): void {
    down.set(false);
    flush();
  }

  async function tryToDeliver(): Promise<void> {
    try {
      await deliver();
      down.set(false);
    } catch {
      // No answer, or an overloaded server: the events stay, and are sent again.
      retry.failed();
      down.set(true);
      retry.schedule();
    }
  }
  function inTurn(): Promise<void> {
    if (!navigator.locks) return tryToDeliver();
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? tryToDeliver() : retry.schedule()));
  }
  function flush(): void {
    again = sending;
    if (sending || !currentSession() || !schoolAtWork()) return;
    sending = true;
    retry.cancel();
    void inTurn()
      .then(count, count)
      // The device's storage failed: the next attempt reads it again.
      .catch(() => retry.schedule())
      .then(() => {
        sending = false;
        if (waiting.get() !== told) tellCount();
        if (again && users > 0 && !retry.isScheduled()) flush();
      });
  }

  return {
    ready,
    waiting,
    down,
    isAway: () => !navigator.onLine || down.get(),
    async keep(event, key, pressedIn) {
      const of = schoolAtWork();
      if (!of || (pressedIn ?? of) !== of || !ready.get()) throw new Error(NOT_KEPT);
      const sealed = await sealEvent(event, key, of);
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
      otherTabs.open();
      void fetchDesks();
      void canSeal().then(async (can) => {
        ready.set(can);
        isWithoutOutbox.set(!can);
        await count();
        // The last screen may have been left meanwhile.
        if (users > 0) flush();
      });
      let stopped = false;
      return () => {
        if (stopped) return;
        stopped = true;
        users--;
        // Leaving a bus screen must not stop the sending by the console.
        if (users > 0) return;
        otherTabs.close();
        window.removeEventListener('online', back);
        retry.cancel();
      };
    },
  };
}

/** Outbox of this device, shared by all desks. */
export const outbox = createOutbox();
