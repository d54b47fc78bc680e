import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { echoOf, isVeiled, isWhole } from '../../../school/pin-echo.ts';

interface PinEcho {
  /** A child has gone with this PIN; empty where none was typed. */
  readonly sent: (pin: string) => void;
  /** Notes all that is typed into the number's field. */
  readonly note: (text: string) => void;
  /** Nobody types on: true where the number is that PIN, whole, also with keys too many; what only begins like it is a number. */
  readonly end: () => boolean;
  /** Dots stand in place of the number, and nobody is asked for it. */
  readonly isVeiled: boolean;
}

/** A PIN that is typed once more while its child is being recorded: it comes into the number's field, where it could be read. `settled`: nobody types any more, nor a PIN behind it. */
export function usePinEcho(number: string, busy: boolean, settled: boolean, onLeft: () => void): PinEcho {
  const pin = useRef('');
  const [echo, setEcho] = useState<string>();
  const veiled = isVeiled(number, echo);
  // Nobody types on what is left of a PIN.
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
