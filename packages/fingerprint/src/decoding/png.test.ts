import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { apart, pngChunk as chunk, pngHeader as header, noise, png } from './formats.testkit.ts';
import { greyOf, overWhite } from './pixels.ts';
import { encodePng } from './png.ts';

describe('the PNG decoder', () => {
  test('returns the pixels and resolution that encodePng wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 150, max: 2000 }),
        fc.integer({ min: 1 }),
        (width, height, dpi, seed) => {
          const pixels = Uint8Array.from(noise(width * height, seed));
          expect(decodeImage(encodePng({ width, height, dpi, pixels }))).toEqual({ width, height, dpi, pixels });
        },
      ),
    );
  });

  test.each([
    ['grey', 1, {}],
    ['grey and alpha', 2, {}],
    ['RGB', 3, {}],
    ['RGB and alpha', 4, {}],
    ['RGB, every filter', 3, { adaptiveFiltering: true }],
    ['interlaced RGB', 3, { progressive: true }],
    ['interlaced grey', 1, { progressive: true, adaptiveFiltering: true }],
  ] as const)('reads %s as written by sharp', async (_name, channels, options) => {
    const [width, height] = [37, 29];
    const raw = noise(width * height * channels);
    const bytes = await sharp(raw, { raw: { width, height, channels } }).png(options).toBuffer();
    const expected = Uint8Array.from({ length: width * height }, (_, i) => {
      const p = raw.subarray(i * channels, (i + 1) * channels);
      return overWhite(channels < 3 ? p[0]! : greyOf(p[0]!, p[1]!, p[2]!), channels % 2 === 0 ? p[channels - 1]! : 255);
    });
    const image = decodeImage(bytes);
    expect([image.width, image.height]).toEqual([width, height]);
    expect(apart(image.pixels, expected)).toBeLessThanOrEqual(channels === 1 ? 0 : 1);
  });

  test('reads 1, 2, 4 and 16 bit grey and 4 bit palettes', () => {
    const rows = (...lines: number[][]) => chunk('IDAT', deflateSync(Uint8Array.from(lines.flatMap((l) => [0, ...l]))));
    expect([...decodeImage(png(header(9, 1, 1, 0), rows([0b10100000, 0b10000000]))).pixels]).toEqual([
      255, 0, 255, 0, 0, 0, 0, 0, 255,
    ]);
    expect([...decodeImage(png(header(4, 1, 2, 0), rows([0b00011011]))).pixels]).toEqual([0, 85, 170, 255]);
    expect([...decodeImage(png(header(2, 1, 4, 0), rows([0x1f]))).pixels]).toEqual([17, 255]);
    expect([...decodeImage(png(header(2, 1, 16, 0), rows([0x12, 0x34, 0xff, 0x00]))).pixels]).toEqual([0x12, 0xff]);
    const palette = chunk('PLTE', Uint8Array.of(10, 10, 10, 200, 200, 200));
    expect([...decodeImage(png(header(2, 1, 4, 3), palette, rows([0x01]))).pixels]).toEqual([10, 200]);
    expect(() => decodeImage(png(header(2, 1, 4, 3), palette, rows([0x02])))).toThrow(ImageError);
  });

  test('treats a resolution of 72 or 96 dpi as unknown', async () => {
    const write = (density: number) =>
      sharp(Buffer.alloc(16), { raw: { width: 4, height: 4, channels: 1 } })
        .png()
        .withMetadata({ density })
        .toBuffer();
    expect(decodeImage(await write(1000)).dpi).toBe(1000);
    expect(decodeImage(await write(1000), { dpi: 500 }).dpi).toBe(1000);
    expect(decodeImage(await write(72)).dpi).toBe(500);
    expect(decodeImage(await write(96), { dpi: 569 }).dpi).toBe(569);
    expect(decodeImage(await write(96), { dpi: 0 }).dpi).toBe(500);
  });

  test('rejects a wrong checksum, a truncated file and an oversized one', () => {
    const good = Buffer.from(encodePng({ width: 8, height: 8, dpi: 500, pixels: Uint8Array.from(noise(64)) }));
    for (let cut = 0; cut < good.length; cut++) expect(() => decodeImage(good.subarray(0, cut))).toThrow(ImageError);
    for (let at = 0; at < good.length; at++) {
      const bad = Buffer.from(good);
      bad[at]! ^= 0x10;
      expect(() => decodeImage(bad)).toThrow(ImageError);
    }
    expect(() => decodeImage(png(header(1001, 1, 8, 0)))).toThrow('larger than 1000');
    expect(() => decodeImage(new Uint8Array(2 * 1024 * 1024 + 1))).toThrow('2 MB');
  });

  test('rejects a decompression bomb without allocating its size', () => {
    const bomb = png(header(10, 10, 8, 0), chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 1 })));
    const before = process.memoryUsage().rss;
    expect(() => decodeImage(bomb)).toThrow(ImageError);
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
  });
});
