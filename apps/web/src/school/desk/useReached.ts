import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
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
  const [lost, setLost] = useState(false);
  const now = failureReason ? isLost(failureReason) : fetchStatus !== 'idle' && lost;
  if (now !== lost) setLost(now);
  return isOnline && !now;
}

/** True of a call that found no server. */
export function isLost(error: unknown): boolean {
  return error instanceof CallError && error.status === null;
}
