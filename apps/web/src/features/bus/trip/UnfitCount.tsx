import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useTranslation } from '../../../lib/i18n.ts';

/** Number of such rides, shown where the list's chunk cannot be loaded. */
export function UnfitCount({ outcomes }: { outcomes: readonly OfflineOutcome[] }) {
  const { t } = useTranslation('trip');
  return outcomes.length > 0 && <strong>{t('news.title', { count: outcomes.length })}</strong>;
}
