const PAUSE_SECONDS = [1, 2, 5, 10];
const MAX_PAUSE_SECONDS = 10;

/** Returns the pause in seconds after this many failures in a row; the longest one without a failure. */
export function pauseSeconds(failures: number): number {
  return PAUSE_SECONDS[Math.min(failures, PAUSE_SECONDS.length) - 1] ?? MAX_PAUSE_SECONDS;
}

/** Timer of the next try, with a longer pause after each failure. */
export interface Retry {
  /** Makes the next pause longer. */
  failed(): void;
  /** Ends the series of failures. */
  answered(): void;
  /** Schedules the next try in place of an earlier one. */
  schedule(): void;
  /** Schedules a try after the shortest pause, or the present one of a series of failures. */
  scheduleSoon(): void;
  cancel(): void;
  /** Returns true while a try is scheduled. */
  isScheduled(): boolean;
}

/** Creates the timer of `again`. Without a failure it waits for the longest pause. */
export function createRetry(again: () => void): Retry {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retry: Retry = {
    failed() {
      failures++;
    },
    answered() {
      failures = 0;
    },
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        again();
      }, pauseSeconds(failures) * 1000);
    },
    scheduleSoon() {
      failures = Math.max(failures, 1);
      retry.schedule();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    isScheduled: () => timer !== undefined,
  };
  return retry;
}
