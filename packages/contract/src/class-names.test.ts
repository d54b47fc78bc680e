import { expect, it } from 'vitest';
import { classKey } from './class-names.ts';

it.each([
  ['form 1 east', 'Form 1 East', true],
  ['FORM 1-EAST', 'Form 1 East', true],
  ['Form1East', 'Form 1 East', true],
  ['Form  1 – East.', 'Form 1 East', true],
  ['1 1', '1-1', true],
  ['Form 1-1', 'Form 11', false],
  ['Form 1 1', 'Form 11', false],
  ['Form 1 E', 'Form 1 F', false],
  ['Form 1', 'Form 2', false],
])('class names %s and %s have one key: %s', (one, other, same) =>
  expect(classKey(one) === classKey(other)).toBe(same),
);
