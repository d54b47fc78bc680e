import { describe, expect, test } from 'vitest';
import { TRANSFORMS } from '../../bench/transforms.ts';
import type { GreyImage } from '../image.ts';
import { type Impression, impress, makeFinger } from '../synthetic/finger.ts';
import { randomFrom } from '../synthetic/random.ts';
import { type Advice, adviseOn } from './advice.ts';
import { extractTemplate } from './extract.ts';
import { assessQuality, CLEAR_FROM } from './quality.ts';

const fingers = [3, 17, 29, 44].map(makeFinger);
const laid = (how: Impression) => fingers.map((finger) => impress(finger, how));
const clean = laid({ seed: 1 });

/** The word for each picture, said or not: it is said of a touch that failed and is not clear. */
function words(pictures: readonly GreyImage[]): Advice[] {
  return pictures.map((picture) => adviseOn(picture, extractTemplate(picture)));
}

function all(word: Advice): Advice[] {
  return fingers.map(() => word);
}

describe('the advice after a failed touch', () => {
  test.each<[name: string, how: Impression]>([
    ['right', { seed: 1, shiftX: 170 }],
    ['left', { seed: 1, shiftX: -170 }],
    ['upper', { seed: 1, shiftY: -200 }],
    ['lower', { seed: 1, shiftY: 200 }],
  ])('is to move to the middle if the finger is cut by the %s edge', (_, how) => {
    expect(words(laid(how))).toEqual(all('middle'));
  });

  test('is not to move if enough of the finger shows, or the glass is small', () => {
    expect(words(laid({ seed: 1, shiftX: 100 }).filter((_, k) => k !== 1))).toEqual(['wipe', 'wipe', 'wipe']);
    expect(words(laid({ seed: 1, width: 150, height: 200 }))).not.toContain('middle');
  });

  test('is not "dry" for thin smooth ridges', async () => {
    const thin = laid({ seed: 1, pressure: 0.02 });
    expect(words(thin)).toContain('dry');
    const smooth = await Promise.all(thin.map((picture) => TRANSFORMS['blur of 1.5 pixels'](picture)));
    expect(words(smooth)).not.toContain('dry');
  });

  test('is "dry" for grainy ridges and faint touches', () => {
    expect(words(clean.map((picture, k) => TRANSFORMS['dry skin'](picture, randomFrom(1, k))))).toEqual(all('dry'));
    expect(words(laid({ seed: 2, pressure: 0.1, noise: 0.9, missing: 0.4 }))).toEqual(all('dry'));
  });

  test('is "wet" for ridges that run together', () => {
    expect(words(clean.map((picture, k) => TRANSFORMS['wet skin'](picture, randomFrom(1, k))))).toEqual(all('wet'));
    const pressed = laid({ seed: 1, pressure: 0.9 });
    expect(words(pressed.map((picture, k) => TRANSFORMS['wet skin'](picture, randomFrom(1, k))))).toEqual(all('wet'));
  });

  test('is to press flatter for a small print inside the edges', () => {
    const small = clean.map((picture) => framed(picture, 45));
    expect(words(small)).toEqual(all('flatter'));
  });

  test('is to wipe for dirt, and for a template of another picture', async () => {
    const dirty = await Promise.all(
      clean.map((picture, k) => TRANSFORMS['dirt on a sixth'](picture, randomFrom(1, k))),
    );
    expect(words(dirty)).toEqual(all('wipe'));
    expect(
      adviseOn({ ...clean[0]!, width: 100, height: 100, pixels: new Uint8Array(10_000) }, extractTemplate(clean[0]!)),
    ).toBe('wipe');
  });

  test('would be to wipe for a clean picture, whose quality is high enough not to need advice', () => {
    for (const seed of [1, 2, 3])
      for (const picture of laid({ seed })) {
        expect(assessQuality(picture, extractTemplate(picture))).toBeGreaterThanOrEqual(CLEAR_FROM.searched);
        expect(words([picture])).toEqual(['wipe']);
      }
  });
});

/** The picture with what is further from its middle than the radius as light as the glass. */
function framed(picture: GreyImage, radius: number): GreyImage {
  const { width, height } = picture;
  return {
    ...picture,
    pixels: picture.pixels.map((grey, k) =>
      Math.hypot((k % width) - width / 2, Math.floor(k / width) - height / 2) > radius ? 245 : grey,
    ),
  };
}
