import { getCheckStudent } from '@mfuko/contract/students';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/request.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { failedLookup } from '../../../school/student-lookup.ts';

const TYPING_PAUSE_MS = 300;
const NAME_WITHIN_MS = 4_000;

interface Named {
  readonly number: string;
  readonly names: string;
  readonly className: string;
  /** No student has the number. */
  readonly isNobody: boolean;
}

/** Name of a child who is on no list of this bus, asked of the server where it answers: the attendant vouches for whom a number names. */
export function useChildName(number: string, isListed: boolean): Named | null {
  const [named, setNamed] = useState<Named | null>(null);
  useEffect(() => {
    if (number === '' || isListed || outbox.isAway()) return;
    const over = new AbortController();
    const timer = setTimeout(() => {
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(NAME_WITHIN_MS)]);
      call(getCheckStudent, { admissionNumber: number }, { signal }).then(
        ({ names, className }) => setNamed({ number, names, className, isNobody: false }),
        // However else it failed, the attendant goes on without the name.
        (error: unknown) =>
          failedLookup(error) === 'missing' && setNamed({ number, names: '', className: '', isNobody: true }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [number, isListed]);
  return named?.number === number ? named : null;
}
