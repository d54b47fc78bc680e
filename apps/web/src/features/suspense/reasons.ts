import type { SuggestionReason } from '@mfuko/contract/suspense';
import { useTranslation } from '../../lib/i18n.ts';

/** Returns the text of a reason for which a payment may belong to a student. */
export function useReasonWords(): (reason: SuggestionReason) => string {
  const { t } = useTranslation('suspense');
  return (reason) => {
    switch (reason.kind) {
      case 'guardian-phone':
        return t('reasons.guardian-phone', { guardian: reason.guardian });
      case 'typed-phone':
        return t('reasons.typed-phone', { guardian: reason.guardian });
      case 'number':
        return t(`reasons.number.${reason.how}`);
      case 'typed-name':
        return t('reasons.typed-name');
      case 'payer-name':
        return t(`reasons.payer-name.${reason.of}`, { name: reason.name });
      case 'paid-before':
        return t('reasons.paid-before', { count: reason.times });
    }
  };
}
