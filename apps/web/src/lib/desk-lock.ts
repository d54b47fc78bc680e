import { createStore } from './store.ts';

/**
 * Lock reason: the page starts locked (`start`), nobody worked for the idle time (`idle`), somebody pressed Lock (`hand`), the server ended
 * the session (`ended`), the server rejected the PIN that was typed offline (`wrong`), or it accepts no further PIN of this person
 * (`over`).
 */
export type LockReason = 'start' | 'idle' | 'hand' | 'ended' | 'wrong' | 'over';

/** Reason why the desk is locked; null while it is open. */
export const deskLock = createStore<LockReason | null>(null);
/** Locks this desk by hand; null where the user could not unlock it again. */
export const lockAction = createStore<(() => void) | null>(null);

/** Returns true where a call that failed for lack of a session waits for an unlock instead of being lost. */
export function awaitsUnlock(): boolean {
  return deskLock.get() !== null || lockAction.get() !== null;
}
