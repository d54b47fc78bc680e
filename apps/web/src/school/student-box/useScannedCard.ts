import { type RefObject, useEffect, useRef, useState } from 'react';
import { isHalfTyped, takeCards } from '../../lib/card-guard.ts';
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
  /** The keyboard goes back there from the question. */
  const back = useRef<Element | null>(null);
  const receive = (number: string) => {
    const { field, onCard } = options;
    // Of the field itself: the screen has not heard yet that the card's keys were taken out of it.
    const chosen = readTyped(field.current?.value ?? '').number;
    if (number === chosen) setAsked(null);
    else if (chosen !== '' && isHalfTyped(field.current?.form)) ask(number);
    else onCard(number);
  };
  function ask(number: string): void {
    if (asked === null) back.current = document.activeElement;
    setAsked(number);
  }
  useEffect(() => {
    if (asked !== null || !(back.current instanceof HTMLElement)) return;
    // The dialog goes with the focus that it had: on the screen's title the next card's digits would be a new number.
    if (document.activeElement === document.body) back.current.focus();
    back.current = null;
  }, [asked]);
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
