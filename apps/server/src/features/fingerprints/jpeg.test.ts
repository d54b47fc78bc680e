import { ImageError } from '@mfuko/fingerprint/decoding/decode';
import { apart, greyOfRgb, soft } from '@mfuko/fingerprint/decoding/formats.testkit';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import type { JpegOptions } from 'sharp';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePicture } from './decode.ts';

const [WIDTH, HEIGHT] = [157, 113];
const OPTIONS: readonly (readonly [string, JpegOptions])[] = [
  ['baseline', { chromaSubsampling: '4:4:4' }],
  ['baseline, colours at half size', { chromaSubsampling: '4:2:0' }],
  ['fine quantisation', { quality: 100 }],
  ['coarse quantisation', { quality: 20 }],
  ['own tables', { optimiseCoding: true }],
  ['progressive', { progressive: true, chromaSubsampling: '4:4:4' }],
  ['progressive, colours at half size', { progressive: true, chromaSubsampling: '4:2:0', quality: 95 }],
  ["mozjpeg's scans", { mozjpeg: true }],
];

async function reference(bytes: Buffer): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return info.channels === 1 ? data : greyOfRgb(data);
}

describe('JPEG decoder', () => {
  test.each(OPTIONS)('decodes a colour JPEG as sharp does: %s', async (_name, options) => {
    const bytes = await sharp(soft(WIDTH, HEIGHT), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg(options)
      .withMetadata({ density: 500 })
      .toBuffer();
    const image = await decodePicture(bytes);
    expect([image.width, image.height, image.dpi]).toEqual([WIDTH, HEIGHT, 500]);
    expect(apart(image.pixels, await reference(bytes))).toBeLessThanOrEqual(2);
  });

  test.each(OPTIONS)('decodes a grey fingerprint JPEG as sharp does: %s', async (_name, options) => {
    const { width, height, pixels } = impress(makeFinger(1), { seed: 1 });
    const bytes = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .jpeg(options)
      .toBuffer();
    const image = await decodePicture(bytes, { dpi: 569 });
    expect(image.dpi).toBe(569);
    expect(apart(image.pixels, await reference(bytes))).toBeLessThanOrEqual(2);
  });

  test('decodes small sizes as sharp does', async () => {
    for (let side = 1; side <= 34; side += 3) {
      const bytes = await sharp(soft(side, 35 - side), { raw: { width: side, height: 35 - side, channels: 3 } })
        .jpeg({ progressive: side % 2 === 0 })
        .toBuffer();
      expect(apart((await decodePicture(bytes)).pixels, await reference(bytes))).toBeLessThanOrEqual(2);
    }
  });

  test('decodes restart markers', async () => {
    const bytes = await sharp(soft(16, 40), { raw: { width: 16, height: 40, channels: 3 } })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(
      apart(
        (await decodePicture(withRestarts(16, 24))).pixels,
        Uint8Array.from({ length: 16 * 24 }, (_, i) => (Math.floor(i / 128) % 2 === 0 ? 128 + 8 : 128 - 8)),
      ),
    ).toBe(0);
    expect((await decodePicture(bytes)).height).toBe(40);
  });

  test('rejects truncated, oversized and CMYK JPEGs', async () => {
    const good = await sharp(soft(40, 40), { raw: { width: 40, height: 40, channels: 3 } })
      .jpeg({ progressive: true })
      .toBuffer();
    for (let cut = 3; cut < good.length; cut += 3)
      await expect(decodePicture(good.subarray(0, cut))).rejects.toThrow(ImageError);
    const large = await sharp({ create: { width: 1001, height: 3, channels: 3, background: 'grey' } })
      .jpeg()
      .toBuffer();
    await expect(decodePicture(large)).rejects.toThrow('larger than 1000');
    const cmyk = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'grey' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    await expect(decodePicture(cmyk)).rejects.toThrow('cannot be read');
  });

  test('rejects a JPEG with hundreds of empty scans within 15 seconds', async () => {
    const good = await sharp(soft(400, 400), { raw: { width: 400, height: 400, channels: 3 } })
      .jpeg({ progressive: true, quality: 5 })
      .toBuffer();
    const scan = good.lastIndexOf(Buffer.from([0xff, 0xda]));
    const body = good.subarray(scan, good.length - 2);
    const many = Buffer.concat([
      good.subarray(0, scan),
      ...Array<Buffer>(Math.floor(1_500_000 / body.length)).fill(body),
      good.subarray(-2),
    ]);
    const before = performance.now();
    await expect(decodePicture(many)).rejects.toThrow(ImageError);
    expect(performance.now() - before).toBeLessThan(15_000);
  });
});

/** Builds a grey JPEG of flat blocks, alternating lighter and darker rows of blocks, with a restart after every row of two blocks. */
function withRestarts(width: number, height: number): Buffer {
  const segment = (marker: number, ...body: number[]) => Buffer.from([0xff, marker, 0, body.length + 2, ...body]);
  // Two codes for DC: 0 = no change (value 0), 10 = four more bits (value 4); one for AC: 0 = end of block.
  const dc = segment(0xc4, 0x00, 1, 1, ...Array<number>(14).fill(0), 0, 4);
  const ac = segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0);
  const quant = segment(0xdb, 0, ...Array<number>(64).fill(8));
  const frame = segment(0xc0, 8, 0, height, 0, width, 1, 1, 0x11, 0);
  const scan = segment(0xda, 1, 1, 0, 0, 63, 0);
  // First block: DC change of +8 (1000) or -8 (0111), no AC; second: no change, no AC; rest ones.
  const rows = Array.from({ length: height / 8 }, (_, y) =>
    y % 2 === 0 ? [0b10100000, 0b01111111] : [0b10011100, 0b01111111],
  );
  const data = rows.flatMap((bytes, y) => [...(y > 0 ? [0xff, 0xd0 + y - 1] : []), ...bytes]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    quant,
    frame,
    dc,
    ac,
    segment(0xdd, 0, 2),
    scan,
    Buffer.from(data),
    Buffer.from([0xff, 0xd9]),
  ]);
}
