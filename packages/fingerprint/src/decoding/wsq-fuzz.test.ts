import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeImage, ImageError } from './decode.ts';
import { noise } from './formats.testkit.ts';
import { encodeWsq, segment } from './wsq.testkit.ts';
import { decodeWsq } from './wsq.ts';

const picture = (width: number, height: number, step: number) =>
  encodeWsq({ width, height, dpi: 500, pixels: Uint8Array.from(noise(width * height)) }, { step });
const FILES = [picture(65, 70, 4), picture(90, 65, 40), picture(66, 66, 0.02)];
const GOOD = FILES[0]!;

/** Decodes; anything thrown but an ImageError fails the test. */
function survives(bytes: Uint8Array): void {
  try {
    const { width, height, pixels } = decodeImage(bytes);
    expect(pixels.length).toBe(width * height);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    expect(error.message).toMatch(/^(The|This) .+\.$/);
  }
}

describe('the WSQ decoder on fuzzed bytes', () => {
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
          const bytes = Buffer.from(FILES[which % FILES.length]!);
          // Half of the changes go to the front, where the headers are.
          for (const { at, early, to } of changes)
            bytes[Math.floor(at * ((early ? Math.min(700, bytes.length) : bytes.length) - 1))] = to;
          survives(cut === null ? bytes : bytes.subarray(0, Math.ceil(cut * bytes.length)));
        },
      ),
      { numRuns: 2000, seed: 186 },
    );
  });

  test('returns a picture or an ImageError behind any marker', () => {
    const part = fc.tuple(fc.integer({ min: 0xa0, max: 0xa9 }), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), (parts, before) => {
        const inserted = Buffer.concat(parts.map(([marker, body]) => segment(marker, body)));
        const at = before ? 2 : GOOD.indexOf(Buffer.from([0xff, 0xa3]));
        survives(Buffer.concat([GOOD.subarray(0, at), inserted, GOOD.subarray(at)]));
        survives(Buffer.concat([Buffer.from([0xff, 0xa0]), inserted]));
      }),
      { numRuns: 1000, seed: 186 },
    );
  });

  test('rejects a file that is truncated', () => {
    expect(decodeWsq(GOOD).width).toBe(65);
    for (let cut = 0; cut < GOOD.length - 1; cut += 3)
      expect(() => decodeWsq(GOOD.subarray(0, cut))).toThrow(ImageError);
    const lacking = Buffer.concat([GOOD.subarray(0, GOOD.lastIndexOf(Buffer.from([0xff, 0xa6]))), GOOD.subarray(-2)]);
    expect(() => decodeImage(lacking)).toThrow('cut off');
  });
});
