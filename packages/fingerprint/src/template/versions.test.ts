import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { meanPeriod, scaled } from './scaled.ts';
import { decodeTemplate, encodeTemplate, MAP_CELL, mapCells, type Template, TemplateError } from './template.ts';

/** A template of two minutiae in opposite corners, on cells that all differ. */
function aTemplate(width = 40, height = 56): Template {
  const cells = mapCells(width) * mapCells(height);
  return {
    ...{ width, height, x: Uint16Array.of(0, width - 1), y: Uint16Array.of(height - 1, 0) },
    ...{ direction: Uint8Array.of(3, 250), type: Uint8Array.of(0, 1), quality: Uint8Array.of(0, 100) },
    orientation: Uint8Array.from({ length: cells }, (_, k) => 5 * k + 1),
    period: Uint8Array.from({ length: cells }, (_, k) => (k === 4 ? 0 : 60 + k)),
  };
}

/** The bytes of a template with one of them changed, and a checksum that says that it is whole. */
function forged(at: number, value: number): Uint8Array {
  const bytes = encodeTemplate(aTemplate());
  bytes[at] = value;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)));
  return bytes;
}

describe('a stored template with a valid checksum', () => {
  test.each([
    ['that is something else', 0, 0x4e, 'not a template'],
    ['of another format', 4, 2, 'unknown template format'],
    ['of an extraction that finds other minutiae', 5, 2, 're-enrol'],
  ])('%s is rejected with its own error', (_name, at, value, message) => {
    expect(() => decodeTemplate(forged(at, value))).toThrow(message);
    expect(() => decodeTemplate(forged(at, value))).toThrow(TemplateError);
  });

  test('is rejected with a minutia outside its picture, or a quality above 100', () => {
    expect(() => decodeTemplate(forged(13, 40))).toThrow('minutia out of bounds');
    expect(() => decodeTemplate(forged(15, 56))).toThrow('minutia out of bounds');
    expect(() => decodeTemplate(forged(17, 101))).toThrow('minutia out of bounds');
    expect(decodeTemplate(forged(17, 100)).quality[0]).toBe(100);
  });
});

test('encodeTemplate rejects a ridge map of another size, and too many minutiae', () => {
  const whole = aTemplate();
  const short = new Uint8Array(whole.period.length - 1);
  const many = (of: Uint8Array | Uint16Array) => new Uint16Array(of.constructor === Uint16Array ? 121 : 0);
  for (const broken of [
    { ...whole, orientation: short },
    { ...whole, period: short },
    { ...whole, x: many(whole.x), y: many(whole.y) },
  ])
    expect(() => encodeTemplate(broken)).toThrow('does not fit its own size');
});

describe('a scaled template', () => {
  const cellsOf = (t: Template, of: 'orientation' | 'period') =>
    Array.from({ length: mapCells(t.height) }, (_, row) => [
      ...t[of].subarray(row * mapCells(t.width), (row + 1) * mapCells(t.width)),
    ]);
  /** As one looks the cell up whose middle lies there in the smaller picture. */
  function expected(t: Template, factor: number, of: 'orientation' | 'period') {
    const [width, height] = [Math.round(t.width * factor), Math.round(t.height * factor)];
    return Array.from({ length: mapCells(height) }, (_, row) =>
      Array.from({ length: mapCells(width) }, (_unused, column) => {
        const [u, v] = [column, row].map((at) => Math.floor((at + 0.5) / factor));
        if (u! >= mapCells(t.width) || v! >= mapCells(t.height)) return 0;
        const period = t.period[v! * mapCells(t.width) + u!]!;
        if (period === 0) return 0;
        return of === 'period' ? Math.round(period * factor) : t.orientation[v! * mapCells(t.width) + u!];
      }),
    );
  }

  test.each([1.02 ** 10, 1.02 ** 35, 1.02 ** -12])(
    'has each cell where its part of the finger lies: factor %d',
    (factor) => {
      const template = aTemplate();
      const other = scaled(template, factor);
      expect([other.width, other.height]).toEqual([Math.round(40 * factor), Math.round(56 * factor)]);
      expect(cellsOf(other, 'orientation')).toEqual(expected(template, factor, 'orientation'));
      // A smaller one has the mean of the periods that lie under a cell: `extraction/narrow.test.ts`.
      if (factor > 1) expect(cellsOf(other, 'period')).toEqual(expected(template, factor, 'period'));
      expect(decodeTemplate(encodeTemplate(other))).toEqual(other);
    },
  );

  test('keeps its minutiae inside the picture and its periods within a byte', () => {
    const wide = aTemplate(MAP_CELL, MAP_CELL);
    const larger = scaled({ ...wide, period: Uint8Array.of(200) }, 1.02 ** 35);
    expect([...larger.x]).toEqual([0, Math.min(larger.width - 1, Math.round(15 * 1.02 ** 35))]);
    expect(Math.max(...larger.x, ...larger.y)).toBeLessThan(larger.width);
    expect(larger.period[0]).toBe(255);
    const faint = { ...aTemplate(2 * MAP_CELL, 2 * MAP_CELL), period: Uint8Array.of(1, 1, 1, 1) };
    expect(scaled(faint, 1.02 ** -40).period[0]).toBe(1);
  });

  test('is cached for each size', () => {
    const template = aTemplate();
    const [one, other] = [scaled(template, 1.2), scaled(template, 1.4)];
    expect(other).not.toBe(one);
    expect(scaled(template, 1.2)).toBe(one);
    expect(scaled(template, 1.4)).toBe(other);
  });
});

test('meanPeriod is the geometric mean over cells with a finger, and cached', () => {
  const template = { ...aTemplate(32, 32), period: Uint8Array.of(50, 200, 0, 0) };
  expect(meanPeriod(template)).toBeCloseTo(10, 6);
  template.period.fill(0);
  expect(meanPeriod(template)).toBeCloseTo(10, 6);
  expect(meanPeriod({ ...template })).toBe(0);
});
