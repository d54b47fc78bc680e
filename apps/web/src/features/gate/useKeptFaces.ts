import type { CheckCollectors } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { readFaces } from '../../school/offline/faces.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The small photos of a list that lie on this device, JPEGs by the person's id. */
export function useKeptFaces(people: CheckCollectors['collectors'] | null): ReadonlyMap<string, string> {
  const [kept, setKept] = useState(NONE);
  useEffect(() => {
    // A storage that fails has none.
    if (people) void readFaces(people).then(setKept, () => undefined);
  }, [people]);
  return kept;
}
