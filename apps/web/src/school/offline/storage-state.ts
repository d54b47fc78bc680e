import { createStore } from '../../lib/store.ts';

/**
 * True while something under way at a desk does not lie on this device's disk: its page alone knows that, and a reload would lose it. Each desk
 * says so (`school/desk/StorageNote.tsx`). `follow-write.ts` sets it; a sign-out takes it back, for nothing is under way any more.
 */
export const storageFails = createStore(false);
