import { expect, test } from 'vitest';
import { drawSample, wilsonInterval } from './sample.ts';

const things = Array.from({ length: 100 }, (_, at) => `mutant ${at}`);
const draw = (from: readonly string[], seed: string) => drawSample(from, (one) => one, 0.2, seed);

test('a sample hangs on its seed alone, and keeps its order', () => {
  expect(draw(things, '1')).toEqual(draw(things.toReversed(), '1').toReversed());
  expect(draw(things, '1')).not.toEqual(draw(things, '2'));
  expect(draw(things, '1').length).toBe(20);
});

test('what is added elsewhere changes at most one that is drawn', () => {
  const after = draw([...things, 'another'], '1');
  expect(draw(things, '1').filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(1);
});

test('the interval is that of Wilson', () => {
  const [low, high] = wilsonInterval(85, 100);
  expect(low).toBeCloseTo(0.767, 3);
  expect(high).toBeCloseTo(0.907, 3);
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  expect(wilsonInterval(10, 10)[1]).toBe(1);
});
