import { openFairQueue } from './fair-queue.ts';
import { currentName } from './in-name-of.ts';

export interface FairSemaphoreOptions {
  /** The most that is under way at once. One person has half of it at most, rounded up; the server itself all of it. */
  readonly atOnce: number;
  /** The most that may wait: beyond it the newest of whoever has most waiting is turned away. Any number where left out. */
  readonly longest?: number;
  /** The longest that anybody waits, in milliseconds; for ever where left out. */
  readonly patienceMs?: number;
  /** Full: what is thrown at who is turned away. */
  full(): Error;
}

export interface FairSemaphore {
  /** Does work once it is its turn. Throws what `full` makes. `patient` work is turned away by nothing: hand it in one by one. */
  take<T>(work: () => Promise<T>, how?: 'patient'): Promise<T>;
  /** Number of those who wait. */
  waiting(): number;
}

interface Waiting {
  readonly person: string | null;
  go(): void;
  turnAway(): void;
}

/** The name of all patient work: one line among those of people. */
const PATIENT = 'patient';

/** Opens a semaphore for something of which there is little: people take turns, and no one of them can have all of it. */
export function openFairSemaphore({
  atOnce,
  longest = Number.POSITIVE_INFINITY,
  patienceMs,
  full,
}: FairSemaphoreOptions): FairSemaphore {
  const line = openFairQueue<Waiting>();
  const underWay = new Map<string | null, number>();
  const share = Math.ceil(atOnce / 2);
  let running = 0;

  const may = (person: string | null) => person === null || (underWay.get(person) ?? 0) < share;

  function count(person: string | null, change: 1 | -1): void {
    running += change;
    const now = (underWay.get(person) ?? 0) + change;
    if (now === 0) underWay.delete(person);
    else underWay.set(person, now);
  }

  function dispatch(): void {
    while (running < atOnce) {
      const next = line.shift(may);
      if (!next) return;
      count(next.person, 1);
      next.go();
    }
  }

  function turnOf(person: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let waits = true;
      const mine: Waiting = {
        person,
        go() {
          waits = false;
          clearTimeout(timer);
          resolve();
        },
        turnAway() {
          waits = false;
          clearTimeout(timer);
          reject(full());
        },
      };
      line.push(person, mine);
      dispatch();
      if (person !== PATIENT && line.length > longest) line.dropNewest(person)?.turnAway();
      if (!waits || patienceMs === undefined) return;
      timer = setTimeout(() => {
        line.remove(mine);
        mine.turnAway();
      }, patienceMs);
    });
  }

  return {
    waiting: () => line.length,
    async take(work, how) {
      const person = how === 'patient' ? PATIENT : currentName();
      await turnOf(person);
      try {
        return await work();
      } finally {
        count(person, -1);
        dispatch();
      }
    },
  };
}
