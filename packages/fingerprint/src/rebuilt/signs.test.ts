import { expect, it } from 'vitest';
import { BLOCK } from '../extraction/blocks.ts';
import type { Analysis } from '../extraction/extract.ts';
import { RIM } from '../extraction/layout.ts';
import { readSigns, SIGNS } from './signs.ts';

const COLUMNS = 12;
const SIDE = COLUMNS * BLOCK;
const PIXELS = (SIDE + 2 * RIM) ** 2;
const TILES = SIDE / 4;

/** An analysis of which every pixel is alike. */
function even(values: { ridges: number; even: number; odd: number }): Analysis {
  const mask = new Uint8Array(COLUMNS * COLUMNS).fill(1);
  return {
    width: SIDE,
    height: SIDE,
    ridges: new Float32Array(PIXELS).fill(values.ridges),
    waves: {
      even: new Float32Array(PIXELS).fill(values.even),
      odd: new Float32Array(PIXELS).fill(values.odd),
      direction: new Uint8Array(TILES * TILES),
      tiles: TILES,
    },
    mask,
    flow: { columns: COLUMNS, rows: COLUMNS },
  } as unknown as Analysis;
}

it('readSigns computes the expected signs of a uniform analysis', () => {
  const signs = readSigns(even({ ridges: 1.1, even: 1, odd: 3 }));
  const of = (name: (typeof SIGNS)[number]) => signs?.[SIGNS.indexOf(name)] ?? Number.NaN;
  expect(of('coherence')).toBe(0);
  expect(of('residual')).toBeCloseTo(Math.log(0.01 / 1.21), 5);
  expect(of('lasting')).toBeCloseTo(1, 5);
  expect(of('flank')).toBeCloseTo(0, 5);
  const cosine = 1 / Math.sqrt(10);
  expect(of('third')).toBeCloseTo((0.1 * (4 * cosine ** 2 - 3) * cosine) / Math.sqrt(10), 5);
});
