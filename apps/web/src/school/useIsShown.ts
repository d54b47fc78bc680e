import { useEffect, useRef } from 'react';

/** False once the screen has gone, as where somebody went to another one while the press was under way. */
export function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
