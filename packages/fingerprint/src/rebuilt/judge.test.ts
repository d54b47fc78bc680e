import { describe, expect, it } from 'vitest';
import { extract } from '../extraction/extract.ts';
import type { GreyImage } from '../image.ts';
import { type Impression, impress, makeFinger } from '../synthetic/finger.ts';
import { bell, hills, randomFrom } from '../synthetic/random.ts';
import { looksRebuilt } from './judge.ts';
import { paint, rebuildRidges } from './rebuild.testkit.ts';

const FINGERS = [3, 17, 29, 44].map(makeFinger);

/** Drawn fingers as they are usually laid on: pressed hard they are nearly black on white, and taken for made. */
const WAYS: readonly Impression[] = [
  { seed: 1 },
  { seed: 2, pressure: 0.55, noise: 0.1 },
  { seed: 4, rotation: 0.7, shiftX: 30, shiftY: -40 },
  { seed: 5, noise: 0.02 },
];

function seen(image: GreyImage): boolean {
  return looksRebuilt(extract(image).found);
}

describe('looksRebuilt on ridges grown from a template', () => {
  const ridges = FINGERS.map((finger) => rebuildRidges(extract(impress(finger, { seed: 1 })).template));

  it('returns true for a plain wave, and in black and white', () => {
    expect(ridges.map((each) => seen(paint(each, (level) => 128 - 100 * level)))).not.toContain(false);
    expect(ridges.map((each) => seen(paint(each, (level) => (level > 0 ? 30 : 230))))).not.toContain(false);
  });

  it('returns true with noise and uneven light', () => {
    const random = randomFrom(7);
    const light = hills(random, 60);
    const press = hills(random, 40);
    const worn = ridges.map((each) =>
      paint(each, (level, x, y) => 140 + 25 * light(x, y) - (70 + 35 * press(x, y)) * level + bell(random, 10)),
    );
    expect(worn.map(seen)).not.toContain(false);
  });
});

describe('looksRebuilt on a real finger', () => {
  it.each(WAYS)('returns false, impression $seed', (way) => {
    expect(FINGERS.map((finger) => seen(impress(finger, way)))).not.toContain(true);
  });

  it('returns false for a strip, a tiny picture and a blank one', () => {
    const { width, height, dpi, pixels } = impress(FINGERS[0]!, { seed: 1 });
    expect(seen({ width, height: 32, dpi, pixels: pixels.subarray(0, 32 * width) })).toBe(false);
    expect(seen({ width: 8, height: 8, dpi, pixels: new Uint8Array(64) })).toBe(false);
    expect(seen({ width, height, dpi, pixels: new Uint8Array(width * height).fill(255) })).toBe(false);
  });
});
