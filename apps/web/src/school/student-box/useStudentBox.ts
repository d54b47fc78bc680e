import type { FoundStudent } from '@mfuko/contract/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { readTyped } from './typed-student.ts';
import { useScannedCard } from './useScannedCard.ts';
import { useStrayDigits } from './useStrayDigits.ts';
import { useSuggestions } from './useSuggestions.ts';

interface StudentBoxOptions {
  /** Current admission number of the screen; empty while a name is typed. */
  readonly value: string;
  readonly onNumber: (number: string) => void;
  /** True if a student has that number. */
  readonly named: boolean;
  /** Called with the number that was chosen by Enter or from the list. Without it the next empty field takes the focus. */
  readonly onChosen?: ((admissionNumber: string) => void) | undefined;
  /** Called with a completed number that another one replaces. */
  readonly onReplaced?: (admissionNumber: string) => void;
}

/**
 * Identifies a student by number, name in any spelling, guardian's phone, or card. A card reader types like a keyboard and ends with Enter:
 * all digits since the last end key are the card's number, at whatever speed they arrive.
 */
export function useStudentBox({ value, onNumber, named, onChosen, onReplaced }: StudentBoxOptions) {
  const field = useRef<HTMLInputElement | null>(null);
  const [words, setWords] = useState('');
  /** True once Enter or the button has completed a number: further digits start another number. */
  const ended = useRef(false);
  /** True for text that is pasted over a completed number: the pasted text is whole, even if it starts with that number. */
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
    // Keypads and phone keyboards do not select the text, so their digits arrive after the completed number.
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
    // A card that was asked about and is now chosen by hand needs no answer any more.
    if (typed.number !== '' && typed.number === card.asked) card.answer(false);
    // Words identify no student, so the finger and PIN of the previous student are dropped.
    if (typed.number !== value) onNumber(typed.number);
  }
  /** Moves the focus to the next empty required field; returns false where there is none. */
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
