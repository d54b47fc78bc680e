import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { echoOf, isVeiled, isWhole } from '../../../school/pin-echo.ts';

interface PinEcho {
  /** Notes the PIN that was sent with a child; empty where none was typed. */
  readonly sent: (pin: string) => void;
  /** Notes the text of the number field. */
  readonly note: (text: string) => void;
  /** Ends the typing: returns true where the number starts with the whole PIN; digits that are only its beginning become a number. */
  readonly end: () => boolean;
  /** True where dots replace the number, and no lookup sends it. */
  readonly isVeiled: boolean;
}

/**
 * Detects a PIN that is typed again, into the number field, while its child is being recorded, where others could read it. `settled`:
 * typing has ended, also that of a PIN.
 */
export function usePinEcho(number: string, busy: boolean, settled: boolean, onLeft: () => void): PinEcho {
  const pin = useRef('');
  const [echo, setEcho] = useState<string>();
  const veiled = isVeiled(number, echo);
  // Clears the rest of a PIN once the answer is there, so that nobody adds digits to it.
  const isLeft = veiled && settled && !busy;
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    if (isLeft) left();
  }, [isLeft]);
  return {
    sent(next) {
      pin.current = next;
    },
    note(text) {
      setEcho(echoOf(text, [echo, busy ? pin.current : '']));
    },
    end() {
      if (isWhole(number, echo)) return true;
      setEcho(undefined);
      return false;
    },
    isVeiled: veiled,
  };
}
