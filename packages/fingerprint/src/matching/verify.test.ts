import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import type { GreyImage } from '../image.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { meanPeriod, scaled } from '../template/scaled.ts';
import { MAX_SIDE, type Template } from '../template/template.ts';
import { compare, compareToProbe, prepareProbe } from './compare.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from './thresholds.ts';
import { verifyFinger, verifyImpression } from './verify.ts';

const FINGERS = [201, 202, 203, 204].map(makeFinger);
/** Share of its adult size that a finger has at six years of age. */
const CHILD = 0.65;

function touch(finger: number, seed: number, size = 1): Template {
  return extractTemplate(resize(impress(FINGERS[finger]!, { seed }), size));
}

const adult = FINGERS.map((_, finger) => touch(finger, 9));
const child = FINGERS.map((_, finger) => [1, 2, 3].map((seed) => touch(finger, seed, CHILD)));

describe('verifying a finger that has grown since its enrolment', () => {
  test('succeeds with growth allowed, while the plain comparison scores below 50', () => {
    const alone = adult.map((probe, finger) =>
      Math.max(...child[finger]!.map((each) => compareToProbe(prepareProbe(probe), each))),
    );
    const allowing = adult.map((probe, finger) => verifyFinger(prepareProbe(probe), child[finger]!));
    expect(Math.max(...alone)).toBeLessThan(50);
    expect(Math.min(...allowing)).toBeGreaterThan(100);
  });

  test('succeeds at sizes between child and adult', () => {
    for (const size of [0.75, 0.85]) {
      const scores = FINGERS.map((_, finger) => verifyFinger(prepareProbe(touch(finger, 8, size)), child[finger]!));
      expect(Math.min(...scores)).toBeGreaterThan(MONEY_THRESHOLD);
    }
  });

  test("does not match another child's enrolled finger", () => {
    for (const [finger, probe] of adult.entries()) {
      const others = child.filter((_, other) => other !== finger);
      const scores = others.map((enrolled) => verifyFinger(prepareProbe(probe), enrolled));
      expect(Math.max(...scores)).toBeLessThan(GATE_THRESHOLD);
    }
  });

  test('does not shrink: a child-sized probe does not match its adult template', () => {
    const small = prepareProbe(child[0]![0]!);
    expect(verifyImpression(small, adult[0]!)).toBeLessThan(GATE_THRESHOLD);
  });
});

describe('verifying a finger that has not grown', () => {
  test("gives the plain comparison's score", () => {
    const again = touch(0, 10);
    expect(verifyImpression(prepareProbe(again), adult[0]!)).toBe(compare(again, adult[0]!));
  });

  test("matches at a child's size", () => {
    for (const [finger, enrolled] of child.entries())
      expect(verifyFinger(prepareProbe(touch(finger, 7, CHILD)), enrolled)).toBeGreaterThan(GATE_THRESHOLD);
  });

  test('scores 0 without a finger or without enrolled templates', () => {
    const flat = extractTemplate({ width: 300, height: 400, dpi: 500, pixels: new Uint8Array(120_000).fill(250) });
    expect(verifyImpression(prepareProbe(flat), flat)).toBe(0);
    expect(verifyImpression(prepareProbe(adult[0]!), flat)).toBe(0);
    expect(verifyFinger(prepareProbe(adult[0]!), [])).toBe(0);
  });
});

describe('a template compared with itself', () => {
  test('scores above twice the money threshold at any number of minutiae', () => {
    const many = FINGERS.map((_, finger) =>
      extractTemplate(impress(FINGERS[finger]!, { seed: 1, width: 420, height: 520, pressure: 0.8 })),
    );
    expect(Math.max(...many.map(({ x }) => x.length))).toBeGreaterThan(48);
    for (const template of [...many, ...adult, ...child.flat()])
      expect(compare(template, template)).toBeGreaterThan(2 * MONEY_THRESHOLD);
  });
});

describe('a scaled template', () => {
  test('has larger positions and periods and the same directions, and is cached', () => {
    const [template] = adult;
    const larger = scaled(template!, 1.5);
    expect(meanPeriod(larger) / meanPeriod(template!)).toBeCloseTo(1.5, 1);
    expect(larger.x[0]! / template!.x[0]!).toBeCloseTo(1.5, 1);
    expect(larger.direction).toEqual(template!.direction);
    expect(scaled(template!, 1.5)).toBe(larger);
    expect(scaled(template!, 1.005)).toBe(template);
  });

  test('is returned unchanged if it would exceed the maximum side', () => {
    const wide = { ...adult[0]!, width: MAX_SIDE, height: 400 };
    expect(scaled(wide, 1.3)).toBe(wide);
  });
});

/** The picture of a finger so many times as large, each pixel the mean of what it covers. */
function resize({ width, height, dpi, pixels }: GreyImage, size: number): GreyImage {
  if (size === 1) return { width, height, dpi, pixels };
  const columns = Math.round(width * size);
  const rows = Math.round(height * size);
  const out = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      let weight = 0;
      const right = Math.min(width, (x + 1) / size);
      const low = Math.min(height, (y + 1) / size);
      for (let v = Math.floor(y / size); v < low; v++) {
        for (let u = Math.floor(x / size); u < right; u++) {
          const share =
            (Math.min(right, u + 1) - Math.max(x / size, u)) * (Math.min(low, v + 1) - Math.max(y / size, v));
          sum += share * pixels[v * width + u]!;
          weight += share;
        }
      }
      out[y * columns + x] = sum / weight;
    }
  }
  return { width: columns, height: rows, dpi, pixels: out };
}
