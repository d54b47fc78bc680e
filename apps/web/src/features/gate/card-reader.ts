/** A hand is slower than this from key to key, taken over the whole number. */
const FASTEST_HAND_MS = 35;
/** No reader stops for so long within a card. */
const ANEW_AFTER_MS = 500;
const SHORTEST_CARD = 3;

export interface CardReader {
  /** Takes every key as it is pressed. Answers the number of the card where a burst of digits has just ended in Enter. */
  key(key: string, at: number): string | null;
}

/**
 * Tells a student card, which a wedge reader types like a keyboard, from typing. A card is all digits up to Enter: one slow key of
 * a busy tablet must not cut a number, for its end may be another student's.
 */
export function createCardReader(): CardReader {
  let run = '';
  let began = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    key(key, at) {
      const paused = at - last > ANEW_AFTER_MS;
      last = at;
      if (/^\d$/.test(key)) {
        if (run === '' || paused) {
          run = '';
          began = at;
        }
        run += key;
        return null;
      }
      const quick = !paused && (at - began) / run.length < FASTEST_HAND_MS;
      const card = key === 'Enter' && quick && run.length >= SHORTEST_CARD ? run : null;
      run = '';
      return card;
    },
  };
}
