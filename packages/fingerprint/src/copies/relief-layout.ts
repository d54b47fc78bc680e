import { MAP_CELL } from '../template/template.ts';

/** Averaging radius in pixels of the fine mean, which suppresses single specks. */
export const FINE = 1;
/** Averaging radius in pixels of the surroundings, which cover at least one ridge and one valley. */
export const WIDE = 8;

/**
 * Lines of 32-bit numbers in the kernel's memory, each `line` bytes long: sums of the columns over WIDE and over FINE rows, prefix sums
 * of the columns, numbers of columns within WIDE and within FINE, both areas, and the inverse of their product, in 64-bit numbers.
 */
export const LINES = { wide: 0, fine: 1, upTo: 2, wideColumns: 3, fineColumns: 4, wideArea: 5, fineArea: 6, share: 7 };
export const RELIEF_LINES = 9;
/** Bytes before the first number of a line, which stand for the area left of the picture. */
export const LEFT = 64;

/** Returns the bytes of a line for a picture of that width: with padding on both sides, and rounded up to whole map cells. */
export function lineOf(width: number): number {
  return 4 * (Math.ceil(width / MAP_CELL) * MAP_CELL) + 2 * LEFT;
}
