import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';

/** Left rides of this school, until somebody has said what happened, or has read what is known. */
export const orphanedRides = createStore<readonly OrphanedRequest[]>([]);
