import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { compare } from '../matching/compare.ts';
import { MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { impress, makeFinger } from './finger.ts';
import { choosePattern } from './orientation.ts';
import { randomFrom } from './random.ts';

describe('synthetic fingers', () => {
  test('are the same finger and picture for the same seed', () => {
    const pictures = [makeFinger(7), makeFinger(7)].map((f) => impress(f, { seed: 3 }));
    expect(Buffer.compare(pictures[0]!.pixels, pictures[1]!.pixels)).toBe(0);
    expect([pictures[0]!.width, pictures[0]!.height, pictures[0]!.dpi]).toEqual([300, 400, 500]);
  });

  test('differ in their pixels in every impression', () => {
    const finger = makeFinger(8);
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const picture = impress(finger, {
        seed,
        shiftX: 0,
        shiftY: 0,
        rotation: 0,
        pressure: 0.5,
        noise: 0.3,
        width: 120,
        height: 120,
      });
      seen.add(Buffer.from(picture.pixels).toString('latin1'));
    }
    expect(seen.size).toBe(40);
  });

  test('have loops, whorls and arches in about natural shares', () => {
    const patterns = Array.from({ length: 400 }, (_, seed) => choosePattern(randomFrom(seed)).name);
    const share = (name: string) => patterns.filter((p) => p.endsWith(name)).length / patterns.length;
    expect(share('loop')).toBeGreaterThan(0.55);
    expect(share('whorl')).toBeGreaterThan(0.12);
    expect(share('arch')).toBeGreaterThan(0.03);
  });

  test('match between impressions of one finger, and not between two fingers', () => {
    const templates = [11, 12, 13, 14, 15, 16].map((seed) => {
      const finger = makeFinger(seed);
      return [1, 2, 3].map((k) => extractTemplate(impress(finger, { seed: k })));
    });
    const same: number[] = [];
    const other: number[] = [];
    for (const [i, a] of templates.entries()) {
      same.push(compare(a[0]!, a[1]!), compare(a[0]!, a[2]!), compare(a[1]!, a[2]!));
      for (const b of templates.slice(i + 1)) other.push(compare(a[0]!, b[0]!), compare(a[1]!, b[1]!));
    }
    expect(Math.min(...same)).toBeGreaterThan(MONEY_THRESHOLD);
    expect(Math.max(...other)).toBeLessThan(MONEY_THRESHOLD);
    expect(Math.min(...templates.flat().map((t) => t.x.length))).toBeGreaterThan(10);
  });

  test('in a spoilt impression have less than half of the dark pixels', () => {
    const finger = makeFinger(9);
    const clean = impress(finger, { seed: 1 });
    const spoilt = impress(finger, { seed: 1, noise: 1, pressure: 0.1, missing: 0.6 });
    const dark = (pixels: Uint8Array) => pixels.reduce((n, v) => n + (v < 128 ? 1 : 0), 0);
    expect(dark(spoilt.pixels)).toBeLessThan(0.5 * dark(clean.pixels));
  });
});
