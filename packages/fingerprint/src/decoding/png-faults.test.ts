import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { pngChunk as chunk, pngHeader as header, png, pngData } from './formats.testkit.ts';
import { encodePng } from './png.ts';

describe('a malformed PNG', () => {
  const line = pngData(Uint8Array.of(0, 9));
  const one = (...chunks: Buffer[]) => decodeImage(png(...chunks));

  test('is rejected for an unknown row filter', () => {
    expect(() => one(header(1, 1, 8, 0), pngData(Uint8Array.of(5, 9)))).toThrow('row filter');
    expect([...one(header(1, 1, 8, 0), pngData(Uint8Array.of(4, 9))).pixels]).toEqual([9]);
  });

  test('is rejected with two headers, a late one, or one of wrong length', () => {
    expect(() => one(header(1, 1, 8, 0), header(1, 1, 8, 0), line)).toThrow('no header, or two');
    expect(() => one(line, header(1, 1, 8, 0))).toThrow('no header, or two');
    for (const length of [12, 14]) {
      const body = Buffer.alloc(length);
      header(1, 1, 8, 0).copy(body, 0, 8, 8 + Math.min(13, length));
      expect(() => one(chunk('IHDR', body), line)).toThrow('wrong header');
    }
  });

  test.each([
    ['bits that do not go with its colours', [16, 3, 0, 0, 0]],
    ['colours that there are none of', [8, 1, 0, 0, 0]],
    ['another compression', [8, 0, 1, 0, 0]],
    ['another set of filters', [8, 0, 0, 1, 0]],
    ['another interlacing', [8, 0, 0, 0, 2]],
  ])('is rejected with %s', (_name, kind) => {
    const body = Buffer.alloc(13);
    body.writeUInt32BE(1, 0);
    body.writeUInt32BE(1, 4);
    body.set(kind, 8);
    expect(() => one(chunk('IHDR', body), line)).toThrow('of a kind that cannot be read');
  });

  test('is rejected for an unknown critical chunk, and read with an unknown ancillary one', () => {
    const odd = Buffer.from('whatever');
    expect(() => one(header(1, 1, 8, 0), chunk('ABCD', odd), line)).toThrow('cannot be read');
    expect([...one(header(1, 1, 8, 0), chunk('aBCD', odd), line).pixels]).toEqual([9]);
  });

  test('is rejected with too few or too many rows', () => {
    for (const data of [Uint8Array.of(0, 9), Uint8Array.of(0, 9, 0, 9, 0, 9)])
      expect(() => one(header(1, 2, 8, 0), pngData(data))).toThrow(ImageError);
  });

  test('with its data split over several chunks is read', () => {
    const packed = deflateSync(Uint8Array.of(0, 9, 8, 7));
    const parts = [packed.subarray(0, 3), packed.subarray(3, 4), packed.subarray(4)];
    const bytes = png(header(3, 1, 8, 0), ...parts.map((part) => chunk('IDAT', part)));
    expect([...decodeImage(bytes).pixels]).toEqual([9, 8, 7]);
  });
});

describe('the resolution of a PNG', () => {
  const dpiOf = (across: number, down: number, ...more: number[]) => {
    const body = Buffer.alloc(8 + more.length);
    body.writeUInt32BE(across, 0);
    body.writeUInt32BE(down, 4);
    body.set(more, 8);
    return decodeImage(png(header(1, 1, 8, 0), chunk('pHYs', body), pngData(Uint8Array.of(0, 9))), { dpi: 333 }).dpi;
  };

  test('counts only in pixels per metre and if both directions agree', () => {
    expect(dpiOf(39370, 39370, 1)).toBe(1000);
    expect(dpiOf(39370, 39370, 0)).toBe(333);
    expect(dpiOf(39370, 19685, 1)).toBe(333);
    expect(dpiOf(39370, 39370)).toBe(333);
    expect(dpiOf(39370, 39370, 1, 1)).toBe(333);
  });

  test('is written in pixels per metre', async () => {
    const { density } = await sharp(
      encodePng({ width: 2, height: 1, dpi: 508, pixels: Uint8Array.of(1, 2) }),
    ).metadata();
    expect(density).toBe(508);
  });
});
