import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { latePart } from '../lib/late-part.ts';

/** Time that the pointer rests before the hint appears, in milliseconds, as for other tooltips. */
const REST_MS = 400;

/**
 * Hint beside a button. Its code is loaded with the first hint; a failed load is not reported, because the button has an accessible name.
 */
export const Hint = latePart(() => import('./Hint.tsx').then((it) => it.Hint));

interface Hinted {
  readonly buttonProps: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerDown: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  readonly hint: { readonly opened: boolean; readonly at: RefObject<HTMLElement | null> };
}

/** Button with a hint, shown while a mouse rests on it or the keyboard focuses it. Touch shows none, because it presses the button. */
export function useHint(): Hinted {
  const [opened, setOpened] = useState(false);
  const at = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!opened) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened]);
  function close() {
    clearTimeout(timer.current);
    setOpened(false);
  }
  return {
    buttonProps: {
      ref: at,
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = setTimeout(() => setOpened(true), REST_MS);
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: () => {
        if (at.current?.matches(':focus-visible')) setOpened(true);
      },
      onBlur: close,
    },
    hint: { opened, at },
  };
}
