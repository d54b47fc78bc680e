import { expect, test } from 'vitest';
import { createPinPlausibility } from './pin-plausibility.ts';

test('after a wrong PIN digits of another length are held back once, of that student only', () => {
  const doubt = createPinPlausibility();
  expect(doubt.mayGo('4001', '274951')).toBe(true);
  doubt.answered('4001', true);
  expect(doubt.mayGo('4001', '4002')).toBe(false);
  expect(doubt.mayGo('4001', '4003')).toBe(false);
  expect(doubt.mayGo('4001', '4003')).toBe(true);
  expect(doubt.mayGo('4002', '2749')).toBe(true);
});

test('another try of the same length goes at once, and so does any PIN after one that was right', () => {
  const doubt = createPinPlausibility();
  doubt.mayGo('4001', '274951');
  doubt.answered('4001', true);
  expect(doubt.mayGo('4001', '274952')).toBe(true);
  doubt.answered('4001', false);
  expect(doubt.mayGo('4001', '2749')).toBe(true);
});

test('the answer to another student who is on the way leaves the doubt where it was', () => {
  const doubt = createPinPlausibility();
  doubt.mayGo('4001', '274951');
  doubt.mayGo('4002', '8162');
  doubt.answered('4001', true);
  doubt.answered('4002', false);
  expect(doubt.mayGo('4001', '4003')).toBe(false);
});

test('the student’s own number is no PIN, and what was held back is held back again for the next one', () => {
  const doubt = createPinPlausibility();
  expect(doubt.mayGo('4001', '4001')).toBe(false);
  doubt.forget();
  expect(doubt.mayGo('4001', '4001')).toBe(false);
  expect(doubt.mayGo('4001', '4001')).toBe(true);
});

test('a while after a wrong PIN any digits are held back once, of that student only', () => {
  const doubt = createPinPlausibility();
  doubt.mayGo('4001', '2749');
  doubt.answered('4001', true);
  doubt.wait('4001');
  expect(doubt.mayGo('4001', '4002')).toBe(false);
  expect(doubt.mayGo('4001', '4002')).toBe(true);
  expect(doubt.mayGo('4001', '2748')).toBe(true);
  doubt.wait('4001');
  expect(doubt.mayGo('4002', '8162')).toBe(true);
  expect(doubt.mayGo('4001', '2747')).toBe(true);
});
