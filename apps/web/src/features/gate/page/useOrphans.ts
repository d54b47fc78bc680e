import { useEffect } from 'react';
import { followLate } from '../../../lib/follow-late.ts';
import { useOfSchool } from '../../../lib/school.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { orphanedPassages } from '../orphaned/orphan-list.ts';
import { isQuestion, unanswered, unansweredBefore } from '../questions.ts';
import type { Line } from '../queue/line.ts';
import type { Queue } from '../queue/queue.ts';

/** Lazy chunk, fetched after the gate has rendered. */
export const orphanCode = () => import('../orphaned/orphaned-passages.ts');
const questionCode = () => import('../orphaned/follow-questions.ts');

/** Questions who collects a child that nobody has answered. */
interface OpenQuestions {
  /** Questions of this page. */
  readonly questions: readonly Line[];
  /** Questions of earlier pages. */
  readonly earlier: readonly OrphanedRequest[];
  /** True where earlier pages left passages that are no questions. */
  readonly isLeft: boolean;
}

export function useOpenQuestions(lines: readonly Line[]): OpenQuestions {
  const left = useOfSchool(orphanedPassages.use());
  return {
    questions: unanswered(lines),
    earlier: unansweredBefore(left, lines),
    isLeft: !left.every(isQuestion),
  };
}

/** Asks for the outcome of orphaned passages, and ends questions that are over. */
export function useFollowedOrphans(queue: Queue, ended: boolean, userName: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever unlocks the device asks about their own
  useEffect(() => {
    if (ended) return;
    return followLate(() => orphanCode().then(({ left }) => left.follow));
  }, [ended, userName]);
  useEffect(
    () =>
      followLate(() =>
        questionCode().then(
          ({ followQuestions }) =>
            () =>
              followQuestions(queue),
        ),
      ),
    [queue],
  );
}

/** Dismisses a question, of this page or of an earlier one, that the guard has read. */
export function putAway({ lines, putAway: dismiss }: Queue, { key }: Pick<Line, 'key'>): void {
  if (lines.get().some((line) => line.key === key)) return dismiss(key);
  orphanCode().then(
    ({ left: { forget } }) => forget(key),
    // On failure the question stays in the list, and the guard can press again.
    () => undefined,
  );
}
