import { getSuspense, getSuspenseItem } from '@mfuko/contract/suspense';
import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/problems.ts';
import { queryKey } from '../../lib/queries.ts';

/** Reads suspense again where a refusal says that its state has changed, and returns true then; a lost answer does not tell. */
export function useReadAnew(): (error: unknown) => boolean {
  const client = useQueryClient();
  return (error) => {
    if (!(error instanceof CallError) || error.problem !== 'suspense.wrong-state') return false;
    for (const read of [getSuspense, getSuspenseItem]) void client.invalidateQueries({ queryKey: queryKey(read) });
    return true;
  };
}
