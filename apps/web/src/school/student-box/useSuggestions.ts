import { type FoundStudent, find } from '@mfuko/contract/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { afterPress } from '../../ui/after-press.ts';
import { isPhone, type Typed } from './typed-student.ts';

const WORDS_PAUSE_MS = 180;
/** Longer than the delay of the number lookup: a student who is found by number needs no list. */
const DIGITS_PAUSE_MS = 400;

interface SuggestionOptions {
  readonly typed: Typed;
  /** True if the typed number already belongs to a student. */
  readonly named: boolean;
  readonly onChoose: (student: FoundStudent) => void;
}

/**
 * Returns the students found for exactly this text, after a pause in typing; null until the server has answered, or where it cannot be
 * reached.
 */
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
        // Ignored, because the number works without suggestions.
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

/** Suggests students for a typed text, and handles the keys of a combobox: arrows, Enter, Escape. */
export function useSuggestions({ typed, named, onChoose }: SuggestionOptions) {
  const { number } = typed;
  const text = number || typed.words.trim();
  const answer = useSearch(named ? '' : text, number ? DIGITS_PAUSE_MS : WORDS_PAUSE_MS);
  const students = answer ?? [];
  const [at, setAt] = useState(-1);
  const [closedFor, setClosedFor] = useState('');
  const [focused, setFocused] = useState(false);
  const shown = focused && closedFor !== text ? students : [];
  // For words the first student is preselected; digits mean the number itself until an arrow key selects a student.
  const active = Math.min(at === -1 && (number === '' || isPhone(number)) ? 0 : at, shown.length - 1);
  /** Text for which Enter was pressed before its students were loaded. */
  const hasty = useRef<string | null>(null);
  const stay = useRef(() => {});
  const id = useId();

  const only = students.length === 1 ? students[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!answer || hasty.current !== text) return;
    hasty.current = null;
    // With several matches the user has to choose.
    if (only) choose(only);
  }, [answer, text, only]);

  function choose(student: FoundStudent): void {
    setAt(-1);
    hasty.current = null;
    onChoose(student);
  }

  /** Handles a key; returns true if the list used it. */
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
    /** True once the search has found nobody. */
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
      // Delayed until after the press, because closing the list would move the pressed button, which is below it.
      if (is || shown.length === 0) setFocused(is);
      else stay.current = afterPress(() => setFocused(false));
    },
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
