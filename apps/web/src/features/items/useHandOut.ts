import {
  getItem,
  getItemEvents,
  handOutItem,
  handOutItemFingerprint,
  handOutItemPin,
  type StudentItem,
  studentItems,
} from '@mfuko/contract/items';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { isPin } from '../../school/check-pin.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';

export const PROOFS = ['finger', 'pin', 'attested'] as const;
export type Proof = (typeof PROOFS)[number];

/** State of a hand-out: the chosen proof, and the call. */
export function useHandOut(scanner: ScannerInUse, onDone: () => void) {
  const { t } = useTranslation('items');
  const missing = useMissingInput();
  const [proof, setProof] = useState<Proof>('finger');
  const [pin, setPin] = useState('');
  // A picture is valid for one hand-out, so the finger is requested again.
  const askAgain = () => proof === 'finger' && scanner.capture();
  const after = {
    overlay: true,
    refresh: [studentItems, getItem, getItemEvents],
    onDone: ({ itemName, studentName }: StudentItem, asked: unknown) => {
      const { quantity } = asked as { quantity: string };
      showDone(t('out.done', { quantity, name: itemName, names: studentName }));
      askAgain();
      onDone();
    },
    onError: (error: unknown) => {
      showError(error);
      // The outcome is unknown, so the input stays for sending the same request again.
      if (!(error instanceof CallError) || error.unsure) return;
      setPin('');
      askAgain();
    },
  };
  const byStaff = useMoneyRecord(handOutItem, after);
  const byPin = useMoneyRecord(handOutItemPin, after);
  const byFinger = useMoneyRecord(handOutItemFingerprint, after);
  const busy = byStaff.isPending || byPin.isPending || byFinger.isPending;

  function run(item: StudentItem, quantity: string): void {
    if (busy) return;
    // Earlier errors do not concern this press.
    hideNotices();
    if (!(Number(quantity) >= 1)) return missing.other(t('missing.quantity'));
    const asked = { sysid: item.sysid, quantity };
    if (proof === 'attested') return byStaff.mutate(asked);
    if (proof === 'pin') {
      if (!isPin(pin)) return missing.pin();
      return byPin.mutate({ ...asked, pin });
    }
    const { template } = scanner.state;
    if (!template) return missing.finger();
    byFinger.mutate({ ...asked, ...pictureFields(template) });
  }
  return {
    proof,
    pin,
    busy,
    run,
    setPin,
    choose(to: Proof): void {
      setPin('');
      setProof(to);
    },
  };
}

export type HandOut = ReturnType<typeof useHandOut>;
