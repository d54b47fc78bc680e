import { storageFails } from './storage-state.ts';

/** Keys that have not come to their end. */
const open = new Set<string>();
const unwritten = new Set<string>();

storageFails.subscribe(() => {
  // Taken back as somebody signs out.
  if (!storageFails.get()) unwritten.clear();
});

function note(key: string, isUnwritten: boolean): void {
  if (isUnwritten) unwritten.add(key);
  else unwritten.delete(key);
  storageFails.set(unwritten.size > 0);
}

/** Follows the write of one key to the device's box; `inTime` is the same write, as long as a desk waits for it. */
export async function followWrite(key: string, write: Promise<void>, inTime: Promise<void>): Promise<void> {
  open.add(key);
  const fail = () => open.has(key) && note(key, true);
  // One that is late is on the disk after all.
  write.then(() => note(key, false), fail);
  try {
    await inTime;
  } catch (error) {
    fail();
    throw error;
  }
}

/** The key has its answer, or lies elsewhere: that it is on no disk loses nothing any more. */
export function endWrite(key: string): void {
  open.delete(key);
  note(key, false);
}
