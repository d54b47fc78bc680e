import { type Ref, type RefObject, useLayoutEffect } from 'react';

interface ButtonThereProps {
  readonly at: RefObject<HTMLElement | null>;
  readonly ref?: Ref<HTMLElement>;
}

/** Target of a menu whose button is already rendered: the menu is positioned at that button and renders none of its own. */
export function ButtonThere({ at, ref }: ButtonThereProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(at.current);
  }, [at, ref]);
  return null;
}
