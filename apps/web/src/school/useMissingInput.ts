import { useTranslation } from '../lib/i18n.ts';
import { showNotice } from '../ui/notify.tsx';

/** Returns notices for missing input: the number, the PIN, the finger, or a given text. */
export function useMissingInput() {
  const { t } = useTranslation('school');
  const other = (text: string) => showNotice(t('missing.title'), text);
  return {
    number: () => other(t('missing.admissionNumber')),
    pin: () => other(t('missing.pin')),
    finger: () => showNotice(t('missing.upload'), t('missing.finger')),
    other,
  };
}
