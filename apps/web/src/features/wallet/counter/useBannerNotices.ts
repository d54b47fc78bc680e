import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import type { PaymentNotices } from '../payment-notices.ts';

interface Notice {
  readonly tone: 'served' | 'refused' | 'waiting';
  readonly title: string;
  readonly text?: string;
  /** True to offer the step to the next student beside the notice. */
  readonly next?: boolean;
}

/** Notices of the lean entry, shown in the banner one at a time until the next step. */
export function useBannerNotices(): [PaymentNotices, Notice | null] {
  const { t } = useTranslation('school');
  const [notice, setNotice] = useState<Notice | null>(null);
  const missing = (text: string) => setNotice({ tone: 'waiting', title: t('missing.title'), text });
  return [
    {
      hide: () => setNotice(null),
      done: (title) => setNotice({ tone: 'served', title }),
      failed: (error) => {
        const { title, message } = describe(error);
        setNotice({ tone: 'refused', title, text: message });
      },
      missing: {
        number: () => missing(t('missing.admissionNumber')),
        pin: () => missing(t('missing.pin')),
      },
      doubt: () => setNotice({ tone: 'waiting', title: t('pinDoubt.title'), text: t('pinDoubt.text'), next: true }),
    },
    notice,
  ];
}
