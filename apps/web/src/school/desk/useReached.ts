import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { useOnline } from './useDevice.ts';

/**
 * Returns true where money can be charged: the device has a network, and the last attempt of that query reached the server. While an
 * attempt runs, the result of the previous one counts, although the query clears it at the start: otherwise a press meanwhile would be sent
 * to a server that cannot be reached.
 */
export function useReached({
  failureReason,
  fetchStatus,
}: Pick<UseQueryResult, 'failureReason' | 'fetchStatus'>): boolean {
  const isOnline = useOnline();
  /** Result of the last attempt, which the query clears when the next one starts. */
  const [lost, setLost] = useState(false);
  const now = failureReason ? isLost(failureReason) : fetchStatus !== 'idle' && lost;
  useEffect(() => setLost(now), [now]);
  return isOnline && !now;
}

/** Returns true for a call that did not reach the server. */
export function isLost(error: unknown): boolean {
  return error instanceof CallError && error.status === null;
}
