import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { noise } from './formats.testkit.ts';
import { encodeWsq, segment } from './wsq.testkit.ts';

const GOOD = encodeWsq({ width: 65, height: 70, dpi: 500, pixels: Uint8Array.from(noise(65 * 70)) }, { step: 4 });

/** The place of a segment's marker. */
const placeOf = (marker: number) => GOOD.indexOf(Buffer.from([0xff, marker]));

/** The file with the segment in place of its own of that kind. */
function withSegment(marker: number, body: Uint8Array): Buffer {
  const at = placeOf(marker);
  return Buffer.concat([
    GOOD.subarray(0, at),
    segment(marker, body),
    GOOD.subarray(at + 2 + GOOD.readUInt16BE(at + 2)),
  ]);
}

const bodyOf = (marker: number) => {
  const at = placeOf(marker);
  return Buffer.from(GOOD.subarray(at + 4, at + 2 + GOOD.readUInt16BE(at + 2)));
};

describe('a WSQ is rejected', () => {
  test('for a frame that is too large, too small or empty', () => {
    for (const [width, height, words] of [
      [1001, 100, 'larger than 1000'],
      [100, 65535, 'larger than 1000'],
      [64, 100, 'smaller than 65'],
      [0, 100, 'no pixels'],
    ] as const) {
      const frame = bodyOf(0xa2);
      frame.writeUInt16BE(height, 2);
      frame.writeUInt16BE(width, 4);
      expect(() => decodeImage(withSegment(0xa2, frame))).toThrow(words);
    }
  });

  test('for values beyond its last pixel, also by endless runs of zeros', () => {
    const none = Buffer.alloc(16);
    const table = (symbol: number) => Buffer.concat([Buffer.from([0, 1]), none.subarray(1), Buffer.from([symbol])]);
    const start = placeOf(0xa6);
    for (const [symbol, data] of [
      // Nothing but runs of 65,535 zeros, of 255, of 100 - and of none, which never come to an end by themselves.
      [106, 0x7f],
      [105, 0x7f],
      [100, 0x00],
      [106, 0x00],
    ] as const) {
      const endless = Buffer.concat([
        GOOD.subarray(0, start),
        segment(0xa6, table(symbol)),
        segment(0xa3, Buffer.from([0])),
        Buffer.alloc(500_000, data),
        Buffer.from([0xff, 0xa1]),
      ]);
      expect(() => decodeImage(endless)).toThrow(ImageError);
    }
  });

  test('for too many codes of a length, and unknown tables, symbols and markers', () => {
    const codes = bodyOf(0xa6);
    const beside = (marker: number, body: Uint8Array) =>
      decodeImage(Buffer.concat([GOOD.subarray(0, 2), segment(marker, body), GOOD.subarray(2)]));
    const codesOfOneBit = (count: number, table = 7) =>
      Buffer.from([table, count, ...Buffer.alloc(15), ...Buffer.alloc(count, 200)]);
    expect(beside(0xa6, codesOfOneBit(2)).width).toBe(65);
    expect(() => beside(0xa6, codesOfOneBit(3))).toThrow('damaged');
    expect(() => beside(0xa6, codesOfOneBit(2, 8))).toThrow('damaged');
    expect(() => beside(0xa7, Buffer.alloc(2))).toThrow('of a kind that cannot be read');
    const nobody = Buffer.from(codes);
    nobody[0] = 7;
    expect(() => decodeImage(withSegment(0xa6, nobody))).toThrow('damaged');
    expect(() => decodeImage(withSegment(0xa6, Buffer.from(codes).fill(255, 17)))).toThrow('damaged');
    expect(() => decodeImage(withSegment(0xa6, Buffer.from(codes).fill(0, 17)))).toThrow('damaged');
  });

  test('for filters of even length, or too long', () => {
    for (const [low, high] of [
      [8, 8],
      [9, 6],
      [33, 7],
      [255, 255],
    ] as const) {
      const filters = Buffer.concat([Buffer.from([low, high]), Buffer.alloc(2000)]);
      expect(() => decodeImage(withSegment(0xa4, filters))).toThrow('of a kind that cannot be read');
    }
  });

  test('without its frame, filters, steps or codes, or with two frames', () => {
    for (const marker of [0xa2, 0xa4, 0xa5, 0xa6]) {
      const at = placeOf(marker);
      const rest = GOOD.subarray(at + 2 + GOOD.readUInt16BE(at + 2));
      expect(() => decodeImage(Buffer.concat([GOOD.subarray(0, at), rest]))).toThrow(ImageError);
    }
    const twice = Buffer.concat([GOOD.subarray(0, 2), segment(0xa2, bodyOf(0xa2)), GOOD.subarray(2)]);
    expect(() => decodeImage(twice)).toThrow('damaged');
  });
});

test('raw pixels with a hinted size are accepted even if they begin like a WSQ', () => {
  const pixels = Uint8Array.from([0xff, 0xa0, 0xff, 0xa8, ...noise(596)]);
  expect(decodeImage(pixels, { width: 600, height: 1 }).pixels).toEqual(pixels);
  expect(() => decodeImage(pixels)).toThrow(ImageError);
});
