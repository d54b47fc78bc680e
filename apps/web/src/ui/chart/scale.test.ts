import { expect, test } from 'vitest';
import { marksUpTo, shortened, wholeMarksUpTo } from './scale.ts';

test.each([
  [0, [0]],
  [Number.NaN, [0]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [130, [0, 50, 100, 150]],
  [98_765.5, [0, 50_000, 100_000]],
  [0.3, [0, 0.1, 0.2, 0.3].map((each) => expect.closeTo(each))],
])('marksUpTo(%d) returns round marks', (most, marks) => {
  expect(marksUpTo(most)).toEqual(marks);
});

test('wholeMarksUpTo returns whole numbers only', () => {
  expect(wholeMarksUpTo(1)).toEqual([0, 1]);
  expect(wholeMarksUpTo(3)).toEqual([0, 1, 2, 3]);
});

test('shortened abbreviates thousands and millions', () => {
  expect([0, 250, 1500, 50_000, 2_000_000].map(shortened)).toEqual(['0', '250', '1.5k', '50k', '2M']);
});
