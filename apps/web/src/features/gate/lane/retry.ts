import type { Problem } from '@mfuko/contract/problem';
import type { Line } from '../queue/line.ts';
import { NOTHING_AHEAD } from './ahead.ts';
import type { CurrentStudent } from './current-student.ts';
import { REFUSAL_SHOWN_MS } from './notices.ts';
import { createTimer } from './timer.ts';

/** Refusals after which the student may simply try again. */
const TRY_AGAIN = new Set<Problem | null | undefined>([
  'fingerprint.no-match',
  'fingerprint.replayed',
  'fingerprint.bad-image',
  'fingerprint.low-quality',
  'pin.wrong',
]);

/**
 * Creates the function that leaves the number of a failed proof in its field for another try, unless the next student has begun.
 */
export function createRetry(student: CurrentStudent, isDialogOpen: () => boolean): (line: Line) => void {
  const { entry, number, plausibility, screen, forget } = student;
  const timer = createTimer();

  function isFree(): boolean {
    const { number, finger, ahead } = entry.get();
    return !isDialogOpen() && ahead === NOTHING_AHEAD && number === '' && !finger;
  }
  function end(admissionNumber: string): void {
    const { again, pin, field } = entry.get();
    if (!again || pin !== '') return;
    // If the number were cleared, a PIN typed later would land in the number field and be sent as a number.
    if (field === 'pin') plausibility.wait(admissionNumber);
    else forget();
  }

  return ({ admissionNumber, kind, by, refusal }) => {
    if (admissionNumber === '' || !TRY_AGAIN.has(refusal?.problem) || !isFree()) return;
    if (kind !== screen().kind || by !== screen().by) return;
    number.set(admissionNumber, true);
    entry.change({ again: true, field: by === 'pin' ? 'pin' : 'number' });
    timer.start(REFUSAL_SHOWN_MS, () => end(admissionNumber));
  };
}
