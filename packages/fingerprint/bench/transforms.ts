import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from '../src/image.ts';
import { bell, between, hills, type Random } from '../src/synthetic/random.ts';

type Transform = (image: GreyImage, random: Random) => GreyImage | Promise<GreyImage>;

/** The ways in which a touch is worse than those at the enrolment, by name. */
export const TRANSFORMS = {
  'as it is': (image) => image,
  'dirt on a sixth': dirty,
  'dry skin': dry,
  'wet skin': wet,
  'blur of 1.5 pixels': (image) => sharpened(image, (picture) => picture.blur(1.5)),
  'noise of 25 grey levels': (image, random) => paint(image, (grey) => grey + bell(random, 25)),
  'three fifths of the finger': partial,
  'turned by 30 degrees': (image, random) => turn(image, random() < 0.5 ? -30 : 30),
  'taken at 350 dpi': (image) => resize(image, 350 / image.dpi, 350),
  'taken at 350 dpi, called as before': (image) => resize(image, 350 / image.dpi, image.dpi),
  'nine tenths as large': (image) => resize(image, 0.9, image.dpi),
} as const satisfies Record<string, Transform>;

export type TransformName = keyof typeof TRANSFORMS;

function paint(image: GreyImage, of: (grey: number, x: number, y: number) => number): GreyImage {
  const { width } = image;
  return {
    ...image,
    pixels: image.pixels.map((grey, k) =>
      Math.max(0, Math.min(255, Math.round(of(grey, k % width, Math.floor(k / width))))),
    ),
  };
}

/** Dark smears over a sixth of the picture, through which a fifth of the contrast shows. */
function dirty(image: GreyImage, random: Random): GreyImage {
  const smear = hills(random, 22);
  const levels = image.pixels.map((_, k) => 127 * (1 + smear(k % image.width, Math.floor(k / image.width)))).sort();
  const limit = levels[Math.floor((5 * levels.length) / 6)]! / 127 - 1;
  return paint(image, (grey, x, y) => (smear(x, y) > limit ? 60 + 0.2 * grey : grey));
}

/** Ridges that touch the glass in spots: ink fades in grains of three pixels, more in some places than in others. */
function dry(image: GreyImage, random: Random): GreyImage {
  const grain = hills(random, 3);
  const place = hills(random, 40);
  return paint(image, (grey, x, y) => 255 - (255 - grey) * (grain(x, y) > 0.1 + 0.4 * place(x, y) ? 0.2 : 0.9));
}

/** Water between the ridges: the darkest pixel around takes its neighbours, in half of the places. */
function wet(image: GreyImage, random: Random): GreyImage {
  const place = hills(random, 40);
  const { width, height, pixels } = image;
  return paint(image, (grey, x, y) => {
    const reach = place(x, y) > 0 ? 2 : 1;
    let least = grey;
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
      for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
        least = Math.min(least, pixels[v * width + u]!);
    return 0.75 * least + 0.25 * grey;
  });
}

/** A straight cut at some angle leaves three fifths of the dark pixels; the rest is as bright as the brightest. */
function partial(image: GreyImage, random: Random): GreyImage {
  const angle = between(random, 0, 2 * Math.PI);
  const depthOf = (x: number, y: number) => x * Math.cos(angle) + y * Math.sin(angle);
  const depths = Array.from(image.pixels, (grey, k) =>
    grey < 128 ? depthOf(k % image.width, Math.floor(k / image.width)) : Number.NaN,
  )
    .filter((depth) => !Number.isNaN(depth))
    .sort((a, b) => a - b);
  const limit = depths[Math.floor(0.6 * depths.length)] ?? 0;
  const blank = image.pixels.reduce((most, grey) => Math.max(most, grey), 0);
  return paint(image, (grey, x, y) => (depthOf(x, y) <= limit ? grey : blank));
}

/** The picture grows until all of it fits; its corners are as bright as the brightest. */
function turn(image: GreyImage, degrees: number): Promise<GreyImage> {
  const blank = image.pixels.reduce((most, grey) => Math.max(most, grey), 0);
  return sharpened(image, (picture) => picture.rotate(degrees, { background: { r: blank, g: blank, b: blank } }));
}

async function resize(image: GreyImage, scale: number, dpi: number): Promise<GreyImage> {
  const size = [Math.round(image.width * scale), Math.round(image.height * scale)] as const;
  return { ...(await sharpened(image, (picture) => picture.resize(...size, { fit: 'fill' }))), dpi };
}

async function sharpened(image: GreyImage, by: (picture: Sharp) => Sharp): Promise<GreyImage> {
  const { width, height, dpi, pixels } = image;
  const { data, info } = await by(sharp(pixels, { raw: { width, height, channels: 1 } }))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dpi, pixels: new Uint8Array(data) };
}
