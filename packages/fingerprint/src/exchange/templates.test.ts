import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { compare } from '../matching/compare.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { decodeTemplate, encodeTemplate } from '../template/template.ts';
import { readRecord } from './read.ts';
import { ExchangeError, type ExchangeRecord } from './record.ts';
import { guessRidges } from './ridges.ts';
import { recordOf, templateOf } from './templates.ts';
import { writeRecord } from './write.ts';

const finger = makeFinger(5);
const enrolled = extractTemplate(impress(finger, { seed: 1 }));
const view = { position: 2, number: 0, impression: 0, quality: 80 };

/** The template that another system's record gives, which went there from here. */
function backFrom(standard: 'iso' | 'ansi') {
  const record = readRecord(writeRecord(recordOf(enrolled, view), standard));
  return templateOf(record, record.views[0]!);
}

describe('a template converted to a record and back', () => {
  test('keeps its minutiae and size, but not its ridge map', () => {
    const back = backFrom('iso');
    const sorted = (t: typeof enrolled) =>
      Array.from(t.x, (x, i) => [x, t.y[i], t.direction[i], t.type[i], Math.max(1, t.quality[i]!)].join()).sort();
    expect(sorted(back)).toEqual(sorted(enrolled));
    expect([back.width, back.height]).toEqual([enrolled.width, enrolled.height]);
    expect(back.period).not.toEqual(enrolled.period);
    expect(decodeTemplate(encodeTemplate(back))).toEqual(back);
  });

  test('gives a minutia of quality 0 the quality 1', () => {
    const doubtful = { ...enrolled, quality: enrolled.quality.map(() => 0) };
    const record = recordOf(doubtful, view);
    expect([...templateOf(record, record.views[0]!).quality]).toEqual(Array(enrolled.x.length).fill(1));
  });

  test.each(['iso', 'ansi'] as const)('still matches its own finger, and no other finger: %s', (standard) => {
    const back = backFrom(standard);
    const again = extractTemplate(impress(finger, { seed: 2 }));
    const stranger = extractTemplate(impress(makeFinger(6), { seed: 2 }));
    expect(compare(again, back)).toBeGreaterThan(MONEY_THRESHOLD);
    expect(compare(stranger, back)).toBeLessThan(GATE_THRESHOLD);
  });
});

describe('a record view of another resolution', () => {
  const minutia = { x: 200, y: 100, direction: 32, kind: 'other' as const, quality: 0 };
  const sizes = { width: 400, height: 300, resolutionX: 394, resolutionY: 394 };
  const of = (other: Partial<ExchangeRecord>, minutiae = [minutia]) => {
    const record = { ...sizes, views: [{ ...view, minutiae }], ...other };
    return templateOf(record, record.views[0]!);
  };

  test('is converted to 500 dpi', () => {
    const { width, height, x, y, direction, type, quality } = of({});
    // 394 pixels a centimetre are 1,001 dpi.
    expect([width, height, x[0], y[0], direction[0], type[0], quality[0]]).toEqual([200, 150, 100, 50, 32, 0, 50]);
  });

  test('with unequal resolutions across and down has its directions corrected', () => {
    const { height, y, direction } = of({ resolutionY: 197 });
    // Forty-five degrees become the angle whose tangent is two, of 256.
    expect([height, y[0], direction[0]]).toEqual([300, 100, Math.round((Math.atan2(1001, 500) * 128) / Math.PI)]);
  });

  test("keeps the minutiae of highest quality beyond the template's maximum", () => {
    const many = Array.from({ length: 200 }, (_, x) => ({ ...minutia, x, quality: 1 + (x % 100) }));
    const { quality } = of({}, many);
    expect(quality).toHaveLength(120);
    expect(Math.min(...quality)).toBe(41);
  });

  test('is rejected if it is larger than a finger', () => {
    expect(() => of({ width: 4_100 })).toThrow(ExchangeError);
  });
});

test('guessRidges follows the nearest minutiae and leaves far cells empty', () => {
  const places = { x: Uint16Array.of(8, 56), y: Uint16Array.of(8, 8), direction: Uint8Array.of(32, 32 + 128 + 64) };
  const { orientation, period } = guessRidges({ width: 128, height: 16, ...places });
  // Directions in 256ths of a turn, orientations of half a turn: half a turn more is the same ridge.
  expect([orientation[0], orientation[3]]).toEqual([64, 192]);
  const alike = { ...places, direction: Uint8Array.of(32, 160) };
  expect([...guessRidges({ width: 128, height: 16, ...alike }).orientation.subarray(0, 5)]).toEqual(Array(5).fill(64));
  expect([...period]).toEqual([90, 90, 90, 90, 90, 90, 0, 0]);
});
