import type { FoundStudent } from '@mfuko/contract/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { readTyped } from './typed-student.ts';
import { useScannedCard } from './useScannedCard.ts';
import { useStrayDigits } from './useStrayDigits.ts';
import { useSuggestions } from './useSuggestions.ts';

interface StudentBoxOptions {
  /** Admission number that the screen works with; empty while a name is typed. */
  readonly value: string;
  readonly onNumber: (number: string) => void;
  /** True if that number names a student. */
  readonly named: boolean;
  /** Hears who was chosen, by Enter or from the list. Without it the next empty field gets the focus. */
  readonly onChosen?: ((admissionNumber: string) => void) | undefined;
  /** Hears of a number that was ended, and in whose place another one is typed. */
  readonly onReplaced?: (admissionNumber: string) => void;
}

/**
 * The one way to say which student: by number, name however it is spelt, a guardian's phone, or a card. A card reader types like a
 * keyboard and ends with Enter: all digits since the last end key are the card's number, at whatever pace they come.
 */
export function useStudentBox({ value, onNumber, named, onChosen, onReplaced }: StudentBoxOptions) {
  const field = useRef<HTMLInputElement | null>(null);
  const [words, setWords] = useState('');
  /** An Enter or the button has ended a number: what is typed next is another one, and never more digits of the same. */
  const ended = useRef(false);
  /** A number pasted over an ended one is whole, though it begins like that one. */
  const pasted = useRef(false);
  useEffect(() => {
    const box = field.current;
    const form = box?.form;
    const end = () => {
      ended.current = true;
    };
    const paste = () => {
      if (!ended.current) return;
      pasted.current = true;
      box?.select();
    };
    form?.addEventListener('submit', end);
    box?.addEventListener('paste', paste);
    return () => {
      form?.removeEventListener('submit', end);
      box?.removeEventListener('paste', paste);
    };
  }, []);
  const suggestions = useSuggestions({
    typed: { number: value, words: value ? '' : words },
    named,
    onChoose: ({ admissionNumber }: FoundStudent) => choose(admissionNumber),
  });
  useStrayDigits(field);
  const card = useScannedCard({ field, onCard: choose });

  function choose(number: string): void {
    enter(number);
    ended.current = true;
    goOn(number);
  }
  function take(text: string): void {
    // Of keys that select nothing, as those of the keypad and of a phone.
    const isBehind = ended.current && !pasted.current && text.length > value.length && text.startsWith(value);
    enter(isBehind ? text.slice(value.length) : text);
  }
  function enter(text: string): void {
    const typed = readTyped(text);
    if (ended.current && value !== '' && text !== '' && typed.number !== value) onReplaced?.(value);
    ended.current = false;
    pasted.current = false;
    setWords(typed.words);
    suggestions.typing();
    // A card that came while it was typed elsewhere, and is chosen now, is no question any more.
    if (typed.number !== '' && typed.number === card.asked) card.answer(false);
    // Words name nobody: neither finger nor PIN of the student before goes with them.
    if (typed.number !== value) onNumber(typed.number);
  }
  /** Leads to what is still to be filled in; false where nothing is. */
  function goOn(number: string): boolean {
    if (onChosen) {
      onChosen(number);
      return true;
    }
    const form = field.current?.form;
    const fields = form ? [...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])')] : [];
    const next = fields
      .slice(fields.indexOf(field.current as HTMLInputElement) + 1)
      .find((one) => one.required && one.value === '' && !one.disabled);
    next?.focus();
    return next !== undefined;
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    pasted.current = false;
    if (suggestions.press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && value !== '') {
      ended.current = true;
      if (goOn(value)) event.preventDefault();
    } else if (event.key === 'Escape') take('');
    else if (/^\d$/.test(event.key)) {
      if (ended.current) event.currentTarget.select();
    } else if (event.key === 'Backspace' || (event.key.length === 1 && !event.ctrlKey && !event.metaKey))
      ended.current = false;
  }
  return { field, text: value || words, suggestions, card, take, press };
}
