import { apart, soft } from '@mfuko/fingerprint/decoding/formats.testkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePicture } from './decode.ts';

const [WIDTH, HEIGHT] = [61, 37];
const PIXELS = soft(WIDTH, HEIGHT).filter((_, i) => i % 3 === 0);

/** Maps a place of the upright picture to the stored pixel, by the orientation that the file states. */
const STORED_AT: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [WIDTH - 1 - x, y],
  3: (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  4: (x, y) => [x, HEIGHT - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [y, HEIGHT - 1 - x],
  7: (x, y) => [WIDTH - 1 - y, HEIGHT - 1 - x],
  8: (x, y) => [WIDTH - 1 - y, x],
};

function write(orientation: number, format: 'tiff' | 'jpeg'): Promise<Buffer> {
  const picture = sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('b-w')
    .withMetadata({ orientation, density: 1000 });
  return (format === 'tiff' ? picture.tiff({ compression: 'lzw' }) : picture.jpeg({ quality: 100 })).toBuffer();
}

/** Computes the expected upright picture from the stored pixels. */
function upright(orientation: number) {
  const [width, height] = orientation > 4 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = STORED_AT[orientation]!(i % width, Math.floor(i / width));
    return PIXELS[y * WIDTH + x]!;
  });
  return { width, height, pixels };
}

describe.each(['tiff', 'jpeg'] as const)('orientation tag of a %s', (format) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('decodes orientation %i upright', async (orientation) => {
    const file = await write(orientation, format);
    expect((await sharp(file).metadata()).orientation).toBe(orientation);
    const { width, height, pixels } = upright(orientation);
    const read = await decodePicture(file);
    expect([read.width, read.height, read.dpi]).toEqual([width, height, 1000]);
    expect(apart(read.pixels, pixels)).toBeLessThanOrEqual(format === 'tiff' ? 0 : 2);
  });
});
