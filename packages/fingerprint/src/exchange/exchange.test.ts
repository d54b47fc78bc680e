import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecord } from './read.ts';
import { ExchangeError, type ExchangeRecord, KINDS, type Standard } from './record.ts';
import { ANSI_RECORD, ISO_RECORD } from './records.testkit.ts';
import { writeRecord } from './write.ts';

const records: fc.Arbitrary<ExchangeRecord> = fc
  .record({
    width: fc.integer({ min: 1, max: 0x3fff }),
    height: fc.integer({ min: 1, max: 0x3fff }),
    resolutionX: fc.integer({ min: 98, max: 787 }),
    resolutionY: fc.integer({ min: 98, max: 787 }),
  })
  .chain((sizes) =>
    fc.record({
      width: fc.constant(sizes.width),
      height: fc.constant(sizes.height),
      resolutionX: fc.constant(sizes.resolutionX),
      resolutionY: fc.constant(sizes.resolutionY),
      views: fc.array(
        fc.record({
          position: fc.integer({ min: 0, max: 10 }),
          number: fc.integer({ min: 0, max: 15 }),
          impression: fc.integer({ min: 0, max: 9 }),
          quality: fc.integer({ min: 0, max: 100 }),
          minutiae: fc.array(
            fc.record({
              x: fc.nat(sizes.width - 1),
              y: fc.nat(sizes.height - 1),
              direction: fc.nat(255),
              kind: fc.constantFrom(...KINDS),
              quality: fc.nat(100),
            }),
            { maxLength: 255 },
          ),
        }),
        { maxLength: 4 },
      ),
    }),
  );
const standards = fc.constantFrom<Standard>('iso', 'ansi');

describe('a fingerprint exchange record', () => {
  test('survives writing and reading, also at an offset in a larger buffer', () => {
    fc.assert(
      fc.property(records, standards, fc.nat(9), (record, standard, before) => {
        const bytes = writeRecord(record, standard);
        const larger = new Uint8Array(bytes.length + 20).fill(7);
        larger.set(bytes, before);
        const read = readRecord(larger.subarray(before, before + bytes.length));
        expect(writeRecord(read, standard)).toEqual(bytes);
        if (standard === 'iso') expect(read).toEqual({ ...record, standard });
      }),
      { seed: 19794, numRuns: 100 },
    );
  });

  test('in ANSI format keeps each direction within one step of 256', () => {
    for (let direction = 0; direction < 256; direction++) {
      const minutiae = [{ x: 0, y: 0, direction, kind: 'other' as const, quality: 0 }];
      const view = { position: 0, number: 0, impression: 0, quality: 0, minutiae };
      const sizes = { width: 1, height: 1, resolutionX: 197, resolutionY: 197 };
      const [read] = readRecord(writeRecord({ ...sizes, views: [view] }, 'ansi')).views;
      const away = ((read!.minutiae[0]!.direction - direction + 128) & 255) - 128;
      expect(Math.abs(away)).toBeLessThanOrEqual(1);
    }
  });

  test('with changed bytes is read and rewritten, or rejected with ExchangeError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(ISO_RECORD, ANSI_RECORD),
        fc.array(fc.tuple(fc.integer({ min: 10, max: 59 }), fc.nat(255)), { maxLength: 12 }),
        fc.uint8Array({ maxLength: 40 }),
        (record, changes, behind) => {
          const bytes = Uint8Array.from([...record, ...behind]);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const view = new DataView(bytes.buffer);
          if (record === ISO_RECORD) view.setUint32(8, bytes.length);
          else view.setUint16(8, bytes.length);
          try {
            const read = readRecord(bytes);
            expect(readRecord(writeRecord(read, read.standard))).toEqual(read);
          } catch (error) {
            expect(error).toBeInstanceOf(ExchangeError);
          }
        },
      ),
      { seed: 378, numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(() => readRecord(noise)).toThrow(ExchangeError);
      }),
      { seed: 2005 },
    );
  });
});
