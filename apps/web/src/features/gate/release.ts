import type { Problem } from '@mfuko/contract/problem';
import type { Line } from './queue.ts';

/** Choice of the guard, as the check-out call takes it: with whom a child goes. */
export interface ReleaseChoice {
  readonly collectorSYSID?: string;
  readonly collectorCode?: string;
  readonly leavesAlone?: true;
  /** Asks for a choice although the school's rule does not. */
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

/** Tells whether a child who was proven is held back only until the guard has said with whom they go. */
export function asksForCollector({ refusal }: Partial<Pick<Line, 'refusal'>>): boolean {
  return ASKS.has(refusal?.problem);
}

/** The same, while the proof is still there to be sent with the choice. */
export function mayChooseCollector(line: Line): boolean {
  return line.proof !== null && asksForCollector(line);
}
