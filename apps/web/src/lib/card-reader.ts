/**
 * Least gap between keys that are typed by hand, in milliseconds. A reader's keys are 1 to 20 ms apart, on a busy device occasionally far
 * more.
 */
const FASTEST_HAND_MS = 35;
/** Upper bound of the time between two keys of one card, even on a busy device: keys before a longer pause are not part of the card. */
const MAX_BURST_MS = 1_500;
const MIN_CARD_LENGTH = 3;
/** Digits of the longest admission number. */
const MAX_CARD_LENGTH = 12;
/** Number of keys that are remembered, which is more than a card and an amount together have. */
const KEPT_KEYS = 40;
/** Storage key of the lengths of cards that this device has read with certainty. */
const LENGTHS = 'cardLengths';

const END_KEYS: readonly string[] = ['Enter', 'Tab'];
const MODIFIERS: readonly string[] = ['Shift', 'CapsLock', 'NumLock', 'AltGraph'];

/** Burst: keys that were typed too fast for a hand, reported at the end key. */
export interface Burst<Place> {
  /**
   * Card number, where its first key is certain; null where it is not, or where the text cannot be a student's number. A number that is cut
   * in the wrong place may be another student's, and a gap alone does not show where to cut: a busy device makes gaps within a card.
   */
  readonly card: string | null;
  /** All digits of the burst and of the keys before it, null where they are not a number. */
  readonly whole: string | null;
  /** Place that each key of the burst went to. */
  readonly places: readonly Place[];
}

export interface CardReader<Place> {
  /** Takes each key as it is pressed, with the place that it goes to. Returns the burst that this key ends, or null. */
  key(key: string, at: number, place: Place): Burst<Place> | null;
  /** Discards the keys so far, because the following keys go elsewhere. */
  reset(): void;
}

interface Key<Place> {
  readonly key: string;
  readonly at: number;
  readonly place: Place;
}

/** Distinguishes typing by hand from a student card, which a wedge reader types like a keyboard and ends with Enter or Tab. */
export function createCardReader<Place = undefined>(): CardReader<Place> {
  let run: Key<Place>[] = [];
  return {
    key(key, at, place) {
      if (MODIFIERS.includes(key)) return null;
      const last = run.at(-1);
      if (key.length === 1) {
        if (last && at - last.at >= MAX_BURST_MS) run = [];
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
 * Treats keys before an end key as a burst where three of them are fast, or where all together are faster than a hand. The number is
 * certain where no key precedes it and each key is fast. Slow keys before the fast ones were typed by hand, or are the start of a card on a
 * busy device. The lengths of the cards that were read before decide between the two; where they do not, the number is not certain.
 */
function judge<Place>(run: readonly Key<Place>[], endAt: number): Burst<Place> | null {
  const quick = run.map(({ at }, place) => (run[place + 1]?.at ?? endAt) - at < FASTEST_HAND_MS);
  const quickKeys = quick.filter(Boolean).length;
  const asOne = run.length > MIN_CARD_LENGTH && endAt - (run[0]?.at ?? 0) < FASTEST_HAND_MS * run.length;
  if (quickKeys < MIN_CARD_LENGTH && !(asOne && quickKeys > 1)) return null;
  const begin = quick.lastIndexOf(false) + 1;
  const last = numberIn(textOf(run.slice(begin)));
  const card = last !== null && last.length >= MIN_CARD_LENGTH ? last : null;
  const byHand = begin > 1 && !quick.slice(0, begin).includes(true);
  const certain = begin === 0 || (byHand && isOnlyEnd(textOf(run), last?.length ?? 0));
  if (card !== null && begin === 0) learnLength(card.length);
  const known = certain ? card : null;
  return {
    card: known,
    whole: numberIn(textOf(run)),
    places: run.slice(known === null ? 0 : begin).map(({ place }) => place),
  };
}

/** Returns true if, of all card lengths known on this device, only `length` fits the end of the typed text. */
function isOnlyEnd(text: string, length: number): boolean {
  const lengths = knownLengths();
  const digits = /\d*$/.exec(text)?.[0].length ?? 0;
  return lengths.includes(length) && lengths.every((known) => known <= length || known > digits);
}

function knownLengths(): readonly number[] {
  return (localStorage.getItem(LENGTHS) ?? '').split(',').map(Number);
}

function learnLength(length: number): void {
  const lengths = knownLengths();
  if (!lengths.includes(length)) localStorage.setItem(LENGTHS, [...lengths, length].filter(Boolean).join(','));
}

function textOf(keys: readonly { readonly key: string }[]): string {
  return keys.map(({ key }) => key).join('');
}

function numberIn(text: string): string | null {
  return /^\d+$/.test(text) && text.length <= MAX_CARD_LENGTH ? text : null;
}
