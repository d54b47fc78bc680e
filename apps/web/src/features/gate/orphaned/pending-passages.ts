import type { Workplace } from '../../../lib/workplace.ts';
import { createPendingStore } from '../../../school/pending/pending-store.ts';
import type { Line } from '../queue/line.ts';
import { asksForCollector } from '../release.ts';

/** Presses of the gate on this device's disk. */
export const passages = createPendingStore('passage:');

/** Stores a press so that it survives the end of the page and of the browser. Never throws. */
export function keepPassage(line: Line, from?: Workplace): Promise<void> {
  const { key, kind, admissionNumber, names, className, at, release, override } = line;
  const { collectorSYSID, leavesAlone } = release ?? {};
  const question = asksForCollector(line) ? line.refusal?.problem : null;
  const press = { key, kind, admissionNumber, names, className, at, collectorSYSID, leavesAlone };
  const reason = override !== undefined && { overridden: true as const };
  return passages.keep({ ...press, ...reason, ...(question && { question }) }, from);
}
