import { ImageError } from '@mfuko/fingerprint/decoding/decode';
import { apart, greyOfRgb, noise, soft } from '@mfuko/fingerprint/decoding/formats.testkit';
import { overWhite } from '@mfuko/fingerprint/decoding/pixels';
import type { TiffOptions } from 'sharp';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePicture } from './decode.ts';

const [WIDTH, HEIGHT] = [131, 97];

function write(raw: Buffer, channels: 1 | 2 | 3 | 4, options: TiffOptions): Promise<Buffer> {
  return sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels } })
    .tiff(options)
    .toBuffer();
}

interface Field {
  readonly tag: number;
  readonly type: 3 | 4 | 5;
  readonly values: readonly number[];
}

/** Builds a TIFF in either byte order, with the strips after the header. */
function tiff(littleEndian: boolean, fields: readonly Field[], strips: readonly Uint8Array[]): Buffer {
  const write16 = (b: Buffer, v: number, at: number) =>
    littleEndian ? b.writeUInt16LE(v, at) : b.writeUInt16BE(v, at);
  const write32 = (b: Buffer, v: number, at: number) =>
    littleEndian ? b.writeUInt32LE(v, at) : b.writeUInt32BE(v, at);
  const head = Buffer.from(littleEndian ? 'II*\0' : 'MM\0*', 'latin1');
  const data = Buffer.concat(strips);
  const starts = strips.map((_, i) => 8 + strips.slice(0, i).reduce((s, p) => s + p.length, 0));
  const all = [
    ...fields,
    { tag: 273, type: 4 as const, values: starts },
    { tag: 279, type: 4 as const, values: strips.map((s) => s.length) },
  ];
  const directory = 8 + data.length;
  const table = Buffer.alloc(2 + 12 * all.length + 4);
  write16(table, all.length, 0);
  let far = Buffer.alloc(0);
  all.forEach(({ tag, type, values }, i) => {
    const body = Buffer.alloc(values.length * (type === 3 ? 2 : type === 4 ? 4 : 8));
    values.forEach((v, k) => {
      if (type === 3) write16(body, v, 2 * k);
      else if (type === 4) write32(body, v, 4 * k);
      else {
        write32(body, v * 10, 8 * k);
        write32(body, 10, 8 * k + 4);
      }
    });
    write16(table, tag, 2 + 12 * i);
    write16(table, type, 4 + 12 * i);
    write32(table, values.length, 6 + 12 * i);
    if (body.length <= 4) body.copy(table, 10 + 12 * i);
    else {
      write32(table, directory + table.length + far.length, 10 + 12 * i);
      far = Buffer.concat([far, body]);
    }
  });
  const start = Buffer.alloc(4);
  write32(start, directory, 0);
  return Buffer.concat([head, start, data, table, far]);
}

function plain(width: number, height: number, bits: number, meaning: number, samples = 1): Field[] {
  return [
    { tag: 256, type: 3, values: [width] },
    { tag: 257, type: 4, values: [height] },
    { tag: 258, type: 3, values: Array<number>(samples).fill(bits) },
    { tag: 259, type: 3, values: [1] },
    { tag: 262, type: 3, values: [meaning] },
    { tag: 277, type: 3, values: [samples] },
  ];
}

