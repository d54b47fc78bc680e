import { isPos } from '../../lib/pos.ts';
import { usePaperKind } from '../../ui/paper/usePaperKind.ts';

/** Rolls of receipt printers. */
export const ROLLS = ['roll58', 'roll80'] as const;
export type Roll = (typeof ROLLS)[number];

/** The roll of the printer at this device; on one that serves students the narrow one, until another is chosen. */
export function useRoll(): [Roll, (roll: Roll) => void] {
  return usePaperKind('receipt-roll', ROLLS, isPos() ? 'roll58' : 'roll80');
}
