import { getSuspense, getSuspenseItem } from '@mfuko/contract/suspense';
import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/problems.ts';
import { queryKey } from '../../lib/queries.ts';

/** Reads suspense anew where a refusal says that it is no longer as it was read. Answers true if so. */
export function useReadAnew(): (error: unknown) => boolean {
  const client = useQueryClient();
  return (error) => {
    if (!(error instanceof CallError) || error.status !== 409) return false;
    for (const read of [getSuspense, getSuspenseItem]) void client.invalidateQueries({ queryKey: queryKey(read) });
    return true;
  };
}
