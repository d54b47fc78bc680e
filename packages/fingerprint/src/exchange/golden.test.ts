import { expect, test } from 'vitest';
import { readRecord } from './read.ts';
import { ANSI_RECORD, ISO_RECORD } from './records.testkit.ts';
import { writeRecord } from './write.ts';

const SIZES = { width: 300, height: 400, resolutionX: 197, resolutionY: 197 };
const FINGER = { position: 7, number: 0, impression: 0, quality: 86 };
// Upwards is three quarters of a turn here, where y points down.
const UPWARDS = { x: 100, y: 200, direction: 192, kind: 'ending', quality: 90 };
const UNSAID = { x: 0, y: 0, direction: 0, kind: 'other', quality: 0 };

test('an ISO/IEC 19794-2:2005 record is read field by field and written back without extended data', () => {
  expect(ISO_RECORD).toHaveLength(60);
  const record = readRecord(ISO_RECORD);
  const corner = { x: 299, y: 399, direction: 1, kind: 'bifurcation', quality: 100 };
  expect(record).toEqual({
    ...{ ...SIZES, standard: 'iso' },
    views: [
      { ...FINGER, minutiae: [UPWARDS, corner, UNSAID] },
      { ...FINGER, number: 1, quality: 0, minutiae: [] },
    ],
  });
  const without = ISO_RECORD.slice(0, 54);
  // Its length, and that there is no extended data.
  without.set([0, 0, 0, 54], 8);
  without.set([0, 0], 52);
  expect(Buffer.from(writeRecord(record, 'iso')).toString('hex')).toBe(Buffer.from(without).toString('hex'));
});

test('an ANSI INCITS 378-2004 record is recognised, read, and written back without its product ids', () => {
  expect(ANSI_RECORD).toHaveLength(56);
  const record = readRecord(ANSI_RECORD);
  const corner = { x: 299, y: 399, direction: 1, kind: 'bifurcation', quality: 100 };
  const left = { x: 0, y: 1, direction: 128, kind: 'ending', quality: 1 };
  expect(record).toEqual({
    ...{ ...SIZES, standard: 'ansi' },
    views: [{ ...FINGER, minutiae: [UPWARDS, corner, UNSAID, left] }],
  });
  const anonymous = ANSI_RECORD.slice();
  anonymous.set([0, 0, 0, 0], 10);
  expect(Buffer.from(writeRecord(record, 'ansi')).toString('hex')).toBe(Buffer.from(anonymous).toString('hex'));
});

test('an ANSI record above 65,535 bytes uses the six-byte length', () => {
  const minutiae = Array.from({ length: 255 }, (_, x) => ({
    ...{ x, y: 399 - x, direction: 0, kind: 'other' as const, quality: 7 },
  }));
  const record = { ...SIZES, views: Array.from({ length: 43 }, () => ({ ...FINGER, minutiae })) };
  const bytes = writeRecord(record, 'ansi');
  expect(bytes).toHaveLength(18 + 12 + 43 * (4 + 255 * 6 + 2));
  expect([...bytes.subarray(8, 14)]).toEqual([0, 0, 0, 1, 0x02, 0x1e]);
  expect(readRecord(bytes)).toEqual({ ...record, standard: 'ansi' });
  const short = { ...record, views: record.views.slice(1) };
  expect(writeRecord(short, 'ansi')).toHaveLength(14 + 12 + 42 * (4 + 255 * 6 + 2));
  expect(readRecord(writeRecord(short, 'ansi')).views).toHaveLength(42);
  expect(readRecord(writeRecord(record, 'iso')).standard).toBe('iso');
});
