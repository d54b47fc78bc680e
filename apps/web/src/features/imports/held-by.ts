import type { ImportAnswer } from '@mfuko/contract/imports';
import { faultsOf, waitingForClass } from './corrections.ts';
import type { OpenedList } from './opened-list.ts';

type Said = Pick<OpenedList, 'setAside' | 'decided'>;

/** Returns the totals that differ from their rows and await a decision. A decision lapses when the total or the sum of its rows changes. */
export function undecidedTotals({ totalsThatDiffer }: ImportAnswer, { setAside, decided }: Said) {
  return totalsThatDiffer.filter(
    ({ row, amount, comesTo }) =>
      !setAside.includes(row) ||
      !decided.some((each) => each.row === row && each.amount === amount && each.comesTo === comesTo),
  );
}

/**
 * Returns the texts for the reason that blocks recording and for the remedy; null where nothing blocks. `partial`: only the good rows are
 * recorded.
 */
export function heldBy(answer: ImportAnswer, said: Said, partial: boolean) {
  const undecided = undecidedTotals(answer, said).length;
  if (undecided > 0) return { why: 'differing.title', count: undecided, hint: 'differing.hint' } as const;
  const waiting = waitingForClass(answer);
  if (!partial && waiting > 0) return { why: 'classes.title', count: waiting, hint: 'classes.hint' } as const;
  const wrong = faultsOf(answer).length;
  return !partial && wrong > 0 ? ({ why: 'check.wrongTitle', count: wrong, hint: 'check.wrongHint' } as const) : null;
}
