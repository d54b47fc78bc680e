import { getWallet } from '@mfuko/contract/wallet';
import { useRef } from 'react';
import { useStudentField } from '../../school/useStudentLookup.ts';

/** Number field of the cash desk with the wallet that it names; `given` prefills it. */
export function useWalletOf(given?: string) {
  const field = useRef<HTMLInputElement>(null);
  const wallet = useStudentField(getWallet, given);
  return {
    ...wallet,
    field,
    /** Clears and focuses the field, so that the next number lands in no other field. */
    next() {
      wallet.setNumber('');
      field.current?.focus();
    },
  };
}

export type WalletOf = ReturnType<typeof useWalletOf>;
