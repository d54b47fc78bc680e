/** Longest wait of a desk for its disk, in milliseconds; much shorter once the disk has timed out. */
const PATIENCE_MS = 2_000;
const IMPATIENCE_MS = 100;
let patience = PATIENCE_MS;

/** Waits for the device's disk for at most as long as a desk can wait. Throws on a timeout. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      patience = IMPATIENCE_MS;
      reject(new Error('The storage of the device does not answer.'));
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
