import { createStore } from '../../lib/store.ts';

/**
 * True while something under way at a desk does not lie on this device's disk: its page alone knows that, and a reload would lose it. Each desk
 * says so (`school/desk/StorageNote.tsx`).
 */
export const storageFails = createStore(false);

const unwritten = new Set<string>();

/** Notes of one key that it lies on no disk, or that it does by now, or needs to no more. */
export function noteUnwritten(key: string, isUnwritten: boolean): void {
  if (isUnwritten) unwritten.add(key);
  else unwritten.delete(key);
  storageFails.set(unwritten.size > 0);
}

/** Whoever worked here has signed out: nothing is under way any more. */
export function forgetUnwritten(): void {
  unwritten.clear();
  storageFails.set(false);
}
