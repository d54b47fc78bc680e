import { statfs } from 'node:fs/promises';

/** Two segments of PostgreSQL's log: with less, the next one may find no room and end the database. */
const LEAST_BYTES = 32 * 1024 * 1024;
const FRESH_MS = 1_000;

/** Bytes that an ordinary user may still write below a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Size of the disk of a folder, as an ordinary user may fill it, and what is free of it; in bytes. */
export async function diskRoom(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: (blocks - bfree + bavail) * bsize };
}

/** Tells whether a disk is full; looks at most once a second, since anybody may ask by asking for the health. */
export function watchDisk(measure: () => Promise<number>, now: () => number = Date.now): () => Promise<boolean> {
  let looked = Number.NEGATIVE_INFINITY;
  let full = Promise.resolve(false);
  return () => {
    if (now() - looked >= FRESH_MS) {
      looked = now();
      // A folder that cannot be measured says nothing about its room.
      full = measure().then(
        (bytes) => bytes < LEAST_BYTES,
        () => false,
      );
    }
    return full;
  };
}
