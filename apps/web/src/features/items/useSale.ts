import {
  createItem,
  createItemFingerprint,
  createItemPin,
  getItemNames,
  type ItemAndBalance,
  studentItems,
} from '@mfuko/contract/items';
import { getStatement, getWallet } from '@mfuko/contract/wallet';
import { useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { isPin } from '../../school/check-pin.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices } from '../../ui/notify.tsx';
import type { Proof } from './useHandOut.ts';

/** Proofs that a school may require for a sale. */
export const SALE_PROOFS = ['finger', 'pin'] as const satisfies readonly Proof[];

export interface SaleInput extends Record<string, unknown> {
  readonly admissionNumber: string;
  readonly itemName: string;
  readonly quantity: string;
  readonly price: string;
}

interface After {
  readonly onDone: (item: ItemAndBalance) => void;
  readonly onError: (error: unknown) => void;
}

/** State of a sale: on the user's own word, or by the student's finger or PIN where a proof is required. */
export function useSale(scanner: ScannerInUse, { onDone, onError }: After) {
  const missing = useMissingInput();
  const [proof, setProof] = useState<Proof>('finger');
  const [pin, setPin] = useState('');
  const after = {
    overlay: true,
    refresh: [studentItems, getItemNames, getWallet, getStatement],
    onDone: (item: ItemAndBalance) => {
      // Finger and PIN belong to one student and are never tried for the next one.
      setPin('');
      scanner.flush();
      onDone(item);
    },
    onError: (error: unknown) => {
      onError(error);
      // The outcome is unknown, so the input stays for sending the same request again.
      if (!(error instanceof CallError) || error.unsure) return;
      setPin('');
      if (proof === 'finger') scanner.capture();
    },
  };
  const onWord = useMoneyRecord(createItem, after);
  const byPin = useMoneyRecord(createItemPin, after);
  const byFinger = useMoneyRecord(createItemFingerprint, after);
  return {
    proof,
    pin,
    setPin,
    /** Asks for the proof again. */
    askAgain(): void {
      setPin('');
      if (proof === 'finger') scanner.capture();
    },
    busy: onWord.isPending || byPin.isPending || byFinger.isPending,
    choose(to: Proof): void {
      setPin('');
      setProof(to);
    },
    /** Sends the sale, with the chosen proof where one is required. */
    run(sale: SaleInput, proven: boolean): void {
      hideNotices();
      if (!proven) return onWord.mutate(sale);
      if (proof === 'pin') return isPin(pin) ? byPin.mutate({ ...sale, pin }) : missing.pin();
      const { template } = scanner.state;
      if (!template) return missing.finger();
      byFinger.mutate({ ...sale, ...pictureFields(template) });
    },
  };
}
