import { type RefObject, useEffect, useRef, useState } from 'react';
import { isHalfTyped, takeCards } from '../../lib/card-guard.ts';
import { readTyped } from './typed-student.ts';

interface ScannedCardOptions {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onCard: (number: string) => void;
}

/**
 * Handles cards that were scanned into an amount or a PIN. A card chooses its student; where another student is chosen and something was
 * typed for them, `asked` is the card to ask about.
 */
export function useScannedCard(options: ScannedCardOptions) {
  const [asked, setAsked] = useState<string | null>(null);
  /** Element that gets the focus back after the question. */
  const back = useRef<Element | null>(null);
  const receive = (number: string) => {
    const { field, onCard } = options;
    // Reads the field itself, because React state does not reflect yet that the card's keys were removed from the field.
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
    // Restores the focus that the closed dialog had: with the focus on the screen's title, the next card's digits would start a new number.
    if (document.activeElement === document.body) back.current.focus();
    back.current = null;
  }, [asked]);
  const latest = useRef(receive);
  latest.current = receive;
  useEffect(() => takeCards((number) => latest.current(number)), []);
  return {
    asked,
    /** Takes a card that was read in another way, such as by camera. */
    receive,
    answer(change: boolean): void {
      if (change && asked !== null) options.onCard(asked);
      setAsked(null);
    },
  };
}
