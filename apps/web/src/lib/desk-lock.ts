import { createStore } from './store.ts';

/**
 * Lock reason: the page begins locked, nobody worked for as long as it stays open, somebody pressed Lock, the server ended the session, it did not
 * take the PIN that was typed without a network, or it takes no more PIN of this person.
 */
export type LockReason = 'start' | 'idle' | 'hand' | 'ended' | 'wrong' | 'over';

/** Null while the desk is open. */
export const deskLock = createStore<LockReason | null>(null);
/** Locks this desk by hand; null where whoever is at it could not unlock it again. */
export const lockAction = createStore<(() => void) | null>(null);

/** True where a call that found no session waits for somebody to unlock, and is not lost. */
export function awaitsUnlock(): boolean {
  return deskLock.get() !== null || lockAction.get() !== null;
}
