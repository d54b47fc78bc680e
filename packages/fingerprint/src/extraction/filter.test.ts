import { expect, test } from 'vitest';
import { randomFrom } from '../synthetic/random.ts';
import { filter, filterByKernel, filterPlainly } from './filter.ts';
import { RIM } from './layout.ts';
import { DIRECTIONS, PERIOD_STEPS, type Tiles } from './waves.ts';

/** A picture of noise, every filter somewhere on it. */
function noise(width: number, height: number): { values: Float32Array; tiles: Tiles } {
  const random = randomFrom(width, height);
  const values = new Float32Array((width + 2 * RIM) * (height + 2 * RIM));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) values[(y + RIM) * (width + 2 * RIM) + x + RIM] = 4 * random() - 2;
  const columns = Math.ceil(width / 4);
  const rows = Math.ceil(height / 4);
  const drawn = (below: number) => Uint8Array.from({ length: columns * rows }, () => Math.floor(below * random()));
  return {
    values,
    tiles: { columns, rows, direction: drawn(DIRECTIONS), wave: drawn(PERIOD_STEPS), active: drawn(3) },
  };
}

// A picture whose sides the tiles do not fill comes after a larger one: nothing of that may be left in the kernel's memory.
test.each([
  [400, 300],
  [129, 98],
  [33, 35],
  [130, 99],
])('the WebAssembly filter equals the plain one to the last bit, on %i by %i pixels', (width, height) => {
  const { values, tiles } = noise(width, height);
  const plain = filterPlainly(values, width, height, tiles);
  expect(plain.odd.some((v) => v > 0.2)).toBe(true);
  expect(filterByKernel(values, width, height, tiles, true)).toEqual(plain);
  expect(filter(values, width, height, tiles, true)).toEqual(plain);
  const fewer = { ...tiles, active: tiles.active.map((of) => Math.max(0, of - 1)) };
  expect(filterByKernel(values, width, height, fewer, false)?.even).toEqual(
    filterPlainly(values, width, height, fewer).even,
  );
});
