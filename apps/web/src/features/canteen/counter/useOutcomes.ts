import { useRef, useState } from 'react';
import type { Outcome } from './outcome.ts';
import { sound } from './sounds.ts';

const LATEST = 8;

/** Outcomes of the last students, newest first; `news` is the one on the banner, until the next student begins. */
export function useOutcomes() {
  const [news, setNews] = useState<Outcome | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const lastKey = useRef(0);
  return {
    news,
    outcomes,
    /** Reports an outcome; `quiet` leaves the banner alone, which would seem to concern the next student who has begun. */
    tell(outcome: Omit<Outcome, 'key'>, quiet = false) {
      lastKey.current += 1;
      const told = { ...outcome, key: lastKey.current };
      sound(outcome.look);
      setOutcomes((before) => [told, ...before].slice(0, LATEST));
      if (!quiet) setNews(told);
    },
    clearNews: () => setNews(null),
    takenBack(key: number, why: string) {
      setOutcomes((told) =>
        told.map((one) => (one.key === key ? { ...one, tone: 'takenBack', meal: null, why } : one)),
      );
      // The banner no longer reports a portion that was taken back, since the next student may be at the counter.
      setNews((told) => (told?.key === key ? null : told));
    },
  };
}
