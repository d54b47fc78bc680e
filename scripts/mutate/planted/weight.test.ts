import { expect, test } from 'vitest';
import { isHeavy } from './weight.ts';

test('isHeavy returns false for 499 and true for 502', () => {
  expect([isHeavy(499), isHeavy(502)]).toEqual([false, true]);
});
