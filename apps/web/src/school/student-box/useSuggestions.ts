import { type FoundStudent, find } from '@mfuko/contract/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { afterPress } from '../../ui/after-press.ts';
import { isPhone, type Typed } from './typed-student.ts';

const WORDS_PAUSE_MS = 180;
/** Longer than the look-up of a number waits: who is found by the number needs no list. */
const DIGITS_PAUSE_MS = 400;

interface SuggestionOptions {
  readonly typed: Typed;
  /** True if the number that was typed names a student already. */
  readonly named: boolean;
  readonly onChoose: (student: FoundStudent) => void;
}

/** Students found for this very text, a moment after its last letter; null until the server has said, or where it cannot be asked. */
function useSearch(text: string, pauseMs: number): readonly FoundStudent[] | null {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly students: readonly FoundStudent[] } | null>(
    null,
  );
  useEffect(() => {
    if (text === '') return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { students = [] } = await call(find, { text, of: 'students' }, { signal: asked.signal });
        if (!asked.signal.aborted) setAnswer({ text, students });
      } catch (error) {
        // The number works without suggestions.
        if (!(error instanceof CallError) && !asked.signal.aborted) throw error;
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [text, pauseMs]);
  return text !== '' && answer?.text === text ? answer.students : null;
}

/** Students whom a typed text may mean, and the keys of a combobox: arrows, Enter, Escape. */
export function useSuggestions({ typed, named, onChoose }: SuggestionOptions) {
  const { number } = typed;
  const text = number || typed.words.trim();
  const answer = useSearch(named ? '' : text, number ? DIGITS_PAUSE_MS : WORDS_PAUSE_MS);
  const students = answer ?? [];
  const [at, setAt] = useState(-1);
  const [closedFor, setClosedFor] = useState('');
  const [focused, setFocused] = useState(false);
  const shown = focused && closedFor !== text ? students : [];
  // Words mean the likeliest student; digits mean the number itself until an arrow says otherwise.
  const active = Math.min(at === -1 && (number === '' || isPhone(number)) ? 0 : at, shown.length - 1);
  /** Text for which Enter was pressed before its students had come. */
  const hasty = useRef<string | null>(null);
  const stay = useRef(() => {});
  const id = useId();

  const only = students.length === 1 ? students[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!answer || hasty.current !== text) return;
    hasty.current = null;
    // Of several, the person says who is meant.
    if (only) choose(only);
  }, [answer, text, only]);

  function choose(student: FoundStudent): void {
    setAt(-1);
    hasty.current = null;
    onChoose(student);
  }

  /** Takes a key; true if it was the list's. */
  function press(event: KeyboardEvent): boolean {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const open = shown.length > 0;
    if (event.key === 'Enter') {
      const chosen = shown[active];
      if (chosen) choose(chosen);
      else if (text !== '' && (number === '' || isPhone(number)) && !named) hasty.current = text;
      else return false;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setClosedFor('');
      if (!open) return false;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((active + step + shown.length) % shown.length);
    } else if (event.key === 'Escape' && open) {
      setClosedFor(text);
    } else return false;
    return true;
  }

  return {
    id,
    shown,
    active,
    /** True once the search has ended and found nobody. */
    none: answer?.length === 0,
    press,
    choose,
    typing(): void {
      setAt(-1);
      setClosedFor('');
      hasty.current = null;
    },
    setFocused(is: boolean): void {
      stay.current();
      // Above the button that takes the focus away: gone at once, the list would take the button along.
      if (is || shown.length === 0) setFocused(is);
      else stay.current = afterPress(() => setFocused(false));
    },
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
