import { useEffect } from 'react';
import { isNews, outbox } from '../../../school/offline/outbox.ts';
import type { Queue } from '../queue/queue.ts';
import { play } from '../sounds.ts';

/** Applies the outcomes of passages and stops that the device had stored to the gate's queue. */
export function useOutboxOutcomes(queue: Queue, countAgain: () => void): void {
  useEffect(
    () =>
      outbox.onOutcome((outcome) => {
        queue.applyOutcome(outcome);
        countAgain();
        if (isNews(outcome)) play('refused');
      }),
    [queue, countAgain],
  );
  useEffect(
    () =>
      outbox.onStopped((stopped) => {
        countAgain();
        if (queue.applyStopped(stopped)) return true;
        // The check-out belongs to a page that was closed meanwhile, so this page's queue has no line for it.
        if (stopped.outcome !== 'void') play('undone');
        return false;
      }),
    [queue, countAgain],
  );
}
