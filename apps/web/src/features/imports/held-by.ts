import type { ImportAnswer } from '@mfuko/contract/imports';
import { faultsOf, waitingForClass } from './mending.ts';

/** Totals of the sheet that differ from their rows and of which nobody has decided yet. */
export function undecidedTotals({ totalsThatDiffer }: ImportAnswer, setAside: readonly number[]) {
  return totalsThatDiffer.filter(({ row }) => !setAside.includes(row));
}

/** The texts that say what holds a list back, and the way out; null where nothing does. `partial`: its good rows alone are meant. */
export function heldBy(answer: ImportAnswer, setAside: readonly number[], partial: boolean) {
  const undecided = undecidedTotals(answer, setAside).length;
  if (undecided > 0) return { why: 'differing.title', count: undecided, hint: 'differing.hint' } as const;
  const waiting = waitingForClass(answer);
  if (!partial && waiting > 0) return { why: 'classes.title', count: waiting, hint: 'classes.hint' } as const;
  const wrong = faultsOf(answer).length;
  return !partial && wrong > 0 ? ({ why: 'check.wrongTitle', count: wrong, hint: 'check.wrongHint' } as const) : null;
}
