import { getWallet } from '@mfuko/contract/wallet';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useStudentField } from '../../school/useStudentLookup.ts';

/** Number field of the cash desk and the wallet that it names; `?admissionNumber=` fills it in. */
export function useWalletOf() {
  const { admissionNumber } = useSearch({ strict: false });
  const field = useRef<HTMLInputElement>(null);
  const wallet = useStudentField(getWallet, admissionNumber);
  return {
    ...wallet,
    field,
    /** Asks for the next student: the number that is typed next must not land in another field. */
    next() {
      wallet.setNumber('');
      field.current?.focus();
    },
  };
}

export type WalletOf = ReturnType<typeof useWalletOf>;
