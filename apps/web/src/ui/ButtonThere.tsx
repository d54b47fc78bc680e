import { type Ref, type RefObject, useLayoutEffect } from 'react';

interface ButtonThereProps {
  readonly at: RefObject<HTMLElement | null>;
  readonly ref?: Ref<HTMLElement>;
}

/** The target of a menu whose button stands already: the menu places itself by it, and draws none of its own. */
export function ButtonThere({ at, ref }: ButtonThereProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(at.current);
  }, [at, ref]);
  return null;
}
