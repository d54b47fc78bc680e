import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../src/image.ts';
import { impress, makeFinger } from '../src/synthetic/finger.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import { TRANSFORMS, type TransformName } from './transforms.ts';

const image = impress(makeFinger(1), { seed: 1 });
const dark = ({ pixels }: GreyImage) => pixels.filter((grey) => grey < 128).length;
const mean = ({ pixels }: GreyImage) => pixels.reduce((sum, grey) => sum + grey, 0) / pixels.length;
const made = async (name: TransformName, seed = 1) => await TRANSFORMS[name](image, randomFrom(seed));

describe('a degraded picture', () => {
  it.each(Object.keys(TRANSFORMS) as TransformName[])('is deterministic: %s', async (name) => {
    const one = await made(name);
    expect(one).toEqual(await made(name));
    expect(one.pixels).toHaveLength(one.width * one.height);
    expect(one.pixels.every((grey, k) => grey === image.pixels[k])).toBe(name === 'as it is');
  });

  it('shows the loss that its transform names: area, dryness, wetness or dirt', async () => {
    expect(dark(await made('three fifths of the finger')) / dark(image)).toBeCloseTo(0.6, 1);
    expect(mean(await made('dry skin'))).toBeGreaterThan(mean(image) + 5);
    expect(mean(await made('wet skin'))).toBeLessThan(mean(image) - 5);
    const smeared = await made('dirt on a sixth');
    const touched = smeared.pixels.filter((grey, k) => grey !== image.pixels[k]).length / image.pixels.length;
    expect(touched).toBeGreaterThan(0.14);
    expect(touched).toBeLessThan(0.18);
  });

  it('keeps its physical size if its resolution is declared, and not otherwise', async () => {
    const told = await made('taken at 350 dpi');
    expect(told.width / told.dpi).toBeCloseTo(image.width / image.dpi, 2);
    const untold = await made('taken at 350 dpi, called as before');
    expect(untold.width / untold.dpi).toBeCloseTo((0.7 * image.width) / image.dpi, 2);
    const turned = await made('turned by 30 degrees');
    expect(turned.width).toBe(Math.round(image.width * Math.cos(Math.PI / 6) + image.height * 0.5));
  });
});
