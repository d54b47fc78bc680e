import { createStore } from '../../lib/store.ts';

/**
 * True while this device's disk does not take what is under way at a desk: its page alone knows that, and a reload would lose it. Each desk says so
 * (`school/desk/StorageNote.tsx`).
 */
export const storageFails = createStore(false);

/** Follows one write to the device's box; `inTime` is the same write, as long as a desk waits for it. */
export async function followWrite(write: Promise<void>, inTime: Promise<void>): Promise<void> {
  // One that is late is on the disk after all.
  write.then(
    () => storageFails.set(false),
    () => storageFails.set(true),
  );
  try {
    await inTime;
  } catch (error) {
    storageFails.set(true);
    throw error;
  }
}
