import { useEffect } from 'react';
import { isNews, outbox } from '../../../school/offline/outbox.ts';
import { followFront, inFront } from '../front-page.ts';
import type { Queue } from '../queue/queue.ts';
import { play } from '../sounds.ts';

/** Applies the outcomes of passages and stops that the device had stored to the gate's queue; the page in front sounds for them. */
export function useOutboxOutcomes(queue: Queue, countAgain: () => void): void {
  useEffect(() => followFront(), []);
  useEffect(
    () =>
      outbox.onOutcome((outcome) => {
        queue.applyOutcome(outcome);
        countAgain();
        if (isNews(outcome) && inFront.get()) play('refused');
      }),
    [queue, countAgain],
  );
  useEffect(
    () =>
      outbox.onStopped((stopped) => {
        countAgain();
        if (queue.applyStopped(stopped)) return true;
        // The check-out belongs to another page, so this page's queue has no line for it.
        if (stopped.outcome !== 'void' && inFront.get()) play('undone');
        return false;
      }),
    [queue, countAgain],
  );
}
