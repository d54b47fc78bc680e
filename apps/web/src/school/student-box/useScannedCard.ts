import { type RefObject, useEffect, useRef, useState } from 'react';
import { isGuarded, takeCards } from '../../lib/card-guard.ts';
import { readTyped } from './typed-student.ts';

interface ScannedCardOptions {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onCard: (number: string) => void;
}

/**
 * Cards that were scanned into an amount or a PIN. Each chooses its student; where somebody else is chosen and something is typed for
 * them, `asked` is the card to ask about.
 */
export function useScannedCard(options: ScannedCardOptions) {
  const [asked, setAsked] = useState<string | null>(null);
  const receive = (number: string) => {
    const { field, onCard } = options;
    // Of the field itself: the screen has not heard yet that the card's keys were taken out of it.
    const chosen = readTyped(field.current?.value ?? '').number;
    const fields = [...(field.current?.form?.elements ?? [])];
    const halfTyped = fields.some((one) => isGuarded(one) && one.value !== '');
    if (number === chosen) setAsked(null);
    else if (chosen !== '' && halfTyped) setAsked(number);
    else onCard(number);
  };
  const latest = useRef(receive);
  latest.current = receive;
  useEffect(() => takeCards((number) => latest.current(number)), []);
  return {
    asked,
    /** Takes a card that was read in another way, as by a camera. */
    receive,
    answer(change: boolean): void {
      if (change && asked !== null) options.onCard(asked);
      setAsked(null);
    },
  };
}
