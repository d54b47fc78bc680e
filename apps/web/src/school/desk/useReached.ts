import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { useOnline } from './useDevice.ts';

/**
 * True where money can be charged: the device has a network, and the last try of that query found the server. Until a try is answered, the one before it
 * stands, though each begins by forgetting it: a press meanwhile would be sent to nobody.
 */
export function useReached({
  failureReason,
  fetchStatus,
}: Pick<UseQueryResult, 'failureReason' | 'fetchStatus'>): boolean {
  const isOnline = useOnline();
  /** Answer to the last try: each one begins by forgetting it. */
  const [lost, setLost] = useState(false);
  const now = failureReason ? isLost(failureReason) : fetchStatus !== 'idle' && lost;
  useEffect(() => setLost(now), [now]);
  return isOnline && !now;
}

/** True of a call that found no server. */
export function isLost(error: unknown): boolean {
  return error instanceof CallError && error.status === null;
}
