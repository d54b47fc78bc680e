import type { Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { useState } from 'react';
import { useOfSchool } from '../../../lib/school.ts';
import { keyOf } from '../bus-name.ts';
import { orphanedRides } from '../orphaned/orphan-list.ts';
import type { Scan } from './scan.ts';

type Child = Pick<TripEntry, 'admissionNumber' | 'names' | 'className'>;

/** Children at this bus with an open question, of which the server does not know. */
export interface Unanswered {
  readonly children: readonly Child[];
  /**
   * Number of orphaned presses that only a search of the bus can end, such as another account's; 0 where each question can be answered
   * above.
   */
  readonly toLookFor: number;
  readonly isLooked: boolean;
  readonly look: (isLooked: boolean) => void;
  /** True while the open questions prevent the close of the trip. */
  readonly holds: boolean;
}

export function useUnanswered(trip: Trip | null, question: Scan | null): Unanswered {
  const here = keyOf(trip?.busNumberPlate ?? '');
  const left = useOfSchool(orphanedRides.use()).filter(
    ({ outcome, busNumberPlate }) => outcome !== 'recorded' && keyOf(busNumberPlate ?? '') === here,
  );
  const [looked, setLooked] = useState('');
  const keys = left.map(({ key }) => key).join();
  const isLooked = looked === keys;
  const all = [...(question ? [question] : []), ...left].map(
    ({ admissionNumber, names, className }): [string, Child] => [
      admissionNumber,
      { admissionNumber, names: names ?? '', className: className ?? '' },
    ],
  );
  return {
    children: [...new Map(all).values()],
    toLookFor: left.length,
    isLooked,
    look: (yes) => setLooked(yes ? keys : ''),
    holds: question !== null || (left.length > 0 && !isLooked),
  };
}
