import { createStore } from '../../lib/store.ts';

/**
 * True while a pending request of a desk is not on this device's disk, so that only its page knows it and a reload would lose it. Each desk
 * shows this (`school/desk/StorageNote.tsx`). `follow-write.ts` sets it; a sign-out resets it, because nothing is pending then.
 */
export const storageFails = createStore(false);

/** True once it is known that this browser can store nothing for later: it is older than X25519, or has no storage. The gate says so. */
export const isWithoutOutbox = createStore(false);
