import { describe, expect, test } from 'vitest';
import type { GreyImage } from '../image.ts';
import { compare } from '../matching/compare.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { meanPeriod, resizeTemplate } from '../template/scaled.ts';
import { MAX_SIDE, type Template } from '../template/template.ts';
import { analyse, extract, extractTemplate } from './extract.ts';
import { enlarge, enlargementOf } from './narrow.ts';
import { packTemplate } from './pack.ts';
import { assessQuality } from './quality.ts';
import { atWorkingResolution } from './resample.ts';

/** Share of its adult size that a finger has at six years of age. */
const CHILD = 0.65;
const FINGERS = [201, 202, 203, 204].map(makeFinger);

/** The picture of a finger that is `size` times as large. */
function small(finger: number, seed: number, size = CHILD): GreyImage {
  return atWorkingResolution({ ...impress(FINGERS[finger]!, { seed }), dpi: 500 / size });
}

/** The template as it was made before narrow ridges were enlarged: there are such in every school. */
function asBefore(picture: GreyImage): Template {
  const { width, height, minutiae, flow, period, mask } = analyse(picture);
  return packTemplate(width, height, minutiae, flow, period, mask);
}

const pictures = FINGERS.map((_, finger) => small(finger, 1));
const templates = pictures.map(extractTemplate);

describe("a child's finger", () => {
  test('shows at least 80 % of the minutiae of the grown finger', () => {
    for (const [finger, template] of templates.entries()) {
      const grown = extractTemplate(impress(FINGERS[finger]!, { seed: 1 }));
      expect(template.x.length).toBeGreaterThan(0.8 * grown.x.length);
    }
  });

  test("yields a template at the picture's own size, with its narrow ridges", () => {
    for (const [finger, { width, height, x, y }] of templates.entries()) {
      expect([width, height]).toEqual([pictures[finger]!.width, pictures[finger]!.height]);
      expect(Math.max(...x)).toBeLessThan(width);
      expect(Math.max(...y)).toBeLessThan(height);
      const grown = extractTemplate(impress(FINGERS[finger]!, { seed: 1 }));
      expect(meanPeriod(templates[finger]!) / meanPeriod(grown)).toBeCloseTo(CHILD, 1);
      expect(assessQuality(pictures[finger]!, templates[finger]!)).toBeGreaterThan(50);
    }
  });

  test('matches templates made before ridges were enlarged, in both directions, and no other finger', () => {
    for (const [finger, template] of templates.entries()) {
      const before = asBefore(small(finger, 2));
      expect(compare(template, before)).toBeGreaterThan(MONEY_THRESHOLD);
      expect(compare(before, template)).toBeGreaterThan(MONEY_THRESHOLD);
      for (const [other] of templates.entries())
        if (other !== finger) expect(compare(template, asBefore(small(other, 2)))).toBeLessThan(GATE_THRESHOLD);
    }
  });

  test('returns the analysis of its own picture, not of the enlarged one', () => {
    const [picture] = pictures;
    const { template, found } = extract(picture!);
    expect(template).toEqual(templates[0]);
    const { ridges, waves, ...rest } = analyse(picture!);
    expect(found).toMatchObject(rest);
    // The next extraction works where these lie, so they are taken apart anew to be held against each other.
    expect(extract(picture!).found?.waves.even.slice()).toEqual(waves.even);
    expect(extract(picture!).found?.ridges.slice()).toEqual(ridges);
  });
});

describe('the enlargement for extraction', () => {
  const periods = (...period: number[]) => ({
    period: Float32Array.from(period),
    periodicity: new Float32Array(period.length).fill(0.5),
  });
  const finger = (...is: number[]) => Float32Array.from(is);

  test("brings narrow ridges to an adult's period, and is 1 otherwise", () => {
    expect(enlargementOf(periods(6, 6), finger(1, 1), 0.3)).toBeCloseTo(1.5, 6);
    expect(enlargementOf(periods(4, 9), finger(1, 1), 0.3)).toBeCloseTo(1.5, 6);
    expect(enlargementOf(periods(7.3, 7.3), finger(1, 1), 0.3)).toBe(1);
    expect(enlargementOf(periods(12, 12), finger(1, 1), 0.3)).toBe(1);
  });

  test('depends only on clear ridges within the finger', () => {
    expect(enlargementOf(periods(6, 16), finger(1, 0), 0.3)).toBeCloseTo(1.5, 6);
    const blurred = { ...periods(6, 16), periodicity: Float32Array.of(0.5, 0.2) };
    expect(enlargementOf(blurred, finger(1, 1), 0.3)).toBeCloseTo(1.5, 6);
    expect(enlargementOf(periods(5, 5), finger(0, 0), 0.3)).toBe(1);
  });

  test("is skipped for a picture larger than a finger, and applied to a child's finger in any frame", () => {
    const frame = (width: number, height: number) => ({
      width,
      height,
      dpi: 500,
      pixels: new Uint8Array(width * height),
    });
    const texture = frame(880, 880);
    for (const factor of [1.25, 1.5, 2.25]) expect(enlarge(texture, factor)).toBe(texture);
    for (const [width, height] of [
      [355, 390],
      [500, 500],
      [640, 480],
    ] as const)
      expect(enlarge(frame(width, height), 1.8).width).toBe(Math.round(1.8 * width));
  });

  test('is skipped above the maximum side of a template', () => {
    const long = { width: 1400, height: 200, dpi: 500, pixels: new Uint8Array(1400 * 200) };
    expect(enlarge(long, 1.5)).toBe(long);
    expect(enlarge(long, 1.4).width).toBe(1960);
    const pixels = Uint8Array.from({ length: 1400 * 200 }, (_, i) => 128 + 100 * Math.cos(((i / 1400) | 0) * 1.2));
    const found = extractTemplate({ ...long, pixels });
    expect([found.width, found.height]).toEqual([1400, 200]);
    expect(found.width).toBeLessThan(MAX_SIDE);
  });
});

test('a reduced template has the mean ridge period under each cell', () => {
  const none = new Uint8Array(0);
  const places = new Uint16Array(0);
  const bare = { width: 64, height: 32, x: places, y: places, direction: none, type: none, quality: none };
  const period = Uint8Array.of(80, 100, 0, 90, 100, 120, 0, 110);
  const reduced = resizeTemplate({ ...bare, orientation: new Uint8Array(8).fill(7), period }, 0.5);
  expect([reduced.width, reduced.height, ...reduced.period]).toEqual([32, 16, 50, 50]);
  // The middle cell lies half under the one and half under the other.
  const row = { ...bare, width: 48, height: 16, orientation: new Uint8Array(3), period: Uint8Array.of(60, 90, 120) };
  expect([...resizeTemplate(row, 2 / 3).period]).toEqual([47, 73]);
});
