import { expect, test } from 'vitest';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { canvasOf, layOn } from './canvas.ts';
import { measureContrast } from './contrast.ts';
import { analyse, extract } from './extract.ts';
import { normaliseByKernel, normalisePlainly } from './normalise.ts';

test('a picture on the shared canvas leaves nothing in the rim of the next', () => {
  const picture = { width: 64, height: 48, dpi: 500, pixels: Uint8Array.from({ length: 64 * 48 }, (_, i) => i) };
  const contrast = measureContrast(picture);
  const wanted = new Float32Array(contrast.mean.length).fill(1);
  const plain = normalisePlainly(picture, contrast, wanted);
  layOn(canvasOf(64, 48)!.ridges, plain.slice().fill(7));
  expect(normaliseByKernel(picture, contrast, wanted)).toEqual(plain);
});

test('layOn rejects a picture of another size', () => {
  expect(() => layOn(canvasOf(64, 48)!.ridges, new Float32Array(10))).toThrow(RangeError);
});

test('analyse returns a copy that later analyses do not change', () => {
  const [one, other] = [1, 2].map((seed) => impress(makeFinger(seed), { seed, width: 160, height: 200 }));
  const found = analyse(one!);
  const kept = structuredClone(found);
  analyse(other!);
  expect(found).toEqual(kept);
  expect(analyse(one!)).toEqual(kept);
  // Without a copy, until the next one.
  expect(extract(one!).found).toEqual(kept);
});
