import type { Entry } from './entry.ts';

const MAX_SCREENS = 6;

/** Entry of a screen, with the synonyms by which the screen is found without its name. */
export interface ScreenEntry {
  readonly entry: Entry;
  readonly also: string;
}

/** Returns the screens that match the typed text, those of that name first; all of them where nothing was typed. */
export function matchingScreens(screens: readonly ScreenEntry[], typed: string): readonly Entry[] {
  if (typed === '') return screens.map(({ entry }) => entry);
  const isNamed = ({ entry }: ScreenEntry) => holds(wordsOf(entry), typed);
  const byName = screens.filter(isNamed);
  const bySynonym = screens.filter((one) => !isNamed(one) && holds(`${wordsOf(one.entry)} ${one.also}`, typed));
  return [...byName, ...bySynonym].map(({ entry }) => entry).slice(0, MAX_SCREENS);
}

/** Returns true if the text contains all typed words, in any order. */
export function holds(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

function wordsOf({ label, detail }: Entry): string {
  return `${label} ${detail ?? ''}`;
}
