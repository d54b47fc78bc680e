import type { Trip } from '@mfuko/contract/bus-trips';
import type { Store } from '../../../lib/store.ts';
import { dropRide } from '../orphaned/pending-rides.ts';
import { answeredElsewhere, isAnsweredBy, isToBeAnswered, type Scan } from './scan.ts';

/**
 * Follows the open question about the last child of a bus, which another device may answer by recording the child; `shownTrip` returns the
 * trip that the page shows. Returns a function that applies the server's trip; `asked` is the child's outcome when the trip was requested.
 */
export function createOpenQuestion(
  last: Store<Scan | null>,
  shownTrip: () => Trip | null,
): (trip: Trip | null, asked: Scan | null) => void {
  /** Question and the trip before it; other pages' answers do not replace that trip, since they may contain the answer already. */
  let open: { readonly key: string | undefined; before: Trip | null } | null = null;
  last.subscribe(() => {
    const scan = last.get();
    // A question that opens again keeps the trip of its first time.
    if (!isToBeAnswered(scan) || (scan.press && open?.key === scan.press.key)) return;
    open = { key: scan.press?.key, before: shownTrip() };
  });
  return (trip, asked) => {
    if (!open || !asked || asked !== last.get()) return;
    if (!isAnsweredBy(trip, open.before, asked)) {
      open.before = trip;
      return;
    }
    open = null;
    last.set(answeredElsewhere(asked));
    if (asked.press) dropRide(asked.press.key);
  };
}
