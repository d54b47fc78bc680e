import { useEffect, useRef } from 'react';

/** Returns a ref that is false once the screen was left, for example during a running request. */
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
