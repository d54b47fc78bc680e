import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Says of an element whether what it holds is no wider than itself. Once it was, the element has to be as wide as that before it fits again: its
 * content is laid out in another way meanwhile, and tells no width.
 */
export function useFits(): [RefObject<HTMLElement | null>, boolean] {
  const element = useRef<HTMLElement>(null);
  const [needed, setNeeded] = useState<number | null>(null);
  // At each drawing too: other rows are wider or narrower.
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
