import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attempt } from './attempts.ts';
import { askOutcome } from './outcome.ts';

const ASK_AGAIN_MS = 4_000;

/** Asks what became of an attempt until the server tells, and then has all that is shown read anew where the money has moved. */
export function useOutcome(attempt: Attempt) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['attempt', attempt.key],
    queryFn: async () => {
      const outcome = await askOutcome(attempt);
      // The screens were read before it was known: a balance, or a payment that seems to be open still.
      if (outcome?.outcome === 'recorded')
        void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'attempt' });
      return outcome;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
  });
}
