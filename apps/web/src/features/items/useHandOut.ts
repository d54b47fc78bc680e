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
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';

export const PROOFS = ['finger', 'pin', 'attested'] as const;
export type Proof = (typeof PROOFS)[number];

/** How the pupil is proven, and the hand-out itself by whichever way was chosen. */
export function useHandOut(scanner: ScannerInUse, onDone: () => void) {
  const { t } = useTranslation('items');
  const [proof, setProof] = useState<Proof>('finger');
  const [pin, setPin] = useState('');
  // A picture is good for one hand-out: for the next piece the finger is asked for anew.
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
      // Nobody knows yet what became of it: the very same has to be sent again.
      if (!(error instanceof CallError) || error.unsure) return;
      setPin('');
      askAgain();
    },
  };
  const byStaff = useRecord(handOutItem, after);
  const byPin = useRecord(handOutItemPin, after);
  const byFinger = useRecord(handOutItemFingerprint, after);
  const busy = byStaff.isPending || byPin.isPending || byFinger.isPending;

  function run(item: StudentItem, quantity: string): void {
    if (busy) return;
    // What was missing before, or refused, is not about this press.
    hideNotices();
    if (!(Number(quantity) >= 1)) return showNotice(t('missing.title'), t('missing.quantity'));
    const asked = { sysid: item.sysid, quantity };
    if (proof === 'attested') return byStaff.mutate(asked);
    if (proof === 'pin') {
      if (!/^\d{4,8}$/.test(pin)) return showNotice(t('missing.title'), t('missing.pin'));
      return byPin.mutate({ ...asked, pin });
    }
    const { template } = scanner.state;
    if (!template) return showNotice(t('missing.upload'), t('missing.finger'));
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
