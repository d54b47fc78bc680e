import { useEffect, useEffectEvent, useRef } from 'react';
import { echoOf, isVeiled } from '../../../school/pin-echo.ts';

interface PinEcho {
  /** A child has gone with this PIN; undefined for another proof. */
  readonly sent: (pin: string | undefined) => void;
  /** Notes all that is typed into the number's field. */
  readonly note: (text: string) => void;
  /** The number is that PIN, whole. The very same once more is a number. */
  readonly isWhole: () => boolean;
  /** Dots stand in place of the number, and nobody is asked for it. */
  readonly isVeiled: boolean;
}

/** A PIN that is typed once more while its child is being recorded: it comes into the number's field, where it could be read. `settled`: nobody types any more. */
export function usePinEcho(number: string, busy: boolean, settled: boolean, onLeft: () => void): PinEcho {
  const pin = useRef<string | undefined>(undefined);
  const echo = useRef<string | undefined>(undefined);
  const veiled = isVeiled(number, echo.current);
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
      echo.current = echoOf(text, [echo.current, busy ? pin.current : undefined]);
    },
    isWhole() {
      const isPin = number !== '' && echo.current === number;
      if (isPin) pin.current = undefined;
      return isPin;
    },
    isVeiled: veiled,
  };
}
