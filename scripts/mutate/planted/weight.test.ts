import { expect, test } from 'vitest';
import { isHeavy } from './weight.ts';

test('the planted weight', () => {
  expect([isHeavy(499), isHeavy(502)]).toEqual([false, true]);
});
