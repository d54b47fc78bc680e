import { useTranslation } from '../../lib/i18n.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';
import type { PaymentNotices } from './payment-notices.ts';

/** Notices of the console, shown beside the screen. */
export function useConsoleNotices(): PaymentNotices {
  const { t } = useTranslation('school');
  const doubt = () => showNotice(t('pinDoubt.title'), t('pinDoubt.text'));
  return { hide: hideNotices, done: showDone, failed: showError, missing: useMissingInput(), doubt };
}
