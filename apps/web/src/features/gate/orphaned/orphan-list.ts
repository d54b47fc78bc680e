import { useOfSchool } from '../../../lib/school.ts';
import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { isQuestion } from '../questions.ts';
import type { Kind } from '../screens.ts';

/** Left passages of this school, until somebody has said what happened, or has read what is known. */
export const orphanedPassages = createStore<readonly OrphanedRequest[]>([]);

/** Those of the school at work which have no card of their own, as unanswered questions have. */
export function useLeftPassages(): readonly OrphanedRequest[] {
  return useOfSchool(orphanedPassages.use()).filter((left) => !isQuestion(left));
}

/** Direction of a left passage. */
export function directionOf({ kind }: OrphanedRequest): Kind {
  return kind === 'out' ? 'out' : 'in';
}
