import type { Attempts, Lines } from './lines.ts';
import type { Away } from './sender.ts';

const STOP_AGAIN_MS = 2_000;

/** Stopped check-outs on their way to the device's queue, which takes back what the server may have recorded. */
export interface Stops {
  /** Hands a stop over, and retries until the device's queue has stored it. */
  bring(key: string): Promise<void>;
  retryNow(): void;
}

export function createStops(lines: Lines, away?: Away, attempts?: Attempts): Stops {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  async function bring(key: string): Promise<void> {
    timers.delete(key);
    try {
      await away?.stop(key, lines.find(key)?.school ?? null);
      attempts?.drop(key);
    } catch {
      // The device's storage failed: the stop is stored as soon as the storage works.
      timers.set(
        key,
        setTimeout(() => void bring(key), STOP_AGAIN_MS),
      );
    }
  }
  return {
    bring,
    retryNow() {
      for (const [key, timer] of [...timers]) {
        clearTimeout(timer);
        void bring(key);
      }
    },
  };
}
