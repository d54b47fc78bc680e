import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { LONGEST_TEXT, readTyped } from '../../school/student-box/typed-student.ts';
import { type Suggestions, useSuggestions } from '../../school/student-box/useSuggestions.ts';
import type { Lane } from './lane.ts';

export interface NumberEntry {
  /** Name that is being typed in place of a number; empty while there is a number. */
  readonly words: string;
  readonly suggestions: Suggestions;
  readonly text: string;
  readonly type: (text: string, isPasted?: boolean) => void;
  readonly change: (event: ChangeEvent<HTMLInputElement>) => void;
  /** A number that is pasted comes in the place of one that nobody types any more. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly longest: number;
}

/** The gate's number field, which takes a name too: whoever is chosen by it stands there as if a card had been read. */
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
    // Behind who waits for room a letter makes no name of their number.
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
    // While a name is typed, Enter and Escape are about the name.
    press(event) {
      const mine = suggestions.press(event);
      if (!mine && !(event.key === 'Escape' && words !== '')) return;
      if (!mine) setWords('');
      event.preventDefault();
      event.stopPropagation();
    },
    longest: LONGEST_TEXT,
  };
}
