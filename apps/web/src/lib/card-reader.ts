/** A hand is slower than this from key to key; a reader's keys are 1 to 20 ms apart, on a busy device now and then far more. */
const FASTEST_HAND_MS = 35;
/** Longer than a reader takes for a whole card, however busy the device is: what was typed before such a pause is no part of it. */
const LONGEST_BURST_MS = 1_500;
const SHORTEST_CARD = 3;
/** Digits of the longest admission number. */
const LONGEST_CARD = 12;
/** More keys than a card and an amount have: what was typed before them is no part of a card. */
const KEPT_KEYS = 40;
/** Lengths of the cards that this device has read without a doubt. */
const LENGTHS = 'cardLengths';

const END_KEYS: readonly string[] = ['Enter', 'Tab'];
const MODIFIERS: readonly string[] = ['Shift', 'CapsLock', 'NumLock', 'AltGraph'];

/** Keys that no hand has typed, told at the key that ended them. */
export interface Burst<Place> {
  /**
   * The card's number where its first key is certain; null where it is not, or where no student's number looks like this. A number that
   * is cut in the wrong place may be another student's, and no gap alone says where to cut: a busy device makes gaps within a card.
   */
  readonly card: string | null;
  /** All since the keys began, where it looks like a number. */
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
        if (last && at - last.at >= LONGEST_BURST_MS) run = [];
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
 * Keys with an end key are a burst where three of them are quick, or all together quicker than a hand. Its number is certain where nothing
 * stands before it and every key is quick. Keys before the quick ones are a hand's or the beginning of a card on a busy device; the length of
 * the cards that were read before tells, and where it does not, nothing is certain.
 */
function judge<Place>(run: readonly Key<Place>[], endAt: number): Burst<Place> | null {
  const quick = run.map(({ at }, place) => (run[place + 1]?.at ?? endAt) - at < FASTEST_HAND_MS);
  const quickKeys = quick.filter(Boolean).length;
  const asOne = run.length > SHORTEST_CARD && endAt - (run[0]?.at ?? 0) < FASTEST_HAND_MS * run.length;
  if (quickKeys < SHORTEST_CARD && !(asOne && quickKeys > 1)) return null;
  const begin = quick.lastIndexOf(false) + 1;
  const last = numberIn(textOf(run.slice(begin)));
  const card = last !== null && last.length >= SHORTEST_CARD ? last : null;
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

/** Tells whether of all lengths that cards have here, only this one fits the end of what was typed. */
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
  return /^\d+$/.test(text) && text.length <= LONGEST_CARD ? text : null;
}
