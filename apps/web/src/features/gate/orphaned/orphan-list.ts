import { useOfSchool } from '../../../lib/school.ts';
import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { isQuestion } from '../questions.ts';
import type { Kind } from '../screens.ts';

/** Orphaned passages of this school, kept until a guard has said what happened or has read the outcome. */
export const orphanedPassages = createStore<readonly OrphanedRequest[]>([]);

/** Returns the orphaned passages of the current school without those that are questions, which have a card of their own. */
export function useLeftPassages(): readonly OrphanedRequest[] {
  return useOfSchool(orphanedPassages.use()).filter((left) => !isQuestion(left));
}

/** Returns the direction of an orphaned passage. */
export function directionOf({ kind }: OrphanedRequest): Kind {
  return kind === 'out' ? 'out' : 'in';
}
