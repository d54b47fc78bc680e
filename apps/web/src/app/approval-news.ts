import { getApproval, getApprovals } from '@mfuko/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotices } from '../features/notices/index.ts';
import { queryKey } from '../lib/queries.ts';

/** Refetches requests for approval whenever a notification reports one. */
export function useApprovalNews(): void {
  const client = useQueryClient();
  const newest = useNotices().rows.find(({ subject }) => subject?.kind === 'approval')?.sysid;
  useEffect(() => {
    if (newest === undefined) return;
    for (const read of [getApproval, getApprovals]) void client.invalidateQueries({ queryKey: queryKey(read) });
  }, [newest, client]);
}
