import { useCallback, useEffect, useRef, useState } from 'react';
import type { Question } from './GateDialog.tsx';

interface Asking {
  readonly question: Question | null;
  /** Opens the dialog at once or not at all. `unasked` marks a dialog that no press asked for. */
  readonly ask: (question: Question, unasked?: 'unasked') => void;
  /** True where a press asked for a dialog whose chunk has not loaded. */
  readonly isLate: boolean;
  readonly close: () => void;
}

/**
 * State of the open dialog. A dialog opens with its press or not at all: a dialog that opened later would receive keys meant for the next
 * child.
 */
export function useQuestion(isHere: boolean): Asking {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isLate, setLate] = useState(false);
  const here = useRef(isHere);
  here.current = isHere;
  const ask = useCallback((next: Question, unasked?: 'unasked') => {
    if (here.current) setQuestion(next);
    // A dialog without a press needs no notice: the banner offers the question with a button.
    else if (!unasked) setLate(true);
  }, []);
  const close = useCallback(() => setQuestion(null), []);
  useEffect(() => {
    if (isHere) setLate(false);
  }, [isHere]);
  return { question, ask, isLate, close };
}
