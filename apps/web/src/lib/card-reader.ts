/** A hand is slower than this from key to key; a reader's keys are 1 to 20 ms apart. */
const FASTEST_HAND_MS = 35;
/** No reader stops for so long within a card. */
const ANEW_AFTER_MS = 500;
const SHORTEST_CARD = 3;
/** Digits of the longest admission number. */
const LONGEST_CARD = 12;
/** More keys than a card and an amount have: what was typed before them is no part of a card. */
const KEPT_KEYS = 40;

const END_KEYS: readonly string[] = ['Enter', 'Tab'];
const MODIFIERS: readonly string[] = ['Shift', 'CapsLock', 'NumLock', 'AltGraph'];

/** Keys that no hand has typed, told at the key that ended them. */
export interface Burst<Place> {
  /**
   * The card's number where its first key is certain; null where it is not, or where no student's number looks like this. A number that
   * is cut in the wrong place may be another student's.
   */
  readonly card: string | null;
  /** All since the last pause, where it looks like a number. */
  readonly whole: string | null;
  /** Place of each of these keys. */
  readonly places: readonly Place[];
}

export interface CardReader<Place> {
  /** Takes every key as it is pressed, and the place that it goes to. Answers the burst that this key has ended. */
  key(key: string, at: number, place: Place): Burst<Place> | null;
  /** The keys go elsewhere now: what came before is no part of a card. */
  reset(): void;
}

interface Key<Place> {
  readonly key: string;
  readonly at: number;
  readonly place: Place;
}

/** Tells a student card, which a wedge reader types like a keyboard and ends with Enter or Tab, from typing. */
export function createCardReader<Place = undefined>(): CardReader<Place> {
  let run: Key<Place>[] = [];
  return {
    key(key, at, place) {
      if (MODIFIERS.includes(key)) return null;
      const last = run.at(-1);
      if (key.length === 1) {
        if (last && at - last.at >= ANEW_AFTER_MS) run = [];
        run = [...run, { key, at, place }].slice(-KEPT_KEYS);
        return null;
      }
      const ended = run;
      run = [];
      return END_KEYS.includes(key) ? judge(ended, at) : null;
    },
    reset() {
      run = [];
    },
  };
}

/**
 * A card is the last keys before the end key, all of them quick, end key included. One slow gap alone does not begin it, for a busy
 * device may be slow within a card: what comes before must be nothing, or be typed at the pace of a hand throughout.
 */
function judge<Place>(run: readonly Key<Place>[], endAt: number): Burst<Place> | null {
  const quick = run.map(({ at }, place) => (run[place + 1]?.at ?? endAt) - at < FASTEST_HAND_MS);
  const begin = quick.lastIndexOf(false) + 1;
  const card = textOf(run.slice(begin));
  if (quick.filter(Boolean).length < SHORTEST_CARD) return null;
  const byHand = begin === 0 || (begin > 1 && !quick.slice(0, begin).includes(true));
  const whole = numberIn(textOf(run));
  const certain = byHand && card.length >= SHORTEST_CARD && numberIn(card) !== null;
  return {
    card: certain ? card : null,
    whole,
    places: run.slice(certain ? begin : 0).map(({ place }) => place),
  };
}

function textOf(keys: readonly { readonly key: string }[]): string {
  return keys.map(({ key }) => key).join('');
}

function numberIn(text: string): string | null {
  return /^\d+$/.test(text) && text.length <= LONGEST_CARD ? text : null;
}
