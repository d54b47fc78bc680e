import { createStore } from '../../lib/store.ts';
import type { Attempt } from './attempt-list.ts';
import { dropAttempt } from './attempts.ts';

/** Attempt whose note said that it was recorded, and was read last. */
export const readAsRecorded = createStore<Attempt | null>(null);

/** Removes an attempt whose note the user has read. */
export function endNote(attempt: Attempt, outcome: string): void {
  dropAttempt(attempt.key);
  if (outcome === 'recorded') readAsRecorded.set(attempt);
}
