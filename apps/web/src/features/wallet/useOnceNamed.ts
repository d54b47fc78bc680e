import { useEffect, useRef, useState } from 'react';
import type { WalletOf } from './useWalletOf.ts';

/**
 * Holds a press until the student's name is shown: the payment has no proof, and a mistyped number may be another child's. `asked` is all
 * typed input; any change of it cancels the press for good, and each press sends once. A lookup that ends without a name cancels the press
 * too: otherwise a later lookup could pay a student who has been paid elsewhere meanwhile.
 */
export function useOnceNamed(wallet: Pick<WalletOf, 'found' | 'status'>, asked: string, send: () => void) {
  const [held, setHeld] = useState<string | null>(null);
  const endedNameless = wallet.status !== 'looking' && wallet.found === null;
  if (held !== null && (held !== asked || endedNameless)) setHeld(null);
  const latest = useRef(send);
  latest.current = send;
  const named = held === asked && wallet.found !== null;
  useEffect(() => {
    if (!named) return;
    setHeld(null);
    latest.current();
  }, [named]);
  return {
    /** True while a press waits for the name. */
    waits: held === asked && wallet.status === 'looking',
    /** True until the press was sent or cancelled. */
    isHeld: held !== null && held === asked,
    cancel: () => setHeld(null),
    /** Holds this press where the name is not known yet; returns true then. */
    hold(): boolean {
      setHeld(wallet.found ? null : asked);
      return wallet.found === null;
    },
  };
}
