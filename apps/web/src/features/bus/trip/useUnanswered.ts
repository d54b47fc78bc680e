import type { Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { useState } from 'react';
import { useOfSchool } from '../../../lib/school.ts';
import { keyOf } from '../bus-name.ts';
import { orphanedRides } from '../orphaned/orphan-list.ts';
import type { Scan } from './scan.ts';

type Child = Pick<TripEntry, 'admissionNumber' | 'names' | 'className'>;

/** Unanswered: children about whom nobody has said yet what became of them at this bus; the server knows nothing of the question. */
export interface Unanswered {
  readonly children: readonly Child[];
  /** Children of presses that only a look into the bus may end, as one of another account; 0 where each question above can be answered. */
  readonly toLookFor: number;
  readonly isLooked: boolean;
  readonly look: (isLooked: boolean) => void;
  /** The trip is not closed before. */
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
