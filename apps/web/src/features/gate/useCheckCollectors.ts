import { type CheckCollectors, getCheckCollectors } from '@mfuko/contract/collectors';
import { useCallback, useEffect, useState } from 'react';
import { describe } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';

/** Returns the collectors of a child, or the error for which they are unknown, and a function that asks again. */
export function useCheckCollectors(admissionNumber: string): [CheckCollectors | null, string | null, () => void] {
  const [known, setKnown] = useState<CheckCollectors | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const load = useCallback(() => {
    setFailed(null);
    call(getCheckCollectors, { admissionNumber }, { overlay: false }).then(setKnown, (error: unknown) =>
      setFailed(describe(error).message),
    );
  }, [admissionNumber]);
  useEffect(load, [load]);
  return [known, failed, load];
}
