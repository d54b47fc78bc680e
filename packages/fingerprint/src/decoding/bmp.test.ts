import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { bmp, noise } from './formats.testkit.ts';
import { greyOf } from './pixels.ts';

const BGR = [
  [0, 0, 255],
  [0, 255, 0],
  [255, 0, 0],
  [9, 9, 9],
  [255, 255, 255],
  [1, 2, 3],
].map((p) => Uint8Array.from(p));
const GREYS = [greyOf(255, 0, 0), greyOf(0, 255, 0), greyOf(0, 0, 255), 9, 255, greyOf(3, 2, 1)];

describe('the BMP decoder', () => {
  test('reads 24 bits per pixel, with rows from bottom or top', () => {
    const rows = [Buffer.concat(BGR.slice(3)), Buffer.concat(BGR.slice(0, 3))];
    expect(decodeImage(bmp(3, 2, 24, rows, { perMetre: 19685 }))).toEqual({
      width: 3,
      height: 2,
      dpi: 500,
      pixels: Uint8Array.from(GREYS),
    });
    expect([...decodeImage(bmp(3, -2, 24, rows)).pixels]).toEqual([...GREYS.slice(3), ...GREYS.slice(0, 3)]);
    expect([...decodeImage(bmp(3, 2, 24, rows, { old: true })).pixels]).toEqual(GREYS);
  });

  test('reads 32 bits per pixel, with masks in any order', () => {
    const row = Buffer.concat(BGR.map((p) => Buffer.from([...p, 77])));
    expect([...decodeImage(bmp(6, 1, 32, [row])).pixels]).toEqual(GREYS);
    const turned = Buffer.concat(BGR.map(([b, g, r]) => Buffer.from([77, r!, g!, b!])));
    expect([...decodeImage(bmp(6, 1, 32, [turned], { masks: [0xff00, 0xff0000, 0xff000000] })).pixels]).toEqual(GREYS);
    expect(() => decodeImage(bmp(6, 1, 32, [row], { masks: [0x3ff, 0xffc00, 0x3ff00000] }))).toThrow(ImageError);
  });

  test('reads palettes of 8, 4 and 1 bits', () => {
    const greys = Array.from({ length: 256 }, (_, i) => 255 - i);
    const pixels = noise(35);
    const rows = [0, 1, 2, 3, 4].map((y) => pixels.subarray((4 - y) * 7, (5 - y) * 7));
    expect([...decodeImage(bmp(7, 5, 8, rows, { palette: greys })).pixels]).toEqual([...pixels].map((v) => 255 - v));
    expect([...decodeImage(bmp(3, 1, 4, [Uint8Array.of(0x12, 0x30)], { palette: [0, 10, 20, 30] })).pixels]).toEqual([
      10, 20, 30,
    ]);
    expect([...decodeImage(bmp(3, 1, 1, [Uint8Array.of(0b01000000)], { palette: [0, 255] })).pixels]).toEqual([
      0, 255, 0,
    ]);
    expect(() => decodeImage(bmp(3, 1, 4, [Uint8Array.of(0x14, 0)], { palette: [0, 10, 20, 30] }))).toThrow('palette');
  });

  test('rejects truncated, oversized and compressed files', () => {
    const good = bmp(6, 2, 24, [Buffer.concat(BGR), Buffer.concat(BGR)]);
    for (let cut = 0; cut < good.length - 2; cut++)
      expect(() => decodeImage(good.subarray(0, cut))).toThrow(ImageError);
    for (const [width, height] of [
      [1001, 1],
      [1, -1001],
      [0, 1],
      [1, 0],
      [-5, 5],
      [1, -0x80000000],
    ] as const) {
      expect(() => decodeImage(bmp(width, height, 24, []))).toThrow(ImageError);
    }
    const packed = Buffer.from(good);
    packed.writeUInt32LE(1, 30);
    expect(() => decodeImage(packed)).toThrow('cannot be read');
  });
});
