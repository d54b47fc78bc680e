import { pictureFields } from '../../../lib/scanner/messages.ts';
import type { Queue } from '../queue/queue.ts';
import type { ReleaseChoice } from '../release.ts';
import type { CurrentStudent } from './current-student.ts';

/** Creates the function that sends the current student, or holds the entry until the queue has room. */
export function createSubmit(
  { entry, screen, forget }: CurrentStudent,
  queue: Queue,
  releaseNow?: () => ReleaseChoice | undefined,
): () => void {
  /** Screen on which the held entry was pressed; a later change of screen applies to the next student only. */
  let pressedOn = screen();
  return () => {
    if (entry.isOfOther()) return;
    const { number, pin, finger, lookup, held } = entry.get();
    if (!held) pressedOn = screen();
    const proof = pressedOn.by === 'pin' ? { pin } : finger && pictureFields(finger);
    if (!proof) return entry.change({ held: false });
    const student = lookup.status === 'found' ? lookup.student : null;
    const release = pressedOn.kind === 'out' ? releaseNow?.() : undefined;
    const isSent = queue.submit({
      ...pressedOn,
      admissionNumber: number,
      ...(number === '' ? { touch: true } : {}),
      ...(release && { release }),
      names: student?.names ?? null,
      className: student?.className ?? null,
      proof,
    });
    if (isSent) forget();
    else entry.change({ held: true });
  };
}
