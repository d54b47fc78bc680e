import { useEffect, useRef, useState } from 'react';
import type { WalletOf } from './useWalletOf.ts';

/**
 * Holds a press back until the student's name stands there: nothing proves who is meant, and a mistyped number is another child's.
 * `asked` is all that was typed; whatever of it is changed takes the press back for good, and each press counts once. So does a look-up that ended
 * without a name: who pays elsewhere meanwhile must not pay here too, as soon as the name is asked for again.
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
    /** True until that press has been sent or is let go of. */
    isHeld: held !== null && held === asked,
    letGo: () => setHeld(null),
    /** Holds this press where there is no name yet; true if so. */
    hold(): boolean {
      setHeld(wallet.found ? null : asked);
      return wallet.found === null;
    },
  };
}
