/** One delayed action; starting it again replaces the action that waits. */
export interface Timer {
  start(ms: number, work: () => void): void;
  stop(): void;
}

export function createTimer(): Timer {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    start(ms, work) {
      clearTimeout(waiting);
      waiting = setTimeout(work, ms);
    },
    stop: () => clearTimeout(waiting),
  };
}
