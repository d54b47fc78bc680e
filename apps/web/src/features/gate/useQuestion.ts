import { useCallback, useEffect, useRef, useState } from 'react';
import type { Question } from './GateDialog.tsx';

interface Asking {
  readonly question: Question | null;
  /** Asks at once or not at all; true by itself (`unasked`) where nobody has pressed. */
  readonly ask: (question: Question, unasked?: 'unasked') => void;
  /** Somebody has pressed for what is not here yet. */
  readonly isLate: boolean;
  readonly close: () => void;
}

/**
 * The question that stands before the guard. It opens with its press, or not at all: one that came later would take keys that are meant for the
 * next child.
 */
export function useQuestion(isHere: boolean): Asking {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isLate, setLate] = useState(false);
  const here = useRef(isHere);
  here.current = isHere;
  const ask = useCallback((next: Question, unasked?: 'unasked') => {
    if (here.current) setQuestion(next);
    // Of itself nothing has to be said: the band asks, with a button.
    else if (!unasked) setLate(true);
  }, []);
  const close = useCallback(() => setQuestion(null), []);
  useEffect(() => {
    if (isHere) setLate(false);
  }, [isHere]);
  return { question, ask, isLate, close };
}
