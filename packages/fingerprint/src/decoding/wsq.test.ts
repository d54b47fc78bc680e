import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import type { GreyImage } from '../image.ts';
import { compare } from '../matching/compare.ts';
import { MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { decodeImage } from './decode.ts';
import { apart } from './formats.testkit.ts';
import { encodeWsq, nistComment } from './wsq.testkit.ts';
import { bandsOf } from './wsq-bands.ts';

/** A picture without detail finer than the stored bands, so that nothing but the steps is lost. */
function smooth(width: number, height: number): GreyImage {
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 128 + 60 * Math.sin(x / 2 + y / 7) + 50 * Math.cos(y / 3 - x / 11);
  });
  return { width, height, dpi: 500, pixels };
}

describe('a WSQ', () => {
  test.each([
    [65, 65],
    [66, 97],
    [131, 80],
    [200, 151],
    [257, 388],
  ])('decodes to its picture of %i × %i within two grey levels', (width, height) => {
    const picture = smooth(width, height);
    const read = decodeImage(encodeWsq(picture, { step: 0.25 }));
    expect([read.width, read.height, read.dpi]).toEqual([width, height, 500]);
    expect(apart(read.pixels, picture.pixels)).toBeLessThanOrEqual(2);
  });

  test.each([
    [1, 4],
    [2, 12],
    [3, 40],
  ])('of finger %i, in steps of %i, still matches its finger at the money threshold', (seed, step) => {
    const picture = impress(makeFinger(seed), { seed });
    const file = encodeWsq(picture, { step });
    expect(file.length).toBeLessThan(picture.pixels.length / 2);
    const read = decodeImage(file);
    const differences = read.pixels.map((v, i) => Math.abs(v - picture.pixels[i]!));
    // The finest detail, a quarter of the values, is in no WSQ: this is for the most part the noise of the glass.
    expect(differences.reduce((sum, v) => sum + v, 0) / differences.length).toBeLessThan(12);
    const [own, other] = [extractTemplate(picture), extractTemplate(read)];
    expect(compare(own, other)).toBeGreaterThan(2 * MONEY_THRESHOLD);
    expect(compare(extractTemplate(impress(makeFinger(seed), { seed: seed + 50 })), other)).toBeGreaterThan(
      MONEY_THRESHOLD,
    );
  });

  test('without its finest bands decodes from the bands it has', () => {
    const picture = smooth(150, 150);
    const read = decodeImage(encodeWsq(picture, { step: 1, without: 52 }));
    expect(apart(read.pixels, picture.pixels)).toBeGreaterThan(2);
    expect(apart(read.pixels, picture.pixels)).toBeLessThan(60);
  });

  test('decodes values at the bin centre that the file states', () => {
    const picture = smooth(90, 90);
    const file = encodeWsq(picture, { step: 20 });
    const spread = (centre: number) => {
      file.writeUInt16BE(centre * 1e5, file.indexOf(Buffer.from([0xff, 0xa5])) + 5);
      return decodeImage(file).pixels.reduce((sum, v) => sum + (v - 128) ** 2, 0);
    };
    const [far, usual, near] = [spread(0.14), spread(0.44), spread(0.64)];
    expect(far).toBeGreaterThan(usual);
    expect(usual).toBeGreaterThan(near);
  });

  test('of one grey decodes to exactly that grey', () => {
    const pixels = new Uint8Array(90 * 70).fill(201);
    expect(apart(decodeImage(encodeWsq({ width: 90, height: 70, dpi: 500, pixels })).pixels, pixels)).toBe(0);
  });
});

describe('the resolution of a WSQ', () => {
  const picture = smooth(70, 70);
  const dpi = (comment: string, hint?: { dpi: number }) => decodeImage(encodeWsq(picture, { comment }), hint).dpi;

  test('comes from the NIST comment, else the hint, else 500', () => {
    expect(dpi(nistComment({ ...picture, dpi: 1000 }), { dpi: 569 })).toBe(1000);
    expect(dpi('NIST_COM 2\r\nPPI 569\r\n')).toBe(569);
    for (const silent of ['NIST_COM 1\nPPI -1', 'PPI 1000', 'NIST_COM 1\nPPI 72', 'NIST_COM 1\nPPI 1000 about', '']) {
      expect([dpi(silent), dpi(silent, { dpi: 569 })]).toEqual([500, 569]);
    }
  });
});

describe('the bands of a WSQ', () => {
  // As NIST's own program divides them, whose figures these are.
  test("match the layout of NIST's own program, also for odd sides", () => {
    const { bands, splits } = bandsOf(301, 255);
    expect([bands.length, splits.length]).toEqual([60, 20]);
    const told = [0, 3, 19, 25, 34, 35, 42, 50, 51, 52, 55, 59].map((i) => bands[i]!);
    expect(told.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [0, 0, 10, 8],
      [10, 8, 9, 8],
      [76, 0, 19, 16],
      [113, 16, 19, 16],
      [132, 48, 19, 16],
      [0, 64, 19, 16],
      [57, 80, 19, 16],
      [57, 112, 19, 16],
      [76, 64, 75, 64],
      [151, 0, 75, 64],
      [226, 64, 75, 64],
      [76, 191, 75, 64],
    ]);
  });
});
