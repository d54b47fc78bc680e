const AGAIN_MS = 5_000;

/**
 * Loads code and then calls it; retries until the code has been loaded, because without it nobody learns the outcome of a request that an
 * earlier page left pending. Returns a function that stops both.
 */
export function followLate(load: () => Promise<() => () => void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  let isOver = false;
  const attempt = () =>
    void load().then(
      (follow) => {
        if (!isOver) stop = follow();
      },
      () => {
        // The browser has logged the error; the pending requests stay on the disk meanwhile.
        if (!isOver) timer = setTimeout(attempt, AGAIN_MS);
      },
    );
  attempt();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
