import type { Endpoint } from '@mfuko/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, OutcomeUnknown } from '../../lib/problems.ts';
import { queryKey } from '../../lib/queries.ts';
import { showError } from '../../ui/notify.tsx';

/**
 * For calls whose answer has codes that are shown once: the server stores no such answer, so that nobody can ask for a lost one. The
 * returned function tells the user where to look and reads that anew; it returns false for any other error.
 */
export function useLostCodes(reads: readonly Endpoint[]): (error: unknown) => boolean {
  const { t } = useTranslation('profile');
  const client = useQueryClient();
  return (error) => {
    if (!(error instanceof CallError && error.unsure)) return false;
    for (const read of reads) void client.invalidateQueries({ queryKey: queryKey(read) });
    showError(new OutcomeUnknown(t('lostCodes')));
    return true;
  };
}
