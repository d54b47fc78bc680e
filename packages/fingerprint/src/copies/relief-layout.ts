import { MAP_CELL } from '../template/template.ts';

/** Pixels round each point that are averaged: single specks say nothing. */
export const FINE = 1;
/** Pixels round each point that ridges and valleys are told from: one of each at least. */
export const WIDE = 8;

/**
 * Lines of numbers of 32 bits in the memory of the kernel, each `line` bytes long: sums of the columns of WIDE and of FINE rows, sums of all columns up to each,
 * columns that lie within WIDE and within FINE of each, areas of both, and what they are multiplied by, inverted, in numbers of 64 bits.
 */
export const LINES = { wide: 0, fine: 1, upTo: 2, wideColumns: 3, fineColumns: 4, wideArea: 5, fineArea: 6, share: 7 };
export const RELIEF_LINES = 9;
/** Bytes before the first number of a line, which stand for what lies left of the picture. */
export const LEFT = 64;

/** Bytes of a line for a picture of that width: with room on both sides, and up to the end of the last cell of the map. */
export function lineOf(width: number): number {
  return 4 * (Math.ceil(width / MAP_CELL) * MAP_CELL) + 2 * LEFT;
}
