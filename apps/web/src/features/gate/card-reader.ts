/** A reader types faster than any hand. */
const FASTEST_HAND_MS = 35;
const SHORTEST_CARD = 3;

export interface CardReader {
  /** Takes every key as it is pressed. Answers the number of the card where a burst of digits has just ended in Enter. */
  key(key: string, at: number): string | null;
}

/** Tells a student card, which a wedge reader types like a keyboard, from typing. */
export function createCardReader(): CardReader {
  let burst = '';
  let last = Number.NEGATIVE_INFINITY;
  return {
    key(key, at) {
      const quick = at - last < FASTEST_HAND_MS;
      last = at;
      if (/^\d$/.test(key)) {
        burst = quick ? burst + key : key;
        return null;
      }
      const card = key === 'Enter' && quick && burst.length >= SHORTEST_CARD ? burst : null;
      burst = '';
      return card;
    },
  };
}
