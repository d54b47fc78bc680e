import type { PaymentRow } from '@mfuko/contract/payments';
import { useTranslation } from '../../lib/i18n.ts';
import type payments from '../../locales/en/payments.json';

type Known = keyof typeof payments.reasons;
/** M-Pesa codes that share the text of another code. */
const SAME: Readonly<Record<string, Known>> = { '1031': '1032', '1025': '1037', '9999': '1037' };
const KNOWN = new Set<string>([
  ...['1', '4', '17', '1001', '1019', '1032', '1037', '2001', '0'],
  ...['busy', 'provider-down', 'phone-busy', 'misconfigured', 'unsettled', 'no-answer'],
]);

/** Returns the reason of a failed payment in the user's language; the server's text where none exists. */
export function useReason(): (said: Pick<PaymentRow, 'code' | 'reason'>) => string | null {
  const { t } = useTranslation('payments');
  return ({ code, reason }) => {
    if (code === null) return reason;
    const key = SAME[code] ?? code;
    return KNOWN.has(key) ? t(`reasons.${key as Known}`) : t('reasons.other', { reason: reason ?? code });
  };
}

export const STATE_COLOURS = {
  pending: 'blue',
  failed: 'red',
  cancelled: 'gray',
  paid: 'green',
  parked: 'yellow',
  returned: 'gray',
  told: 'gray',
  unknown: 'red',
  elsewhere: 'red',
} as const;

/** Returns true for a positive whole amount of shillings. */
export function isShillings(text: string): boolean {
  return /^[1-9]\d{0,5}$/.test(text);
}
