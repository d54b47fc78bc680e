import sharp, { type Sharp } from 'sharp';
import { BLOCK } from '../../src/extraction/blocks.ts';
import { RIM } from '../../src/extraction/layout.ts';
import type { GreyImage } from '../../src/image.ts';
import { paint, type Rebuilt } from '../../src/rebuilt/rebuild.testkit.ts';
import { bell, hills, type Random } from '../../src/synthetic/random.ts';
import type { Donor } from './donor.ts';
import { quilt } from './quilt.ts';

/** A thief has the ridges grown from the template, and real pictures of other fingers on the same reader. */
export interface Attack {
  readonly ridges: Rebuilt;
  readonly donors: readonly Donor[];
  readonly random: Random;
}

/** Ways to make a picture of rebuilt ridges, weakest first. */
export const STRENGTHS: Readonly<Record<string, (attack: Attack) => Promise<GreyImage> | GreyImage>> = {
  'plain sinusoid': ({ ridges }) => paint(ridges, (level) => 128 - 100 * level),
  'binary ridges': ({ ridges }) =>
    soften(
      paint(ridges, (level) => (level > 0 ? 30 : 235)),
      0.6,
    ),
  'uneven contrast, noise of 10': ({ ridges, random }) => {
    const light = hills(random, 60);
    const press = hills(random, 40);
    return paint(ridges, (level, x, y) => 140 + 25 * light(x, y) - (70 + 35 * press(x, y)) * level + bell(random, 10));
  },
  'pores, blur, noise, JPEG of 80': async ({ ridges, random }) => {
    const pores = poresOf(ridges, random);
    const press = hills(random, 40);
    const painted = paint(
      ridges,
      (level, x, y) => 140 - (75 + 35 * press(x, y)) * (level - pores[y * ridges.width + x]!) + bell(random, 14),
    );
    return viaJpeg(await soften(painted, 0.8), 80);
  },
  "a reader's levels and ridge profile": ({ ridges, donors, random }) => onGlass(ridges, donors[0]!, random, 0),
  "and another finger's residual": ({ ridges, donors, random }) => onGlass(ridges, donors[0]!, random, 1),
  'quilted of patches of other fingers': ({ ridges, donors, random }) => quilt(ridges, donors, random),
};

/** The ways whose ridges are all grown and have grey levels: the guard's weights are fitted to these. */
export const GROWN: readonly string[] = [
  'plain sinusoid',
  'uneven contrast, noise of 10',
  'pores, blur, noise, JPEG of 80',
  "a reader's levels and ridge profile",
];

/** Lays the ridges on the reader's glass in the donor's place: its light, its pressure, its ridge profile and, by `share`, what its picture has beside ridges. */
function onGlass(ridges: Rebuilt, donor: Donor, random: Random, share: number): GreyImage {
  const { width, height } = ridges;
  const pixels = new Uint8ClampedArray(width * height);
  const stride = width + 2 * RIM;
  const { picture } = donor;
  const own = picture.width + 2 * RIM;
  const [pullX, pullY] = [hills(random, 14), hills(random, 14)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = Math.min(picture.width - 1, x);
      const v = Math.min(picture.height - 1, y);
      // Real ridges are not as smooth as grown ones.
      const sx = Math.max(0, Math.min(width - 1, Math.round(x + share * 1.2 * pullX(x, y))));
      const sy = Math.max(0, Math.min(height - 1, Math.round(y + share * 1.2 * pullY(x, y))));
      const at = (sy + RIM) * stride + sx + RIM;
      const [even, odd] = [ridges.waves.even[at]!, ridges.waves.odd[at]!];
      const place = (v + RIM) * own + u + RIM;
      const level = even === 0 && odd === 0 ? 0 : donor.profile(even, odd);
      const rest = donor.value[place]! - donor.profile(donor.waves.even[place]!, donor.waves.odd[place]!);
      const finger = donor.mask[((v / BLOCK) | 0) * donor.columns + ((u / BLOCK) | 0)]! > 0;
      const value = finger ? level + share * rest : share > 0 ? donor.value[place]! : 0;
      pixels[y * width + x] =
        donor.mean(u, v) - (donor.deviation(u, v) + 4) * value + (share > 0 ? 0 : bell(random, 3));
    }
  }
  return { width, height, dpi: 500, pixels: Uint8Array.from(pixels) };
}

/** Light dots on the crests, as sweat pores are. */
function poresOf({ width, height, level }: Rebuilt, random: Random): Float32Array {
  const stride = width + 2 * RIM;
  const pores = new Float32Array(width * height);
  for (let y = 4; y < height - 4; y += 8) {
    for (let x = 4; x < width - 4; x += 8) {
      const px = x + Math.floor(random() * 5) - 2;
      const py = y + Math.floor(random() * 5) - 2;
      if (level[(py + RIM) * stride + px + RIM]! < 0.5) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) {
          const at = (py + dy) * width + px + dx;
          pores[at] = pores[at]! + (0.6 + random()) * Math.exp(-(dx * dx + dy * dy) / 1.8);
        }
    }
  }
  return pores;
}

/** Blurs by a Gaussian. */
export async function soften(image: GreyImage, sigma: number): Promise<GreyImage> {
  return { ...image, pixels: await rawOf(sharpOf(image).blur(sigma)) };
}

/** Compresses and reads again. */
export async function viaJpeg(image: GreyImage, quality: number): Promise<GreyImage> {
  return { ...image, pixels: await rawOf(sharp(await sharpOf(image).jpeg({ quality }).toBuffer())) };
}

function sharpOf({ pixels, width, height }: GreyImage) {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

async function rawOf(picture: Sharp): Promise<Uint8Array> {
  return picture.toColourspace('b-w').raw().toBuffer();
}
