import { describe, expect, test } from 'vitest';
import { randomFrom } from '../synthetic/random.ts';
import { vote } from './segment.ts';

/** Blocks of the square round each one, counted one by one. */
function voteByHand(mask: Float32Array, columns: number, rows: number, radius: number, share: number): number[] {
  return Array.from(mask, (_, cell) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    let [set, all] = [0, 0];
    for (let v = Math.max(0, y - radius); v <= Math.min(rows - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(columns - 1, x + radius); u++, all++)
        set += mask[v * columns + u]!;
    return set >= share * all ? 1 : 0;
  });
}

// Of 1 by 1 and 4 by 2 blocks no square lies inside.
describe.each([
  [38, 50],
  [5, 9],
  [4, 2],
  [1, 1],
])('the segmentation vote on %i by %i blocks', (columns, rows) => {
  test.each([
    [1, 0.5],
    [3, 0.45],
    [2, Number.EPSILON],
    [2, 0.5],
    [0, 1],
  ])('with radius %i and a share of %f equals a vote counted block by block', (radius, share) => {
    const random = randomFrom(columns, rows);
    for (const filled of [0.05, 0.45, 0.95]) {
      const mask = Float32Array.from({ length: columns * rows }, () => (random() < filled ? 1 : 0));
      expect([...vote(mask, { columns, rows }, radius, share)]).toEqual(voteByHand(mask, columns, rows, radius, share));
    }
  });
});
