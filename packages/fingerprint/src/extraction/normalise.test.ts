import { expect, test } from 'vitest';
import type { GreyImage } from '../image.ts';
import { randomFrom } from '../synthetic/random.ts';
import { measureContrast } from './contrast.ts';
import { normalise, normaliseByKernel, normalisePlainly } from './normalise.ts';

/** Greys from nothing to everything, one corner flat, so that some are louder than ridges may be. */
function speckled(width: number, height: number): GreyImage {
  const random = randomFrom(width, height);
  const pixels = Uint8Array.from({ length: width * height }, (_, i) =>
    i % width < 20 ? (i % 97 === 0 ? 0 : 250) : 256 * random() ** 3,
  );
  return { width, height, dpi: 500, pixels };
}

// The larger picture comes first: nothing of it may be left where the smaller one has nothing.
test.each([
  [300, 200],
  [129, 98],
  [33, 35],
  [136, 96],
])('WebAssembly normalises to the last bit like plain code, on %i by %i pixels', (width, height) => {
  const picture = speckled(width, height);
  const contrast = measureContrast(picture);
  const wanted = contrast.mean.map((_, i) => (i % 3 === 1 ? 0 : 1));
  const plain = normalisePlainly(picture, contrast, wanted);
  expect(Math.max(...plain)).toBe(2);
  expect(plain.some((v) => v < -1)).toBe(true);
  expect(normaliseByKernel(picture, contrast, wanted)).toEqual(plain);
  expect(normalise(picture, contrast, wanted)).toEqual(plain);
  const others = wanted.map((w) => 1 - w);
  expect(normaliseByKernel(picture, contrast, others)).toEqual(normalisePlainly(picture, contrast, others));
});
