/** Portions of one item for one student in a day, or in a meal window if the school has any. */
export interface Portions {
  /** Portions that the menu allows. */
  readonly perPerson: number;
  /** Portions handed out so far, without those that were reversed or taken back. */
  readonly taken: number;
}

/** Returns the portions still allowed; 0 if the menu was reduced below what was taken. */
export function portionsLeft({ perPerson, taken }: Portions): number {
  return Math.max(0, perPerson - taken);
}

/** Merges the lines of a sale, so that each item occurs once. */
export function mergeLines<L extends { readonly itemId: string; readonly portions: number }>(
  lines: readonly L[],
): { itemId: string; portions: number }[] {
  const portions = new Map<string, number>();
  for (const line of lines) portions.set(line.itemId, (portions.get(line.itemId) ?? 0) + line.portions);
  return [...portions].map(([itemId, sum]) => ({ itemId, portions: sum }));
}

const MAX_REFERENCE_LENGTH = 120;

/** Formats a sale for its receipt: `2 × Githeri, Samosa`. */
export function inWords(lines: readonly { readonly name: string; readonly portions: number }[]): string {
  const words = lines.map(({ name, portions }) => (portions === 1 ? name : `${portions} × ${name}`)).join(', ');
  return words.length > MAX_REFERENCE_LENGTH ? `${words.slice(0, MAX_REFERENCE_LENGTH - 1)}…` : words;
}

/** A meal window; `from` (inclusive) and `to` (exclusive) are HH:MM. */
export interface Window {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the window at that time (HH:MM); undefined between two windows. */
export function windowAt<W extends Window>(windows: readonly W[], time: string): W | undefined {
  return windows.find(({ from, to }) => from <= time && time < to);
}

/** Returns the next window after that time, today or tomorrow; undefined if the school has none. */
export function windowAfter<W extends Window>(
  windows: readonly W[],
  time: string,
): (W & { tomorrow: boolean }) | undefined {
  const byTime = windows.toSorted((one, other) => one.from.localeCompare(other.from));
  const next = byTime.find(({ from }) => from > time) ?? byTime[0];
  return next && { ...next, tomorrow: next.from <= time };
}
