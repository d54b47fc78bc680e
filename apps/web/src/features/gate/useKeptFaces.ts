import type { CheckCollectors } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { readFaces } from '../../school/offline/faces.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Returns the small photos of a list that are stored on this device, as JPEGs by the person's id. `seenAt`: when the device received the
 * list.
 */
export function useKeptFaces(
  people: CheckCollectors['collectors'] | null,
  seenAt?: string,
): ReadonlyMap<string, string> {
  const [kept, setKept] = useState(NONE);
  useEffect(() => {
    // A failing storage counts as one without photos.
    if (people) void readFaces(people, seenAt).then(setKept, () => undefined);
  }, [people, seenAt]);
  return kept;
}
