import { useEffect, useState } from 'react';

/** Counts down the remaining seconds. */
export function useCountdown(start: number): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(start);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [left, setLeft];
}
