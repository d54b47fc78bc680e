import { openFairQueue } from './fair-queue.ts';
import { currentName } from './in-name-of.ts';

export interface FairSemaphoreOptions {
  /** Maximum number of concurrent tasks. One person gets at most half of it, rounded up; the server itself may use all. */
  readonly atOnce: number;
  /**
   * Maximum number of waiting tasks: above it, the newest task of the person with the most waiting is refused. Unlimited by default.
   */
  readonly longest?: number;
  /** Maximum waiting time in milliseconds; unlimited by default. */
  readonly patienceMs?: number;
  /** Returns the error for a refused task. */
  full(): Error;
}

export interface FairSemaphore {
  /**
   * Runs work when its turn comes. Throws what `full` returns. `patient` work is not refused for a full queue: submit it one piece at a
   * time.
   */
  take<T>(work: () => Promise<T>, how?: 'patient'): Promise<T>;
  /** Returns the number of waiting tasks. */
  waiting(): number;
}

interface Waiting {
  readonly person: string | null;
  go(): void;
  turnAway(): void;
}

/** Line of all patient work, which takes turns with the lines of people. */
const PATIENT = 'patient';

/** Opens a semaphore for a scarce resource: people take turns, and no one person can use all of it. */
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
