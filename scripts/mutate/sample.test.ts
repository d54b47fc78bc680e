import { expect, test } from 'vitest';
import { drawSample, wilsonInterval } from './sample.ts';

const things = Array.from({ length: 100 }, (_, at) => `mutant ${at}`);
const draw = (from: readonly string[], seed: string) => drawSample(from, (one) => one, 0.2, seed);

test('drawSample depends only on its seed, and keeps the order', () => {
  expect(draw(things, '1')).toEqual(draw(things.toReversed(), '1').toReversed());
  expect(draw(things, '1')).not.toEqual(draw(things, '2'));
  expect(draw(things, '1').length).toBe(20);
});

test('adding an item changes at most one of the drawn sample', () => {
  const after = draw([...things, 'another'], '1');
  expect(draw(things, '1').filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(1);
});

test('wilsonInterval computes the Wilson score interval', () => {
  const [low, high] = wilsonInterval(85, 100);
  expect(low).toBeCloseTo(0.767, 3);
  expect(high).toBeCloseTo(0.907, 3);
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  expect(wilsonInterval(10, 10)[1]).toBe(1);
});
