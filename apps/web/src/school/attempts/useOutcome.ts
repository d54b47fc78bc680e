import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attempt } from './attempts.ts';
import { askOutcome } from './outcome.ts';

const ASK_AGAIN_MS = 4_000;

/** Asks for the outcome of an attempt until the server knows it, and then invalidates all queries where money has moved. */
export function useOutcome(attempt: Attempt) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['attempt', attempt.key],
    queryFn: async () => {
      const outcome = await askOutcome(attempt);
      // The screens have outdated answers: a balance, or a payment that seems to be open still.
      if (outcome?.outcome === 'recorded')
        void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'attempt' });
      return outcome;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
  });
}
