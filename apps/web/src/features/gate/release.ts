import type { Problem } from '@mfuko/contract/problem';
import type { Line } from './queue/line.ts';

/** Choice of the guard, as the check-out call takes it: with whom a child goes. */
export interface ReleaseChoice {
  readonly collectorSYSID?: string;
  readonly collectorCode?: string;
  readonly leavesAlone?: true;
  /** Requires a choice even where the school's rule does not. */
  readonly collected?: true;
}

const ASKS = new Set<Problem | null | undefined>([
  'collector.required',
  'collector.not-alone',
  'collector.not-found',
  'collector.blocked',
  'collector.expired',
  'collector.hold',
  'collector.code',
]);

/** Returns true for a verified child who is held back only until the guard has said with whom the child goes. */
export function asksForCollector({ refusal }: Partial<Pick<Line, 'refusal'>>): boolean {
  return ASKS.has(refusal?.problem);
}

/** Returns true while the choice can still be sent, which needs the proof. */
export function mayChooseCollector(line: Line): boolean {
  return line.proof !== null && asksForCollector(line);
}
