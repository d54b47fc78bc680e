import { ImageError } from './pixels.ts';

/** Undoes a row's filter in place; `step` is the distance in bytes to the pixel on the left. */
export function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new ImageError('The PNG has an unknown row filter.');
  const undo = UNDO[filter];
  if (undo === undefined) return;
  // The first pixel has no left neighbour.
  for (let i = 0; i < Math.min(step, line.length); i++) {
    const b = above[i]!;
    line[i] = line[i]! + (filter === 1 ? 0 : filter === 3 ? b >> 1 : b);
  }
  undo(line, above, step);
}

/**
 * Undoes each filter from the second pixel on. One loop per filter, so that the filter is chosen once per row instead of once per pixel.
 */
const UNDO: readonly (((line: Uint8Array, above: Uint8Array, step: number) => void) | undefined)[] = [
  undefined,
  (line, _above, step) => {
    for (let i = step; i < line.length; i++) line[i] = line[i]! + line[i - step]!;
  },
  (line, above, step) => {
    for (let i = step; i < line.length; i++) line[i] = line[i]! + above[i]!;
  },
  (line, above, step) => {
    for (let i = step; i < line.length; i++) line[i] = line[i]! + ((line[i - step]! + above[i]!) >> 1);
  },
  (line, above, step) => {
    for (let i = step; i < line.length; i++) line[i] = line[i]! + paeth(line[i - step]!, above[i]!, above[i - step]!);
  },
];

function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
