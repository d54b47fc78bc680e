import { getOwnPayments } from '@mfuko/contract/wallet';
import { CallError } from '../../../lib/problems.ts';
import { useCall } from '../../../lib/queries.ts';
import { useOnline } from '../../../school/desk/useDevice.ts';

const LAST = { page: 1, pageSize: 10 };
const ASK_AGAIN_MS = 5_000;

/** The last payments, and if the server is to be reached: by the network, and by what it last answered. */
export function useLastPayments() {
  const isOnline = useOnline();
  const isLost = (error: unknown) => error instanceof CallError && error.status === null;
  const { data, failureReason } = useCall(getOwnPayments, LAST, {
    staleTime: 0,
    refetchInterval: ({ state }) => (isLost(state.fetchFailureReason) ? ASK_AGAIN_MS : false),
  });
  return [data?.rows, isOnline && !isLost(failureReason)] as const;
}
