import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { bmp, noise, png, pngChunk, pngData, pngHeader, soft } from './formats.testkit.ts';
import { encodePng } from './png.ts';

let files: Buffer[] = [];
beforeAll(async () => {
  const [width, height] = [48, 40];
  const colour = () => sharp(soft(width, height), { raw: { width, height, channels: 3 } });
  files = [
    Buffer.from(encodePng({ width, height, dpi: 500, pixels: noise(width * height) })),
    await colour().png({ progressive: true }).toBuffer(),
    await colour().png({ palette: true }).toBuffer(),
    bmp(
      width,
      height,
      8,
      Array.from({ length: height }, (_, y) => noise(width, y + 1)),
      { palette: Array.from({ length: 256 }, (_, i) => i) },
    ),
    bmp(
      width,
      height,
      24,
      Array.from({ length: height }, (_, y) => noise(3 * width, y + 1)),
    ),
  ];
});

/** Decodes; anything thrown but an ImageError fails the test, and so does taking long. */
function survives(bytes: Uint8Array, hint?: Parameters<typeof decodeImage>[1]): void {
  const before = performance.now();
  try {
    const { width, height, dpi, pixels } = decodeImage(bytes, hint);
    expect(pixels.length).toBe(width * height);
    expect(dpi).toBeGreaterThanOrEqual(100);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    expect(error.message).toMatch(/^(The|This) .+\.$/);
  }
  expect(performance.now() - before).toBeLessThan(15_000);
}

describe('decodeImage on fuzzed bytes', () => {
  test('returns a picture or an ImageError on random bytes', () => {
    const start = fc.constantFrom('89504e470d0a1a0a', '424d', '');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 600 }), (head, rest) =>
        survives(Buffer.concat([Buffer.from(head, 'hex'), rest])),
      ),
      { numRuns: 3000 },
    );
  });

  test('returns a picture or an ImageError on changed valid files', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      early: fc.boolean(),
      to: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 127, 128, 255)),
    });
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        (which, changes, cut) => {
          const bytes = Buffer.from(files[which % files.length]!);
          // Half of the changes go to the front, where the headers are.
          for (const { at, early, to } of changes)
            bytes[Math.floor(at * ((early ? Math.min(200, bytes.length) : bytes.length) - 1))] = to;
          survives(cut === null ? bytes : bytes.subarray(0, Math.ceil(cut * bytes.length)));
        },
      ),
      { numRuns: 6000 },
    );
  });

  test('returns a picture or an ImageError behind any PNG header', () => {
    const small = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.constantFrom(1, 0xffffffff),
    );
    fc.assert(
      fc.property(
        small,
        small,
        fc.constantFrom(1, 2, 4, 8, 16, 3),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 0, max: 2 }),
        fc.uint8Array({ maxLength: 800 }),
        fc.uint8Array({ maxLength: 12 }),
        (width, height, depth, colour, interlace, data, extra) => {
          survives(
            png(
              pngHeader(width, height, depth, colour, interlace),
              pngChunk('PLTE', extra),
              pngChunk('tRNS', extra),
              pngChunk('pHYs', extra),
              pngData(data),
            ),
          );
          // Also with just as much data as the header asks for, where that is little.
          if (width <= 20 && height <= 20)
            survives(
              png(
                pngHeader(width, height, depth, colour, interlace),
                pngChunk('PLTE', extra),
                pngData(
                  noise(height * (1 + Math.ceil((width * depth * ([1, 0, 3, 1, 2, 0, 4][colour] ?? 1)) / 8))).map(
                    (v) => v % 5,
                  ),
                ),
              ),
            );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('returns a picture or an ImageError with any hint', () => {
    const number = fc.oneof(fc.integer({ min: -5, max: 1200 }), fc.double(), fc.constant(undefined));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), number, number, number, (bytes, width, height, dpi) => {
        survives(bytes, {
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          ...(dpi === undefined ? {} : { dpi }),
        });
      }),
      { numRuns: 3000 },
    );
  });
});

describe('raw grey pixels', () => {
  test('are accepted only if the hinted size equals their length', () => {
    const pixels = noise(600);
    const image = decodeImage(pixels, { width: 30, height: 20, dpi: 569 });
    expect(image).toEqual({ width: 30, height: 20, dpi: 569, pixels: Uint8Array.from(pixels) });
    expect(() => decodeImage(pixels, { width: 30, height: 21 })).toThrow(ImageError);
    expect(() => decodeImage(pixels, { width: -30, height: -20 })).toThrow(ImageError);
    expect(() => decodeImage(pixels, { width: 1200, height: 0.5 })).toThrow(ImageError);
    expect(() => decodeImage(new Uint8Array(0), { width: 0, height: 0 })).toThrow(ImageError);
    expect(() => decodeImage(new Uint8Array(2000), { width: 2000, height: 1 })).toThrow('larger than');
  });

  test('are accepted even if they begin like a BMP file', () => {
    const pixels = Uint8Array.from([0x42, 0x4d, ...noise(598)]);
    expect(decodeImage(pixels, { width: 600, height: 1 }).pixels).toEqual(pixels);
  });

  test("a hinted size does not override a real file's header", () => {
    const file = encodePng({ width: 40, height: 50, dpi: 500, pixels: noise(2000) });
    expect(decodeImage(file, { width: file.length, height: 1 }).width).toBe(40);
  });
});
