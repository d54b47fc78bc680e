import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage } from './decode.ts';
import { apart, pngChunk as chunk, pngHeader as header, noise, png, pngData } from './formats.testkit.ts';
import { greyOf, overWhite } from './pixels.ts';

const KINDS = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 8],
  [4, 8],
  [4, 16],
  [6, 8],
  [6, 16],
] as const;
const CHANNELS = [1, 0, 3, 1, 2, 0, 4];
const SIZES = [
  [1, 1],
  [3, 2],
  [5, 9],
  [9, 5],
  [13, 12],
] as const;

/** First column and row of each pass of an interlaced PNG, and the steps from there. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows of noise, each behind one of the five filters. */
function rowsOf(width: number, height: number, bits: number, interlaced: boolean, seed: number): Buffer {
  const sizes = interlaced
    ? PASSES.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const)
    : [[width, height] as const];
  const rows = sizes
    .filter(([across, down]) => across > 0 && down > 0)
    .flatMap(([across, down]) => Array.from({ length: down }, () => Math.ceil((across * bits) / 8)));
  return Buffer.concat(
    rows.map((length, row) => Buffer.concat([Buffer.of((row + seed) % 5), noise(length, seed + 7 * row)])),
  );
}

/** The picture as another library reads it. */
async function asSharpReads(bytes: Buffer): Promise<Uint8Array> {
  const { data } = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Uint8Array.from({ length: data.length / 4 }, (_, i) =>
    overWhite(greyOf(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!), data[4 * i + 3]!),
  );
}

describe.each(KINDS)('a PNG of colour type %i with %i bits per sample', (colour, depth) => {
  const palette = colour === 3 ? [chunk('PLTE', noise(3 << depth, 5))] : [];
  const bits = depth * CHANNELS[colour]!;

  test.each([
    ['row by row', 0],
    ['interlaced', 1],
  ])('is read %s like sharp reads it, with every filter and at any size', async (_name, interlace) => {
    for (const [size, [width, height]] of SIZES.entries()) {
      for (const seed of [1, 2, 3]) {
        const data = rowsOf(width, height, bits, interlace === 1, seed + size);
        const bytes = png(header(width, height, depth, colour, interlace), ...palette, pngData(data));
        const image = decodeImage(bytes);
        expect([image.width, image.height]).toEqual([width, height]);
        expect(apart(image.pixels, await asSharpReads(bytes))).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('a PNG with a transparent colour', () => {
  const unfiltered = (...line: number[]) => pngData(Uint8Array.of(0, ...line));
  const pixelsOf = (...chunks: Buffer[]) => [...decodeImage(png(...chunks)).pixels];

  test('is white where a grey equals the transparent one in all of its bits', () => {
    expect(pixelsOf(header(3, 1, 8, 0), chunk('tRNS', Uint8Array.of(0, 7)), unfiltered(7, 8, 7))).toEqual([
      255, 8, 255,
    ]);
    const sixteen = unfiltered(0x12, 0x34, 0x12, 0x35, 0x12, 0x34);
    expect(pixelsOf(header(3, 1, 16, 0), chunk('tRNS', Uint8Array.of(0x12, 0x34)), sixteen)).toEqual([255, 0x12, 255]);
  });

  test('is white only where all three channels equal the transparent colour', () => {
    const clear = chunk('tRNS', Uint8Array.of(0, 1, 0, 2, 0, 3));
    const line = [1, 2, 3, 9, 2, 3, 1, 9, 3, 1, 2, 9];
    expect(pixelsOf(header(4, 1, 8, 2), clear, unfiltered(...line))).toEqual([
      255,
      greyOf(9, 2, 3),
      greyOf(1, 9, 3),
      greyOf(1, 2, 9),
    ]);
  });

  test('ignores a transparent colour that is cut off', () => {
    const colour = greyOf(1, 2, 0);
    const cut = chunk('tRNS', Uint8Array.of(0, 1, 0, 2, 0));
    expect(pixelsOf(header(1, 1, 8, 2), cut, unfiltered(1, 2, 0))).toEqual([colour]);
    expect(pixelsOf(header(1, 1, 8, 0), chunk('tRNS', Uint8Array.of(0)), unfiltered(0))).toEqual([0]);
  });

  test('blends each palette entry with white by its own alpha', () => {
    const palette = chunk('PLTE', Uint8Array.of(0, 0, 0, 100, 100, 100, 40, 40, 40));
    const shares = chunk('tRNS', Uint8Array.of(0, 128));
    expect(pixelsOf(header(3, 1, 8, 3), palette, shares, unfiltered(0, 1, 2))).toEqual([255, overWhite(100, 128), 40]);
  });
});
