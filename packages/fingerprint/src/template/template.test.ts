import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { compare } from '../matching/compare.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import type { Template } from './template.ts';
import { decodeTemplate, encodeTemplate, MAP_CELL, MAX_MINUTIAE, MAX_SIDE, TemplateError } from './template.ts';

const real = extractTemplate(impress(makeFinger(5), { seed: 1 }));
const bytes = encodeTemplate(real);

const templates: fc.Arbitrary<Template> = fc
  .record({
    width: fc.integer({ min: 1, max: 400 }),
    height: fc.integer({ min: 1, max: 400 }),
    count: fc.integer({ min: 0, max: MAX_MINUTIAE }),
    seed: fc.infiniteStream(fc.nat(0xffff)),
  })
  .map(({ width, height, count, seed }) => {
    const cells = Math.ceil(width / MAP_CELL) * Math.ceil(height / MAP_CELL);
    const draw = (length: number, below: number) => Array.from({ length }, () => (seed.next().value as number) % below);
    return {
      width,
      height,
      x: Uint16Array.from(draw(count, width)),
      y: Uint16Array.from(draw(count, height)),
      direction: Uint8Array.from(draw(count, 256)),
      type: Uint8Array.from(draw(count, 2)),
      quality: Uint8Array.from(draw(count, 101)),
      orientation: Uint8Array.from(draw(cells, 256)),
      period: Uint8Array.from(draw(cells, 256)),
    };
  });

describe('a stored template', () => {
  test('survives encoding and decoding', () => {
    expect(decodeTemplate(bytes)).toEqual(real);
    fc.assert(
      fc.property(templates, (t) => {
        expect(decodeTemplate(encodeTemplate(t))).toEqual(t);
      }),
      { numRuns: 60 },
    );
  });

  test('of an ordinary picture takes less than 2,500 bytes', () => {
    expect(bytes.length).toBeLessThan(2_500);
  });

  test('can be read from the middle of a larger buffer', () => {
    const larger = new Uint8Array(bytes.length + 20).fill(7);
    larger.set(bytes, 10);
    expect(decodeTemplate(larger.subarray(10, 10 + bytes.length))).toEqual(real);
  });

  test('is rejected if any byte is changed, missing or added', () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at]! ^= 1 << (at % 8);
      expect(() => decodeTemplate(changed)).toThrow(TemplateError);
    }
    for (let length = 0; length < bytes.length; length += 13) {
      expect(() => decodeTemplate(bytes.subarray(0, length))).toThrow(TemplateError);
    }
    expect(() => decodeTemplate(Uint8Array.from([...bytes, 0]))).toThrow(TemplateError);
  });

  test('with a forged checksum is rejected, or safe to compare', () => {
    const probe = real;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 5), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        (changes) => {
          const forged = Uint8Array.from(bytes);
          for (const [at, value] of changes) forged[at] = value;
          new DataView(forged.buffer).setUint32(forged.length - 4, crc32(forged.subarray(0, -4)));
          let template: Template;
          try {
            template = decodeTemplate(forged);
          } catch (error) {
            expect(error).toBeInstanceOf(TemplateError);
            return;
          }
          expect(Number.isFinite(compare(probe, template))).toBe(true);
          expect(Number.isFinite(compare(template, probe))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('of random bytes is rejected', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (noise) => {
        expect(() => decodeTemplate(noise)).toThrow(TemplateError);
      }),
    );
  });

  test('that claims a huge size is rejected as out of bounds', () => {
    const huge = Uint8Array.from(bytes);
    new DataView(huge.buffer).setUint16(6, 0xffff);
    expect(() => decodeTemplate(huge)).toThrow('template out of bounds');
    expect(MAX_SIDE).toBeLessThan(0x7fff);
  });
});
