import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { MAX_TEXT_LENGTH, readTyped } from '../../school/student-box/typed-student.ts';
import { type Suggestions, useSuggestions } from '../../school/student-box/useSuggestions.ts';
import type { Lane } from './lane/lane.ts';

export interface NumberEntry {
  /** Name that is typed instead of a number; empty while the field holds a number. */
  readonly words: string;
  readonly suggestions: Suggestions;
  readonly text: string;
  readonly type: (text: string, isPasted?: boolean) => void;
  readonly change: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Handles a paste: a pasted number replaces the current one once typing has ended. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly longest: number;
}

/** Number field of the gate, which accepts a name too: a student chosen by name is entered as if a card had been read. */
export function useNumberEntry(lane: Lane): NumberEntry {
  const { number, held, settled } = lane.entry.use();
  const [typed, setWords] = useState('');
  const words = number === '' ? typed : '';
  const suggestions = useSuggestions({
    typed: { number: '', words },
    named: false,
    onChoose: ({ admissionNumber }) => lane.card(admissionNumber),
  });
  useEffect(() => {
    if (number !== '') setWords('');
  }, [number]);
  function type(text: string, isPasted?: boolean): void {
    // While an entry is held, a letter must not turn the held number into a name.
    if (held && number !== '') return lane.type(text, isPasted);
    const read = readTyped(text);
    setWords(read.words);
    suggestions.typing();
    if (read.number !== number) lane.type(read.number, isPasted);
  }
  return {
    words,
    suggestions,
    text: number || words,
    type,
    change({ target, nativeEvent }) {
      type(target.value, (nativeEvent as InputEvent).inputType?.startsWith('insertFrom'));
    },
    paste({ currentTarget }) {
      if (settled && !held) currentTarget.select();
    },
    // While a name is typed, Enter and Escape apply to the suggestions.
    press(event) {
      const mine = suggestions.press(event);
      if (!mine && !(event.key === 'Escape' && words !== '')) return;
      if (!mine) setWords('');
      event.preventDefault();
      event.stopPropagation();
    },
    longest: MAX_TEXT_LENGTH,
  };
}
