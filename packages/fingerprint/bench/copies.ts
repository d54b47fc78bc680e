import sharp, { type Sharp } from 'sharp';
import { COPY_THRESHOLD, likeness } from '../src/copies/likeness.ts';
import { type Relief, reliefOf } from '../src/copies/relief.ts';
import { packSketch, type Sketch, unpackSketch } from '../src/copies/sketch.ts';
import { extractTemplate } from '../src/extraction/extract.ts';
import type { GreyImage } from '../src/image.ts';
import { type Probe, prepareProbe } from '../src/matching/compare.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import { findSets, readImpression } from './sets.ts';

/**
 * `npm run bench:copies -- <folder>`: how alike two touches of one finger are, and a picture and its copies, for a set of
 * impressions or each set in a folder. `refused`: at or above the shipped threshold; none of the genuine may be, and all of the copies.
 */
const random = randomFrom(1, 0xc0b1e5);
const COPIES: Readonly<Record<string, (image: GreyImage) => Promise<GreyImage> | GreyImage>> = {
  'one pixel': (image) => repaint(image, (grey, k) => (k === 5 ? grey ^ 1 : grey)),
  negative: (image) => repaint(image, (grey) => 255 - grey),
  'noise of 1': (image) => repaint(image, (grey) => grey + Math.round((random() - 0.5) * 2)),
  'noise of 3': (image) => repaint(image, (grey) => grey + Math.round((random() - 0.5) * 6)),
  'noise of 12': (image) => repaint(image, (grey) => grey + Math.round((random() - 0.5) * 24)),
  'less contrast': (image) => repaint(image, (grey) => 30 + 0.75 * grey),
  'shifted 7, 5': (image) => cut(image, -7, -5, image.width, image.height),
  'cropped 15 %': (image) =>
    cut(image, 0.07 * image.width, 0.07 * image.height, 0.85 * image.width, 0.85 * image.height),
  'JPEG of 85': (image) => viaJpeg(image, 85),
  'JPEG of 50': (image) => viaJpeg(image, 50),
  'turned 1°': (image) => turn(image, 1),
  'turned 3°': (image) => turn(image, 3),
  'turned 10°': (image) => turn(image, 10),
  'enlarged 5 %': (image) => resize(image, 1.05),
  'reduced 5 %': (image) => resize(image, 0.95),
};
/** One picture in so many is copied. */
const COPIED = 4;

interface Taken {
  readonly finger: string;
  readonly image: GreyImage;
  readonly probe: Probe;
  readonly relief: Relief;
  readonly sketch: Sketch;
}

const folder = process.argv[2];
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: npm run bench:copies -- <folder of pictures named finger_impression.png, or of such folders>');
  process.exit(1);
}
console.log(
  `                            pairs  refused   least    1 %   half   99 %   most     (threshold ${COPY_THRESHOLD})`,
);
for (const { name, impressions } of sets) {
  const taken: Taken[] = [];
  for (const impression of impressions)
    taken.push({ finger: impression.finger, ...take(await readImpression(impression)) });
  const genuine: number[] = [];
  let milliseconds = 0;
  for (const probe of taken) {
    for (const other of taken) {
      if (probe === other || probe.finger !== other.finger) continue;
      const before = process.threadCpuUsage().user;
      genuine.push(likeness(probe.probe, probe.relief, other.sketch));
      milliseconds += (process.threadCpuUsage().user - before) / 1000;
    }
  }
  console.log(`${name}: ${(milliseconds / genuine.length).toFixed(2)} ms a pair`);
  say('two touches', genuine);
  for (const [copy, make] of Object.entries(COPIES)) {
    const found: number[] = [];
    for (const original of taken.filter((_, k) => k % COPIED === 0)) {
      const { probe, relief } = take(await make(original.image));
      found.push(likeness(probe, relief, original.sketch));
    }
    say(copy, found);
  }
}

function take(image: GreyImage): Omit<Taken, 'finger'> {
  const template = extractTemplate(image);
  const relief = reliefOf(image, template);
  return { image, probe: prepareProbe(template), relief, sketch: unpackSketch(packSketch(template, relief)) };
}

function say(what: string, found: number[]): void {
  found.sort((a, b) => a - b);
  const at = (share: number) => (found[Math.floor(share * (found.length - 1))] ?? 0).toFixed(3).padStart(7);
  const refused = found.filter((each) => each >= COPY_THRESHOLD).length;
  console.log(
    `  ${what.padEnd(22)}${`${found.length}`.padStart(9)}${`${refused}`.padStart(9)} ${[0, 0.01, 0.5, 0.99, 1].map(at).join('')}`,
  );
}

function repaint(image: GreyImage, paint: (grey: number, place: number) => number): GreyImage {
  return { ...image, pixels: image.pixels.map((grey, k) => Math.max(0, Math.min(255, paint(grey, k)))) };
}

function cut(image: GreyImage, left: number, top: number, wide: number, high: number): GreyImage {
  const [width, height] = [Math.floor(wide), Math.floor(high)];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x + Math.floor(left), y + Math.floor(top)];
      if (u >= 0 && v >= 0 && u < image.width && v < image.height)
        pixels[y * width + x] = image.pixels[v * image.width + u]!;
    }
  }
  return { ...image, width, height, pixels };
}

function opened({ pixels, width, height }: GreyImage) {
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}

async function closed(picture: Sharp, { dpi }: GreyImage): Promise<GreyImage> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dpi, pixels: new Uint8Array(data) };
}

async function viaJpeg(image: GreyImage, quality: number): Promise<GreyImage> {
  return closed(sharp(await opened(image).jpeg({ quality }).toBuffer()), image);
}

function turn(image: GreyImage, degrees: number): Promise<GreyImage> {
  return closed(opened(image).rotate(degrees, { background: 'white' }), image);
}

function resize(image: GreyImage, scale: number): Promise<GreyImage> {
  return closed(opened(image).resize(Math.round(image.width * scale), Math.round(image.height * scale)), image);
}
