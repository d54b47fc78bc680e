import { getOwnPayments } from '@mfuko/contract/wallet';
import { useCall } from '../../../lib/queries.ts';
import { isLost, useReached } from '../../../school/desk/useReached.ts';

const LAST = { page: 1, pageSize: 10 };
const ASK_AGAIN_MS = 5_000;

/** Returns the last payments, and if the server is reachable, by the network and by its last answer. */
export function useLastPayments() {
  const payments = useCall(getOwnPayments, LAST, {
    staleTime: 0,
    refetchInterval: ({ state }) => (isLost(state.fetchFailureReason) ? ASK_AGAIN_MS : false),
  });
  return [payments.data?.rows, useReached(payments)] as const;
}
