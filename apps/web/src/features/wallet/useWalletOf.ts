import { getWallet } from '@mfuko/contract/wallet';
import { useRef } from 'react';
import { useStudentField } from '../../school/useStudentLookup.ts';

/** Number field of the cash desk and the wallet that it names; `given` fills it in. */
export function useWalletOf(given?: string) {
  const field = useRef<HTMLInputElement>(null);
  const wallet = useStudentField(getWallet, given);
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
