/** Portions of a day, or of a meal window where any are set, of one item and one student. */
export interface Portions {
  /** Per person: what the menu allows. */
  readonly perPerson: number;
  /** Handed out so far, without those whose payment was taken back: they were not the student's. */
  readonly taken: number;
}

/** Portions that the student may still have. The menu may have been cut since, so it is never below none. */
export function portionsLeft({ perPerson, taken }: Portions): number {
  return Math.max(0, perPerson - taken);
}

/** Lines of one sale, each item once. */
export function mergeLines<L extends { readonly itemId: string; readonly portions: number }>(
  lines: readonly L[],
): { itemId: string; portions: number }[] {
  const portions = new Map<string, number>();
  for (const line of lines) portions.set(line.itemId, (portions.get(line.itemId) ?? 0) + line.portions);
  return [...portions].map(([itemId, sum]) => ({ itemId, portions: sum }));
}

const LONGEST_REFERENCE = 120;

/** A sale in words, for its receipt: `2 × Githeri, Samosa`. */
export function inWords(lines: readonly { readonly name: string; readonly portions: number }[]): string {
  const words = lines.map(({ name, portions }) => (portions === 1 ? name : `${portions} × ${name}`)).join(', ');
  return words.length > LONGEST_REFERENCE ? `${words.slice(0, LONGEST_REFERENCE - 1)}…` : words;
}

/** A time of day in which the canteen serves; `from` and `to` are HH:MM, `to` is no part of it. */
export interface Window {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** The window of that time of day (HH:MM); undefined between two. */
export function windowAt<W extends Window>(windows: readonly W[], time: string): W | undefined {
  return windows.find(({ from, to }) => from <= time && time < to);
}

/** The window that comes next after that time, today or tomorrow; undefined where there is none at all. */
export function windowAfter<W extends Window>(
  windows: readonly W[],
  time: string,
): (W & { tomorrow: boolean }) | undefined {
  const byTime = windows.toSorted((one, other) => one.from.localeCompare(other.from));
  const next = byTime.find(({ from }) => from > time) ?? byTime[0];
  return next && { ...next, tomorrow: next.from <= time };
}
