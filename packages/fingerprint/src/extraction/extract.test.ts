import { describe, expect, test } from 'vitest';
import type { GreyImage } from '../image.ts';
import { compare } from '../matching/compare.ts';
import { MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { encodeTemplate } from '../template/template.ts';
import { extractTemplate } from './extract.ts';
import { assessQuality, ENROLMENT_QUALITY_MINIMUM } from './quality.ts';
import { atWorkingResolution } from './resample.ts';

const finger = makeFinger(42);
const impression = impress(finger, { seed: 1 });
const template = extractTemplate(impression);

describe('extractTemplate', () => {
  test('finds more than 15 minutiae of both types within the picture', () => {
    expect(template.x.length).toBeGreaterThan(15);
    expect(Math.max(...template.x)).toBeLessThan(impression.width);
    expect(Math.max(...template.y)).toBeLessThan(impression.height);
    expect(new Set(template.type)).toEqual(new Set([0, 1]));
  });

  test('gives the same template for the same picture', () => {
    expect(encodeTemplate(extractTemplate(impression))).toEqual(encodeTemplate(template));
  });

  test('rescales other resolutions to 500 dpi', () => {
    const other = impress(finger, { seed: 2 });
    for (const dpi of [1000, 750, 363]) {
      const scanned = scaled(other, dpi);
      const found = extractTemplate(scanned);
      expect(Math.abs(found.width - other.width)).toBeLessThan(3);
      expect(compare(found, template)).toBeGreaterThan(MONEY_THRESHOLD);
    }
  });

  test('finds one drawn ridge ending at its position and along its ridge', () => {
    const stripes = drawn(200, 200, (x, y) => {
      // From the middle to the right one ridge more than to the left.
      const phase = Math.atan2(y - 100, x - 100) / (2 * Math.PI) + 0.5;
      return 128 - 100 * Math.cos((2 * Math.PI * y) / 9 + 2 * Math.PI * phase);
    });
    const found = extractTemplate(stripes);
    expect(found.x.length).toBe(1);
    expect(Math.abs(found.x[0]! - 100)).toBeLessThan(6);
    expect(Math.abs(found.y[0]! - 100)).toBeLessThan(6);
    expect(Math.abs(((found.direction[0]! + 64) % 128) - 64)).toBeLessThan(6);
  });

  test('returns no minutiae for blank pictures of any size', () => {
    for (const [width, height] of [
      [0, 0],
      [1, 1],
      [5, 400],
      [31, 31],
      [300, 400],
      [2001, 40],
    ] as const) {
      for (const grey of [0, 128, 255]) {
        expect(extractTemplate(drawn(width, height, () => grey)).x.length).toBe(0);
      }
    }
  });
});

describe('assessQuality', () => {
  test('reaches the enrolment minimum for ordinary impressions', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const image = impress(finger, { seed });
      expect(assessQuality(image, extractTemplate(image))).toBeGreaterThanOrEqual(ENROLMENT_QUALITY_MINIMUM);
    }
  });

  test('is below the enrolment minimum for blanks, noise, stripes, a corner or a smear', () => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const bad = {
      blank: drawn(300, 400, () => 250),
      noise: drawn(300, 400, () => 255 * random()),
      faint: drawn(300, 400, () => 128 + 20 * random()),
      stripes: drawn(300, 400, (x) => 128 + 100 * Math.sin(x / 1.4)),
      shade: drawn(300, 400, (x) => x / 2),
      corner: drawn(70, 70, (x, y) => impression.pixels[(y + 160) * impression.width + x + 110]!),
      smear: smeared(impression),
    };
    for (const [name, image] of Object.entries(bad)) {
      expect([name, assessQuality(image, extractTemplate(image))]).toEqual([
        name,
        expect.toSatisfy((q: number) => q < ENROLMENT_QUALITY_MINIMUM),
      ]);
    }
  });

  test('is 0 for a template of another picture', () => {
    expect(
      assessQuality(
        drawn(300, 300, () => 200),
        template,
      ),
    ).toBe(0);
  });
});

describe('atWorkingResolution', () => {
  test('keeps a flat picture flat, and returns a picture at 500 dpi unchanged', () => {
    const flat = atWorkingResolution({ ...drawn(90, 60, () => 77), dpi: 300 });
    expect([flat.width, flat.height]).toEqual([150, 100]);
    expect(new Set(flat.pixels)).toEqual(new Set([77]));
    expect(atWorkingResolution(impression)).toBe(impression);
  });

  test('does not alias ridges too fine for 500 dpi into coarse ones', () => {
    const fine = atWorkingResolution({ ...drawn(400, 40, (x) => (x % 2 === 0 ? 0 : 255)), dpi: 1000 });
    expect(Math.max(...fine.pixels) - Math.min(...fine.pixels)).toBeLessThan(80);
  });
});

function drawn(width: number, height: number, grey: (x: number, y: number) => number): GreyImage {
  return {
    width,
    height,
    dpi: 500,
    pixels: Uint8Array.from({ length: width * height }, (_, i) => grey(i % width, Math.floor(i / width))),
  };
}

/** The picture as a finger leaves it that slips down the glass. */
function smeared(image: GreyImage): GreyImage {
  return drawn(image.width, image.height, (x, y) => {
    let sum = 0;
    for (let k = -20; k <= 20; k++) {
      sum += image.pixels[Math.min(image.height - 1, Math.max(0, y + k)) * image.width + x]!;
    }
    return sum / 41;
  });
}

/** The picture as a reader of another resolution would take it. */
function scaled(image: GreyImage, dpi: number): GreyImage {
  const other = atWorkingResolution({ ...image, dpi: (500 * 500) / dpi });
  return { ...other, dpi };
}
