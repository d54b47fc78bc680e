import { useTranslation } from '../lib/i18n.ts';
import { showNotice } from '../ui/notify.tsx';

/** Notices of what a press lacks: the number, the PIN, the finger, or what `other` says. */
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
