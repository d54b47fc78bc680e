import { type KeyboardEvent, useEffect, useState } from 'react';
import { LONGEST_TEXT, readTyped } from '../../school/student-box/typed-student.ts';
import { type Suggestions, useSuggestions } from '../../school/student-box/useSuggestions.ts';
import type { Lane } from './lane.ts';

export interface NumberEntry {
  /** Name that is being typed in place of a number; empty while there is a number. */
  readonly words: string;
  readonly suggestions: Suggestions;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly longest: number;
}

/** The gate's number field, which takes a name too: whoever is chosen by it stands there as if a card had been read. */
export function useNumberEntry(lane: Lane): NumberEntry {
  const { number, held } = lane.entry.use();
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
  return {
    words,
    suggestions,
    text: number || words,
    type(text) {
      // Behind who waits for room a letter makes no name of their number.
      if (held && number !== '') return lane.type(text);
      const read = readTyped(text);
      setWords(read.words);
      suggestions.typing();
      if (read.number !== number) lane.type(read.number);
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
