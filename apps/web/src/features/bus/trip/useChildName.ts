import { getCheckStudent } from '@mfuko/contract/students';
import { useEffect, useState } from 'react';
import { anySignal } from '../../../lib/any-signal.ts';
import { call } from '../../../lib/request.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { failedLookup } from '../../../school/student-lookup.ts';

const TYPING_PAUSE_MS = 300;
const NAME_WITHIN_MS = 4_000;

interface Named {
  readonly number: string;
  readonly names: string;
  readonly className: string;
  /** True where no student has the number. */
  readonly isNobody: boolean;
}

/**
 * Returns the name of a child who is on no list of this bus, from the server if reachable: the attendant vouches for the person whom a
 * number names.
 */
export function useChildName(number: string, isListed: boolean): Named | null {
  const [named, setNamed] = useState<Named | null>(null);
  useEffect(() => {
    if (number === '' || isListed || outbox.isAway()) return;
    const over = new AbortController();
    const timer = setTimeout(() => {
      const signal = anySignal(over.signal, AbortSignal.timeout(NAME_WITHIN_MS));
      call(getCheckStudent, { admissionNumber: number }, { signal }).then(
        ({ names, className }) => setNamed({ number, names, className, isNobody: false }),
        // After any other failure the attendant goes on without the name.
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
