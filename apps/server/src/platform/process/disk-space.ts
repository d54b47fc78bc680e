import { statfs } from 'node:fs/promises';

/** Two WAL segments: with less space, the next segment may not fit, and PostgreSQL would shut down. */
const MIN_BYTES = 32 * 1024 * 1024;
const FRESH_MS = 1_000;

/** Returns the bytes that an ordinary user may still write below a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the size of a folder's disk as available to an ordinary user, and its free part, in bytes. */
export async function diskRoom(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: (blocks - bfree + bavail) * bsize };
}

/** Returns a function that tells if a disk is full; it measures at most once a second, since the public health check calls it. */
export function watchDisk(measure: () => Promise<number>, now: () => number = Date.now): () => Promise<boolean> {
  let looked = Number.NEGATIVE_INFINITY;
  let full = Promise.resolve(false);
  return () => {
    if (now() - looked >= FRESH_MS) {
      looked = now();
      // A folder that cannot be measured counts as not full.
      full = measure().then(
        (bytes) => bytes < MIN_BYTES,
        () => false,
      );
    }
    return full;
  };
}
