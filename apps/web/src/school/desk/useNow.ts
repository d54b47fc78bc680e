import { useEffect, useState } from 'react';

const AGAIN_MS = 15_000;

/** Returns the time of the device, updated four times a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
