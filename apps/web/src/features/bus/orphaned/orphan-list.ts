import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';

/** Orphaned rides of this school, kept until a user has said what happened or has read the outcome. */
export const orphanedRides = createStore<readonly OrphanedRequest[]>([]);
