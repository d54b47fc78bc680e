const AGAIN_MS = 5_000;

/**
 * Begins what `load` brings once its code is here, and asks for that until it is: without it nobody hears of a press that an earlier page left.
 * Answers how to end it.
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
        // The browser has told its console; what was left stays on the disk meanwhile.
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
