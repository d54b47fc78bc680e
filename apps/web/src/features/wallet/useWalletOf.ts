import { useDebouncedValue } from '@mantine/hooks';
import { getWallet } from '@mfuko/contract/wallet';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';

const TYPING_PAUSE_MS = 300;
const NUMBER = /^\d{1,12}$/;

/** The admission number being typed, and the wallet of the student it names, so that nobody is paid by a typing error. */
export function useWalletOf() {
  const { t } = useTranslation('wallet');
  const { admissionNumber: given } = useSearch({ strict: false }) as { admissionNumber?: string };
  const [number, setNumber] = useState(given && NUMBER.test(given) ? given : '');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const wallet = useCall(getWallet, { admissionNumber: asked }, { enabled: NUMBER.test(asked), staleTime: 0 });
  // Only what was found for the very number in the field counts.
  const found = number !== '' && number === asked && wallet.data?.admissionNumber === number ? wallet.data : null;
  const failed = wallet.isError && number === asked && number !== '';
  const missing = wallet.error instanceof CallError && wallet.error.status === 404;
  return {
    number,
    setNumber: (text: string) => setNumber(text.replace(/\D/g, '').slice(0, 12)),
    found,
    error: failed ? (missing ? t('unknown') : describe(wallet.error).message || t('unknown')) : null,
  };
}

export type WalletOf = ReturnType<typeof useWalletOf>;
