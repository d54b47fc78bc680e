import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import type { Kind } from '../screens.ts';

/** Left passages of this school, until somebody has said what happened, or has read what is known. */
export const orphanedPassages = createStore<readonly OrphanedRequest[]>([]);

/** Direction of a left passage. */
export function directionOf({ kind }: OrphanedRequest): Kind {
  return kind === 'out' ? 'out' : 'in';
}
