import { useTranslation } from '../lib/i18n.ts';

/** The button of a PIN's field that shows what is typed, in the reader's language; Mantine's own name for it is English. */
export function usePinToggle() {
  const { t } = useTranslation('school');
  return { 'aria-label': t('pinToggle'), tabIndex: 0 };
}
