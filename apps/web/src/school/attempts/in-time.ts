/** A desk waits no longer for its disk, and hardly at all once the disk has been that late. */
const PATIENCE_MS = 2_000;
const IMPATIENCE_MS = 100;
let patience = PATIENCE_MS;

/** Waits for the device's disk, and no longer than a desk can. Throws where it does not answer. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      patience = IMPATIENCE_MS;
      reject(new Error('The device does not answer.'));
    }, patience);
  });
  try {
    const done = await Promise.race([work, late]);
    patience = PATIENCE_MS;
    return done;
  } finally {
    clearTimeout(timer);
  }
}
