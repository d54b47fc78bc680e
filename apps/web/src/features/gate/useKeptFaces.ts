import type { CheckCollectors } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { readFaces } from '../../school/offline/faces.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The small photos of a list that lie on this device, JPEGs by the person's id. `seenAt`: of a list that the device saw then. */
export function useKeptFaces(
  people: CheckCollectors['collectors'] | null,
  seenAt?: string,
): ReadonlyMap<string, string> {
  const [kept, setKept] = useState(NONE);
  useEffect(() => {
    // A storage that fails has none.
    if (people) void readFaces(people, seenAt).then(setKept, () => undefined);
  }, [people, seenAt]);
  return kept;
}