describe('TIFF decoder', () => {
  test.each(['none', 'lzw', 'deflate', 'packbits'] as const)(
    'decodes %s compression of colour and grey pictures as sharp does',
    async (compression) => {
      for (const predictor of ['none', 'horizontal'] as const) {
        const rgb = soft(WIDTH, HEIGHT);
        const colour = await decodePicture(
          await write(rgb, 3, { compression, predictor, xres: 500 / 25.4, yres: 500 / 25.4 }),
        );
        expect([colour.width, colour.height, colour.dpi]).toEqual([WIDTH, HEIGHT, 500]);
        expect(apart(colour.pixels, greyOfRgb(rgb))).toBe(0);
        const grey = noise(WIDTH * HEIGHT);
        expect(apart((await decodePicture(await write(grey, 1, { compression, predictor }))).pixels, grey)).toBe(0);
        const flat = Buffer.alloc(WIDTH * HEIGHT, 7);
        expect(apart((await decodePicture(await write(flat, 1, { compression, predictor }))).pixels, flat)).toBe(0);
      }
    },
  );

  test('blends transparent pixels with white', async () => {
    const raw = noise(WIDTH * HEIGHT * 2);
    const expected = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => overWhite(raw[2 * i]!, raw[2 * i + 1]!));
    expect(
      apart((await decodePicture(await write(raw, 2, { compression: 'lzw' }))).pixels, expected),
    ).toBeLessThanOrEqual(1);
  });

  test.each([true, false])(
    'decodes strips, 16 bits, bilevel and palette pictures (little endian: %s)',
    async (littleEndian) => {
      const pixels = noise(20);
      const strips = [0, 8, 16].map((at) => pixels.subarray(at, at + 8));
      const fields: Field[] = [
        ...plain(4, 5, 8, 1),
        { tag: 278, type: 3, values: [2] },
        { tag: 282, type: 5, values: [200] },
        { tag: 283, type: 5, values: [200] },
        { tag: 296, type: 3, values: [3] },
      ];
      const image = await decodePicture(tiff(littleEndian, fields, strips));
      expect([...image.pixels]).toEqual([...pixels]);
      expect(image.dpi).toBe(508);
      const deep = Buffer.from(littleEndian ? [1, 250, 2, 100] : [250, 1, 100, 2]);
      const levels = (await decodePicture(tiff(littleEndian, plain(2, 1, 16, 1), [deep]))).pixels;
      expect(apart(levels, Uint8Array.of(250, 100))).toBeLessThanOrEqual(1);
      expect([...(await decodePicture(tiff(littleEndian, plain(2, 1, 8, 0), [Uint8Array.of(0, 200)]))).pixels]).toEqual(
        [255, 55],
      );
      expect([
        ...(await decodePicture(tiff(littleEndian, plain(4, 1, 1, 1), [Uint8Array.of(0b01100000)]))).pixels,
      ]).toEqual([0, 255, 255, 0]);
      const palette = {
        tag: 320,
        type: 3 as const,
        values: Array.from({ length: 768 }, (_, i) => (255 - (i & 255)) * 257),
      };
      expect([
        ...(await decodePicture(tiff(littleEndian, [...plain(2, 1, 8, 3), palette], [Uint8Array.of(0, 200)]))).pixels,
      ]).toEqual([255, 55]);
    },
  );

  test('rejects truncated, oversized and floating-point TIFFs and unknown compression', async () => {
    const good = await write(noise(WIDTH * HEIGHT), 1, { compression: 'lzw' });
    for (let cut = 0; cut < good.length - 1; cut += 7)
      await expect(decodePicture(good.subarray(0, cut))).rejects.toThrow(ImageError);
    await expect(decodePicture(tiff(true, plain(1001, 1, 8, 1), [Buffer.alloc(1001)]))).rejects.toThrow(
      'larger than 1000',
    );
    await expect(decodePicture(tiff(true, plain(2, 200, 8, 1), [Buffer.alloc(3)]))).rejects.toThrow('cut off');
    for (const bits of [8, 32]) {
      const floating = tiff(true, [...plain(2, 2, bits, 1), { tag: 339, type: 3, values: [3] }], [Buffer.alloc(16)]);
      await expect(decodePicture(floating)).rejects.toThrow('The TIFF is of a kind that cannot be read.');
    }
    const six = tiff(true, [...plain(2, 2, 8, 2, 6), { tag: 338, type: 3, values: [0, 0, 0] }], [Buffer.alloc(24)]);
    await expect(decodePicture(six)).rejects.toThrow('The TIFF is of a kind that cannot be read.');
    const packed = plain(2, 2, 8, 1).map((field) => (field.tag === 259 ? { ...field, values: [34661] } : field));
    await expect(decodePicture(tiff(true, packed, [Buffer.alloc(4)]))).rejects.toThrow('packed in a way');
  });

  test('decodes tiles, and the first of several pages', async () => {
    const tiled = await sharp(noise(WIDTH * HEIGHT), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
      .tiff({ compression: 'lzw', tile: true })
      .toBuffer();
    expect(apart((await decodePicture(tiled)).pixels, noise(WIDTH * HEIGHT))).toBe(0);
    const pages = await sharp(noise(WIDTH * 90), { raw: { width: WIDTH, height: 90, channels: 1, pageHeight: 45 } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    expect((await sharp(pages).metadata()).pages).toBe(2);
    const first = await decodePicture(pages);
    expect([first.height, apart(first.pixels, noise(WIDTH * 45))]).toEqual([45, 0]);
  });
});
