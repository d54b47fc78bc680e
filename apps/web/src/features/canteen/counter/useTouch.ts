import { useEffect, useEffectEvent, useRef } from 'react';

/** Serves once for each finger. */
export function useTouch(finger: unknown, serve: () => void): void {
  const served = useRef<unknown>(null);
  const serveNow = useEffectEvent(serve);
  useEffect(() => {
    if (finger === null || served.current === finger) return;
    served.current = finger;
    serveNow();
  }, [finger]);
}
