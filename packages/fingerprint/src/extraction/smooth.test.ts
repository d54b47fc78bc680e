import { expect, test } from 'vitest';
import { randomFrom } from '../synthetic/random.ts';
import { smooth, smoothByKernel, smoothPlainly } from './smooth.ts';

/** Noise of either sign; with `every` 2 only in every second row and column. */
function noise(columns: number, rows: number, every: number, depth: number): Float32Array {
  const random = randomFrom(columns, rows);
  return Float32Array.from({ length: columns * rows * depth }, (_, i) => {
    const cell = Math.floor(i / depth);
    const held = (cell % columns) % every === 0 && Math.floor(cell / columns) % every === 0;
    return held ? 20 * random() - 10 : 0;
  });
}

// A wide grid comes before a narrow one: nothing of it may be left in the kernel's memory.
test.each<[columns: number, rows: number, sigma: number, every: 1 | 2, depth: number]>([
  [60, 40, 1.5, 1, 18],
  [48, 47, 1.2, 1, 1],
  [37, 50, 1, 1, 1],
  [37, 49, 0.5, 1, 1],
  [5, 4, 1.5, 1, 1],
  [48, 47, 1.5, 2, 18],
  [37, 50, 1.5, 2, 18],
  [4, 4, 1.5, 2, 1],
])(
  'WebAssembly smooths to the last bit like plain code: %i by %i cells, sigma %f, every %i, depth %i',
  (columns, rows, sigma, every, depth) => {
    const values = noise(columns, rows, every, depth);
    const plain = values.slice();
    smoothPlainly(plain, { columns, rows }, sigma, every, depth);
    expect(plain).not.toEqual(values);
    const fast = values.slice();
    expect(smoothByKernel(fast, { columns, rows }, sigma, every, depth)).toBe(true);
    expect(fast).toEqual(plain);
    const either = values.slice();
    smooth(either, { columns, rows }, sigma, every, depth);
    expect(either).toEqual(plain);
  },
);
