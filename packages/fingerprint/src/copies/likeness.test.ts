import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import type { GreyImage } from '../image.ts';
import { prepareProbe } from '../matching/compare.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { type Template, TemplateError } from '../template/template.ts';
import { COPY_THRESHOLD, isCopyOf, likeness } from './likeness.ts';
import { reliefOf } from './relief.ts';
import { packSketch, unpackSketch } from './sketch.ts';

const FINGERS = [201, 202, 203].map(makeFinger);
const touches = FINGERS.map((finger) => [1, 2, 3, 4].map((seed) => impress(finger, { seed })));
const sketches = touches.map((each) => each.map((image) => unpackSketch(sketchOf(image))));

describe('copy detection of a picture', () => {
  test('does not report another touch of the same finger, even in the same position', () => {
    const laidAlike = { shiftX: 0, shiftY: 0, rotation: 0, pressure: 0.5, noise: 0.3 };
    for (const [place, finger] of FINGERS.entries()) {
      for (const [touch, image] of touches[place]!.entries()) {
        const others = sketches[place]!.filter((_, each) => each !== touch);
        expect(Math.max(...others.map((sketch) => likenessOf(image, sketch)))).toBeLessThan(COPY_THRESHOLD - 0.1);
      }
      const [first, second] = [11, 12].map((seed) => impress(finger, { seed, ...laidAlike }));
      expect(likenessOf(first!, unpackSketch(sketchOf(second!)))).toBeLessThan(COPY_THRESHOLD - 0.1);
    }
  });

  test('gives another finger less than half likeness', () => {
    expect(likenessOf(touches[0]![0]!, sketches[1]![0]!)).toBeLessThan(0.5);
  });

  test.each<[string, (image: GreyImage) => GreyImage]>([
    ['itself', (image) => image],
    ['one pixel changed', (image) => repaint(image, (grey, k) => (k === 60_150 ? grey ^ 1 : grey))],
    ['a negative', (image) => repaint(image, (grey) => 255 - grey)],
    ['noise', (image) => repaint(image, (grey, k) => grey + ((k * 7919) % 7) - 3)],
    ['less contrast', (image) => repaint(image, (grey) => 40 + 0.7 * grey)],
    ['shifted', (image) => resample(image, 300, 400, (x, y) => [x - 7, y + 5])],
    ['cropped', (image) => resample(image, 250, 340, (x, y) => [x + 25, y + 30])],
    ['turned', (image) => resample(image, 300, 400, (x, y) => [x * 0.9986 - y * 0.0523, x * 0.0523 + y * 0.9986])],
    ['enlarged', (image) => resample(image, 315, 420, (x, y) => [x / 1.05, y / 1.05])],
    [
      'a negative that is shifted',
      (image) =>
        resample(
          repaint(image, (grey) => 255 - grey),
          300,
          400,
          (x, y) => [x + 9, y],
        ),
    ],
  ])('recognises a copy with %s', (_, copy) => {
    for (const [place, [original]] of touches.entries()) {
      expect(likenessOf(copy(original!), sketches[place]![0]!)).toBeGreaterThanOrEqual(COPY_THRESHOLD);
    }
  });

  test('recognises a copy shifted by a pixel without any minutiae', () => {
    for (const [place, [original]] of touches.entries()) {
      const sketch = sketches[place]![0]!;
      const none = new Uint8Array(0);
      const template = { ...sketch.template, x: new Uint16Array(0), y: new Uint16Array(0), direction: none };
      const moved = resample(original!, 300, 400, (x, y) => [x - 1.2, y + 0.7]);
      expect(likenessOf(moved, { ...sketch, template })).toBeGreaterThanOrEqual(COPY_THRESHOLD);
    }
  });

  test('gives zero likeness to a picture without a finger, even to itself', () => {
    const blank = { width: 300, height: 400, dpi: 500, pixels: new Uint8Array(300 * 400).fill(250) };
    expect(likenessOf(blank, unpackSketch(sketchOf(blank)))).toBe(0);
    expect(likenessOf(touches[0]![0]!, unpackSketch(sketchOf(blank)))).toBe(0);
  });

  test('recognises the same picture in the same position without minutiae', () => {
    const image = touches[0]![0]!;
    const template = extractTemplate(image);
    const none = { x: new Uint16Array(0), y: new Uint16Array(0) };
    const bare = { ...template, ...none, direction: none.x, type: none.x, quality: none.x } as unknown as Template;
    const sketch = unpackSketch(packSketch(bare, reliefOf(image, template)));
    expect(likeness(prepareProbe(bare), reliefOf(image, template), sketch)).toBe(1);
    expect(likeness(prepareProbe(bare), reliefOf(touches[0]![1]!, template), sketch)).toBeLessThan(COPY_THRESHOLD);
  });

  test('recognises the same picture at another resolution', () => {
    const finer = { ...touches[0]![0]!, dpi: 600 };
    expect(likenessOf(finer, unpackSketch(sketchOf(finer)))).toBe(1);
  });
});

test('a sketch that is truncated or of another version is rejected', () => {
  const bytes = sketchOf(touches[0]![0]!);
  for (const broken of [
    bytes.subarray(0, 4),
    bytes.subarray(0, -1),
    Uint8Array.from(bytes, (b, k) => (k === 0 ? 9 : b)),
  ])
    expect(() => unpackSketch(broken)).toThrow(TemplateError);
});

function sketchOf(image: GreyImage): Uint8Array {
  const template = extractTemplate(image);
  return packSketch(template, reliefOf(image, template));
}

/** Their likeness; the verdict that is told sooner must never be another. */
function likenessOf(image: GreyImage, sketch: ReturnType<typeof unpackSketch>): number {
  const template = extractTemplate(image);
  const [probe, relief] = [prepareProbe(template), reliefOf(image, template)];
  const found = likeness(probe, relief, sketch);
  expect(isCopyOf(probe, relief, sketch)).toBe(found >= COPY_THRESHOLD);
  return found;
}

function repaint(image: GreyImage, paint: (grey: number, place: number) => number): GreyImage {
  return { ...image, pixels: image.pixels.map((grey, k) => Math.max(0, Math.min(255, paint(grey, k)))) };
}

/** `from`: the place in the image of each point of the copy. */
function resample(
  image: GreyImage,
  width: number,
  height: number,
  from: (x: number, y: number) => readonly [number, number],
): GreyImage {
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y);
      const [i, j] = [Math.floor(u), Math.floor(v)];
      if (i < 0 || j < 0 || i >= image.width - 1 || j >= image.height - 1) continue;
      const [s, t] = [u - i, v - j];
      const at = (dx: number, dy: number) => image.pixels[(j + dy) * image.width + i + dx]!;
      pixels[y * width + x] = (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t;
    }
  }
  return { ...image, width, height, pixels };
}
