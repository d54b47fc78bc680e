import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { bmp, noise } from './formats.testkit.ts';
import { greyOf } from './pixels.ts';

/** A palette of colours, which no grey stands for by chance: blue, green, red. */
const COLOURS = Array.from({ length: 16 }, (_, i) => [3 * i + 1, 200 - 7 * i, (91 * i) % 256] as const);
const GREYS = COLOURS.map(([blue, green, red]) => greyOf(red, green, blue));

/** A BMP with coloured palette entries of so many bytes, of which it states so many. */
function withPalette(
  width: number,
  rows: readonly Uint8Array[],
  { old = false, depth = 4, stated = 0, entries = COLOURS.length } = {},
): Buffer {
  const file = bmp(width, rows.length, depth, rows, { palette: Array.from({ length: entries }, () => 0), old });
  const start = old ? 26 : 54;
  for (const [i, colour] of COLOURS.slice(0, entries).entries()) file.set(colour, start + i * (old ? 3 : 4));
  if (!old) file.writeUInt32LE(stated, 46);
  return file;
}

const pixelsOf = (file: Buffer) => [...decodeImage(file).pixels];

describe('a BMP with a palette', () => {
  test('is converted to greys, with palette entries of four bytes or, in the old format, three', () => {
    const row = Uint8Array.of(0x01, 0x2f, 0xe0);
    const expected = [0, 1, 2, 15, 14].map((at) => GREYS[at]!);
    expect(pixelsOf(withPalette(5, [row]))).toEqual(expected);
    expect(pixelsOf(withPalette(5, [row], { old: true }))).toEqual(expected);
  });

  test('uses the stated number of entries, or all that its bits allow if none is stated', () => {
    const last = Uint8Array.of(0x3f, 0);
    expect(pixelsOf(withPalette(1, [last], { stated: 4 }))).toEqual([GREYS[3]]);
    expect(() => decodeImage(withPalette(2, [last], { stated: 4 }))).toThrow('palette does not have');
    expect(pixelsOf(withPalette(2, [last]))).toEqual([GREYS[3], GREYS[15]]);
  });

  test('does not read pixels behind the palette as entries', () => {
    const row = Uint8Array.of(0x12, 0, 0, 0);
    expect(() => decodeImage(withPalette(2, [row, row, row], { entries: 2 }))).toThrow('palette does not have');
    expect(pixelsOf(withPalette(1, [row, row, row], { entries: 2 }))).toEqual([GREYS[1], GREYS[1], GREYS[1]]);
  });

  test('is read at any width, with rows padded to four bytes', () => {
    for (const [depth, most] of [
      [1, 2],
      [4, 16],
      [8, 16],
    ] as const) {
      for (let width = 1; width <= 34; width++) {
        const places = [0, 1, 2].map((y) => [...noise(width, 40 * y + width)].map((value) => value % most));
        const rows = places.map((line) => {
          const row = new Uint8Array(Math.ceil((width * depth) / 8));
          for (const [x, place] of line.entries())
            row[Math.floor((x * depth) / 8)]! |= place << (8 - depth - ((x * depth) % 8));
          return row;
        });
        const expected = [2, 1, 0].flatMap((y) => places[y]!.map((place) => GREYS[place]!));
        expect(pixelsOf(withPalette(width, rows, { depth, entries: most }))).toEqual(expected);
      }
    }
  });
});

describe('the header of a BMP', () => {
  const plain = bmp(2, 1, 24, [Uint8Array.of(1, 2, 3, 4, 5, 6)], { perMetre: 39370 });
  /** The same with a header of another length, the rest of it 0. */
  const withHeader = (length: number) => {
    const longer = Buffer.concat([plain.subarray(0, 54), Buffer.alloc(Math.max(0, length - 40)), plain.subarray(54)]);
    longer.writeUInt32LE(14 + length, 10);
    longer.writeUInt32LE(length, 14);
    return longer;
  };

  test("is accepted in every version's length, and rejected in any other", () => {
    for (const length of [40, 52, 56, 64, 108, 124, 256])
      expect(decodeImage(withHeader(length))).toEqual({
        width: 2,
        height: 1,
        dpi: 1000,
        pixels: Uint8Array.of(greyOf(3, 2, 1), greyOf(6, 5, 4)),
      });
    for (const length of [0, 11, 13, 39, 257]) expect(() => decodeImage(withHeader(length))).toThrow('wrong header');
  });

  test.each([0, 2, 16, 25])('with %i bits per pixel is rejected', (depth) => {
    const other = Buffer.from(plain);
    other.writeUInt16LE(depth, 28);
    expect(() => decodeImage(other)).toThrow('of a kind that cannot be read');
  });

  test('with masks is rejected at 24 bits per pixel', () => {
    const other = Buffer.from(plain);
    other.writeUInt32LE(3, 30);
    expect(() => decodeImage(other)).toThrow('of a kind that cannot be read');
  });

  test('gives the resolution only if both directions agree', () => {
    const other = Buffer.from(plain);
    other.writeUInt32LE(19685, 42);
    expect(decodeImage(other, { dpi: 333 }).dpi).toBe(333);
    other.writeUInt32LE(19685, 38);
    expect(decodeImage(other, { dpi: 333 }).dpi).toBe(500);
  });
});

describe('bytes that are not a picture', () => {
  test('are rejected with a message that lists the supported formats', () => {
    for (const bytes of [Buffer.from('a letter'), Buffer.alloc(0), Buffer.from('BN'), Buffer.from('XM')])
      expect(() => decodeImage(bytes)).toThrow('send a PNG, BMP, JPEG, TIFF or WSQ');
    expect(() => decodeImage(Buffer.from('BM'))).toThrow('cut off');
  });

  test('are rejected as too large beyond exactly 2 MB', () => {
    expect(() => decodeImage(new Uint8Array(2 * 1024 * 1024))).toThrow('send a PNG, BMP, JPEG, TIFF or WSQ');
    expect(() => decodeImage(new Uint8Array(2 * 1024 * 1024 + 1))).toThrow(ImageError);
    expect(() => decodeImage(new Uint8Array(2 * 1024 * 1024 + 1))).toThrow('larger than 2 MB');
  });
});
