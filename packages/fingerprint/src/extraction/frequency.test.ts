import { expect, test } from 'vitest';
import { gridOf } from './blocks.ts';
import { canvasOf } from './canvas.ts';
import { estimatePeriods } from './frequency.ts';

test('estimatePeriods gives period 9 and no periodicity on an empty picture', () => {
  const grid = gridOf(64, 64);
  const nothing = () => new Float32Array(grid.columns * grid.rows);
  const flow = { ...grid, cos: nothing(), sin: nothing() };
  const { period, periodicity } = estimatePeriods(canvasOf(64, 64)!.ridges, 64, 64, flow, nothing());
  expect(new Set(period)).toEqual(new Set([9]));
  expect(new Set(periodicity)).toEqual(new Set([0]));
});
