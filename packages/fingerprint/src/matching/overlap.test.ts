import { expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { cellsOf } from './cells.ts';
import { entry } from './movement.ts';
import { measureOverlap, overlap } from './overlap.ts';

const whole = extractTemplate(impress(makeFinger(101), { seed: 1 }));
/** The same minutiae, on no cell that shows the finger. */
const nowhere = { ...whole, period: whole.period.map(() => 0) };

test('impressions without any overlap count as unlike in flow and period', () => {
  Object.assign(entry, { c: 1, s: 0, x0: 0, y0: 0, turn: 0 });
  measureOverlap(whole, cellsOf(whole), whole);
  expect(overlap).toMatchObject({ flow: expect.closeTo(1, 1), period: expect.closeTo(0, 1) });
  expect(overlap.cells).toBeGreaterThan(0);
  measureOverlap(whole, cellsOf(whole), nowhere);
  expect(overlap).toMatchObject({ cells: 0, flow: 0, period: 1 });
});
