import type { Workplace } from '../../../lib/workplace.ts';
import { createKeptPresses } from '../../../school/presses/kept-presses.ts';
import type { Line } from '../queue.ts';

/** Presses of the gate on this device's disk. */
export const passages = createKeptPresses('passage:');

/** Keeps a press through the end of the page and of the browser. Never throws. */
export function keepPassage(line: Line, from?: Workplace): Promise<void> {
  const { key, kind, admissionNumber, names, className, at, release } = line;
  const { collectorSYSID, leavesAlone } = release ?? {};
  return passages.keep({ key, kind, admissionNumber, names, className, at, collectorSYSID, leavesAlone }, from);
}
