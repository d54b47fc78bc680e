import { describe, expect, test } from 'vitest';
import { readRecord } from './read.ts';
import { ExchangeError } from './record.ts';
import { ANSI_RECORD, ISO_RECORD } from './records.testkit.ts';
import { writeRecord } from './write.ts';

/** A record of ISO with other bytes at a place. */
function changed(at: number, ...bytes: number[]): Uint8Array {
  const copy = ISO_RECORD.slice();
  copy.set(bytes, at);
  return copy;
}

describe('an invalid exchange record', () => {
  test.each([
    ['of another kind', changed(0, 0x47), 'no record of minutiae'],
    ['of another version', changed(5, 0x33), 'another version'],
    ['that says another length', changed(11, 61), 'the length of the record'],
    ['with a picture of no width', changed(14, 0, 0), 'side of the picture'],
    ['with a picture beyond fourteen bits', changed(16, 0x40, 0), 'side of the picture'],
    ['of 97 pixels a centimetre', changed(19, 97), 'resolution'],
    ['of 788 pixels a centimetre down', changed(20, 3, 20), 'resolution'],
    ['with a reserved byte in use', changed(23, 1), 'reserved byte'],
    ['of the eleventh finger', changed(24, 11), 'finger position'],
    ['of an impression that there is not', changed(25, 10), 'impression type'],
    ['of a finger better than good', changed(26, 101), 'quality of the finger'],
    ['with more minutiae than bytes', changed(27, 255), 'the minutiae of a view are cut off'],
    ['with a minutia of the fourth kind', changed(28, 0xc0), 'a kind that there is not'],
    ['with a minutia right of its picture', changed(28, 0x41, 0x2c), 'beside the picture: x'],
    ['with reserved bits of a minutia in use', changed(30, 0x80), 'reserved bits'],
    ['with a minutia below its picture', changed(30, 0x01, 0x90), 'beside the picture: y'],
    ['with a minutia better than good', changed(33, 101), 'quality of a minutia'],
    ['with more extended data than bytes', changed(53, 7), 'extended data of a view is cut off'],
    ['with bytes behind its views', changed(53, 5), 'bytes behind the last view'],
    ['with a view less than bytes', changed(22, 1), 'bytes behind the last view'],
    ['with a view more than bytes', changed(22, 3), 'the header of a view is cut off'],
  ])('%s is rejected', (_name, bytes, message) => {
    expect(() => readRecord(bytes)).toThrow(message);
    expect(() => readRecord(bytes)).toThrow(ExchangeError);
  });

  test('in ANSI format with an angle of a full turn is rejected', () => {
    const copy = ANSI_RECORD.slice();
    copy[34] = 180;
    expect(() => readRecord(copy)).toThrow('a full turn');
  });

  test('truncated anywhere is rejected, even with a length that matches', () => {
    for (const record of [ISO_RECORD, ANSI_RECORD])
      for (let length = 0; length < record.length; length++) {
        const cut = record.slice(0, length);
        expect(() => readRecord(cut)).toThrow(ExchangeError);
        if (length < 12) continue;
        const view = new DataView(cut.buffer);
        if (record === ISO_RECORD) view.setUint32(8, length);
        else view.setUint16(8, length);
        expect(() => readRecord(cut)).toThrow(ExchangeError);
      }
  });

  const whole = readRecord(ISO_RECORD);
  const [first] = whole.views;
  const withMinutia = (other: object) => ({
    ...{ ...whole, views: [{ ...first!, minutiae: [{ ...first!.minutiae[0]!, ...other }] }] },
  });
  test.each([
    ['more than 255 minutiae', { ...whole, views: [{ ...first!, minutiae: Array(256).fill(first!.minutiae[0]) }] }],
    ['more than 255 views', { ...whole, views: Array(256).fill(first) }],
    ['a picture of no height', { ...whole, height: 0, views: [] }],
    ['half a pixel', withMinutia({ x: 0.5 })],
    ['a minutia beside its picture', withMinutia({ x: 300 })],
    ['a sixteenth view of a finger', { ...whole, views: [{ ...first!, number: 16 }] }],
  ])('with %s is not written', (_name, record) => {
    expect(() => writeRecord(record, 'iso')).toThrow(ExchangeError);
  });
});
