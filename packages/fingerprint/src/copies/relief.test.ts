import { expect, test } from 'vitest';
import type { GreyImage } from '../image.ts';
import { MAP_CELL, mapCells, type Template } from '../template/template.ts';
import { CLEAR, raiseByKernel, raisePlainly, reliefOf } from './relief.ts';
import { reliefRoom, sketchRoom } from './rooms.ts';
import { packSketch, unpackSketch } from './sketch.ts';

const WIDTH = 53;
const HEIGHT = 41;

function noise(width: number, height: number): GreyImage {
  let seed = 7;
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
  return { width, height, dpi: 500, pixels: Uint8Array.from({ length: width * height }, next) };
}

/** A template without minutiae, whose finger lies wherever `shows` says so of a cell. */
function templateOf(width: number, height: number, shows: (column: number, row: number) => boolean): Template {
  const columns = mapCells(width);
  const none = new Uint8Array(0);
  return {
    ...{ width, height, x: new Uint16Array(0), y: new Uint16Array(0), direction: none, type: none, quality: none },
    orientation: new Uint8Array(columns * mapCells(height)),
    period: Uint8Array.from({ length: columns * mapCells(height) }, (_, k) =>
      shows(k % columns, Math.floor(k / columns)) ? 90 : 0,
    ),
  };
}

/** The mean of the pixels up to so far away, as one adds them up by hand. */
function meanOf({ width, height, pixels }: GreyImage, x: number, y: number, reach: number): number {
  let [sum, count] = [0, 0];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++, count++)
      sum += pixels[v * width + u]!;
  return sum / count;
}

const image = noise(WIDTH, HEIGHT);
/** All but one cell in the middle and one in the corner. */
const shows = (column: number, row: number) => !(column === 1 && row === 1) && !(column === 3 && row === 2);
const template = templateOf(WIDTH, HEIGHT, shows);

test('the relief is the local mean minus the mean of the neighbours, up to the edge', () => {
  // A larger picture before it: what is left of its sums must not show.
  reliefOf(
    noise(90, 80),
    templateOf(90, 80, () => true),
  );
  const { level } = reliefOf(image, template);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inFinger = shows(Math.floor(x / MAP_CELL), Math.floor(y / MAP_CELL));
      const expected = inFinger ? meanOf(image, x, y, 8) - meanOf(image, x, y, 1) : 0;
      expect(level[y * WIDTH + x], `${x}, ${y}`).toBeCloseTo(expected, 3);
    }
  }
});

// Large ones come before small ones: nothing of them may be left in the memory of the kernel.
test.each([
  [311, 260],
  [300, 41],
  [53, 90],
  [18, 17],
  [16, 3],
  [5, 70],
  [1, 1],
])('the WebAssembly relief equals the plain one to the last bit, on %i by %i pixels', (width, height) => {
  const { pixels } = noise(width, height);
  for (const shown of [() => true, (column: number, row: number) => (column + row) % 3 > 0]) {
    const { period } = templateOf(width, height, shown);
    const [quick, plain] = [raiseByKernel, raisePlainly].map((raise) => {
      const level = new Float32Array(width * height).fill(9);
      raise(pixels, width, height, period, level);
      return level;
    });
    // All at once: to tell of each point that differs would take minutes.
    expect(quick!.findIndex((level, at) => level !== plain![at])).toBe(-1);
  }
});

test('the relief is flat if the template has another size than the picture', () => {
  for (const [width, height] of [
    [WIDTH + 1, HEIGHT],
    [WIDTH, HEIGHT + 1],
  ] as const)
    expect(
      reliefOf(
        image,
        templateOf(width, height, () => true),
      ).level.some((level) => level !== 0),
    ).toBe(false);
});

test('a sketch keeps every sixth clear point with its position and sign', () => {
  const relief = reliefOf(image, template);
  const { x, y, sign, template: kept } = unpackSketch(packSketch(template, relief));
  const expected: (readonly [number, number, number])[] = [];
  for (let v = 3; v + 3 <= HEIGHT; v += 6) {
    for (let u = 3; u + 3 <= WIDTH; u += 6) {
      const level = relief.level[v * WIDTH + u]!;
      if (Math.abs(level) >= CLEAR) expected.push([u, v, Math.sign(level)]);
    }
  }
  expect(expected.length).toBeGreaterThan(25);
  expect([...x].map((each, k) => [each, y[k], sign[k]])).toEqual(expected);
  expect(kept).toEqual(template);
});

test('a sketch survives packing with few points at any position', () => {
  for (let columns = 1; columns < 14; columns++) {
    const [width, height] = [6 * columns, 6 * 9];
    const level = new Float32Array(width * height);
    const expected: (readonly [number, number, number])[] = [];
    for (let k = 0; k < columns * 9; k++) {
      if ((3 * k + columns) % 17 > 1) continue;
      const [u, v] = [3 + 6 * (k % columns), 3 + 6 * Math.floor(k / columns)];
      level[v * width + u] = k % 2 === 0 ? 9 : -9;
      expected.push([u, v, k % 2 === 0 ? 1 : -1]);
    }
    const packed = packSketch(
      templateOf(width, height, () => true),
      { width, height, level },
    );
    const { x, y, sign } = unpackSketch(packed);
    expect(expected.length).toBeGreaterThan(0);
    expect([...x].map((each, k) => [each, y[k], sign[k]])).toEqual(expected);
  }
});

test('a relief and a sketch in reused buffers equal those in new ones', () => {
  const everywhere = (width: number, height: number) => templateOf(width, height, () => true);
  const larger = reliefOf(noise(90, 80), everywhere(90, 80), reliefRoom);
  const packed = packSketch(everywhere(90, 80), larger);
  expect(unpackSketch(packed, sketchRoom)).toEqual(unpackSketch(packed));
  const own = reliefOf(image, template);
  expect(reliefOf(image, template, reliefRoom)).toEqual(own);
  expect(unpackSketch(packSketch(template, own), sketchRoom)).toEqual(unpackSketch(packSketch(template, own)));
  // Nothing of the finger that was there is left where this template shows none.
  expect(reliefOf(image, everywhere(WIDTH + 1, HEIGHT), reliefRoom).level.some((level) => level !== 0)).toBe(false);
});

test('a point exactly at the limit is kept, and one just below is dropped', () => {
  const level = new Float32Array(12 * 6);
  [CLEAR, -CLEAR].forEach((each, k) => {
    level[3 * 12 + 3 + 6 * k] = each;
  });
  const tiny = templateOf(12, 6, () => true);
  const sketch = (of: Float32Array) => unpackSketch(packSketch(tiny, { width: 12, height: 6, level: of }));
  expect([...sketch(level).sign]).toEqual([1, -1]);
  expect([...sketch(level.map((each) => each * 0.99)).sign]).toEqual([]);
});
