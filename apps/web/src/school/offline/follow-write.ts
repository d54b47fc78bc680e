import { storageFails } from './storage-state.ts';

/** Keys whose request has not ended. */
const open = new Set<string>();
const unwritten = new Set<string>();

storageFails.subscribe(() => {
  // A sign-out resets the flag.
  if (!storageFails.get()) unwritten.clear();
});

function note(key: string, isUnwritten: boolean): void {
  if (isUnwritten) unwritten.add(key);
  else unwritten.delete(key);
  storageFails.set(unwritten.size > 0);
}

/** Follows the write of one key to the device's box; `inTime` is the same write with the desk's timeout. */
export async function followWrite(key: string, write: Promise<void>, inTime: Promise<void>): Promise<void> {
  open.add(key);
  const fail = () => open.has(key) && note(key, true);
  // A slow write that succeeds clears the failure.
  write.then(() => note(key, false), fail);
  try {
    await inTime;
  } catch (error) {
    fail();
    throw error;
  }
}

/** Ends a key that was answered or is stored elsewhere, so that a missing write no longer loses anything. */
export function endWrite(key: string): void {
  open.delete(key);
  note(key, false);
}
