import { expect, test } from 'vitest';
import { ImageError, plausibleDpi, slice } from './decoding/pixels.ts';
import {
  decodeTemplate,
  encodeTemplate,
  MAX_MINUTIAE,
  MAX_SIDE,
  mapCells,
  type Template,
  TemplateError,
} from './template/template.ts';

test('slice returns a part of the bytes and rejects any range outside them', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect([...slice(bytes, 0, 3)]).toEqual([1, 2, 3]);
  expect([...slice(bytes, 3, 0)]).toEqual([]);
  for (const [from, length] of [
    [-1, 1],
    [0, 4],
    [1, -1],
    [3, 1],
    [Number.NaN, 1],
  ] as const)
    expect(() => slice(bytes, from, length)).toThrow(ImageError);
});

test('plausibleDpi accepts 150 to 2000 dpi if both directions differ by at most 5 %', () => {
  expect([150, 500, 2000].map((dpi) => plausibleDpi(dpi, dpi))).toEqual([150, 500, 2000]);
  expect([149, 2001, 72, Number.NaN].map((dpi) => plausibleDpi(dpi, dpi))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([plausibleDpi(500, 525), plausibleDpi(500, 526)]).toEqual([500, undefined]);
});

test('a template is encoded up to its limits of size and minutiae, and rejected beyond', () => {
  const blank = (width: number, height: number, count = 0): Template => ({
    width,
    height,
    x: new Uint16Array(count),
    y: new Uint16Array(count),
    direction: new Uint8Array(count),
    type: new Uint8Array(count),
    quality: new Uint8Array(count),
    orientation: new Uint8Array(mapCells(width) * mapCells(height)),
    period: new Uint8Array(mapCells(width) * mapCells(height)),
  });
  for (const template of [blank(MAX_SIDE, 16), blank(16, MAX_SIDE), blank(16, 16, MAX_MINUTIAE)])
    expect(decodeTemplate(encodeTemplate(template))).toEqual(template);
  for (const template of [blank(MAX_SIDE + 1, 16), blank(16, MAX_SIDE + 1), blank(16, 16, MAX_MINUTIAE + 1)])
    expect(() => decodeTemplate(encodeTemplate(template))).toThrow(TemplateError);
});
