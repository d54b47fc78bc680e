import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns false while an element's content is wider than the element. The element fits again once it is as wide as that content was:
 * meanwhile another layout is shown, whose width says nothing.
 */
export function useFits(): [RefObject<HTMLElement | null>, boolean] {
  const element = useRef<HTMLElement>(null);
  const [needed, setNeeded] = useState<number | null>(null);
  // Runs after each render too, since other rows have other widths.
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { scrollWidth, clientWidth } = current;
      setNeeded((before) => {
        if (before !== null) return clientWidth >= before ? null : before;
        return scrollWidth > clientWidth ? scrollWidth : null;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  });
  return [element, needed === null];
}
