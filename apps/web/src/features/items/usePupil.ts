import { useDebouncedValue } from '@mantine/hooks';
import { getWallet } from '@mfuko/contract/wallet';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';

const TYPING_PAUSE_MS = 300;
const NUMBER = /^\d{1,12}$/;

/** The pupil whom the admission number in a field names, with class and wallet, so that nobody pays for another's uniform. */
export function usePupil(number: string) {
  const { t } = useTranslation('items');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const wallet = useCall(getWallet, { admissionNumber: asked }, { enabled: NUMBER.test(asked), staleTime: 0 });
  const settled = number !== '' && number === asked;
  const missing = wallet.error instanceof CallError && wallet.error.status === 404;
  return {
    // Only what was found for the very number in the field counts.
    found: settled && wallet.data?.admissionNumber === number ? wallet.data : null,
    error: settled && wallet.isError ? (missing ? t('unknown') : describe(wallet.error).message || t('unknown')) : null,
  };
}

export type Pupil = NonNullable<ReturnType<typeof usePupil>['found']>;

/** What a number field takes of what was typed, pasted or scanned into it. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, 12);
}
