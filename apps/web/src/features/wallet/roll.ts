import { useState } from 'react';
import { config } from '../../lib/config.ts';

/** Rolls of receipt printers. */
export const ROLLS = ['roll58', 'roll80'] as const;
export type Roll = (typeof ROLLS)[number];

const KEPT = 'receipt-roll';

/** The roll of the printer at this device: the one that was chosen last; on a device that serves students the narrow one. */
export function useRoll(): [Roll, (roll: Roll) => void] {
  const [roll, setRoll] = useState<Roll>(
    () => ROLLS.find((each) => each === localStorage.getItem(KEPT)) ?? (config().posMode ? 'roll58' : 'roll80'),
  );
  return [
    roll,
    (next) => {
      localStorage.setItem(KEPT, next);
      setRoll(next);
    },
  ];
}
