import { type RefObject, useEffect, useRef } from 'react';

/** True once the screen has gone; `onGone` is called as it goes. */
export function useGone(onGone: () => void): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      onGone();
    };
  }, [onGone]);
  return isGone;
}
