import { expect, test } from 'vitest';
import { createPinPlausibility } from './pin-plausibility.ts';

test('createPinPlausibility holds back once a PIN of another length after a wrong PIN of that student', () => {
  const doubt = createPinPlausibility();
  expect(doubt.mayGo('4001', '274951')).toBe(true);
  doubt.answered('4001', true);
  expect(doubt.mayGo('4001', '4002')).toBe(false);
  expect(doubt.mayGo('4001', '4003')).toBe(false);
  expect(doubt.mayGo('4001', '4003')).toBe(true);
  expect(doubt.mayGo('4002', '2749')).toBe(true);
});

test('createPinPlausibility accepts a retry of the same length, and any PIN after a right one', () => {
  const doubt = createPinPlausibility();
  doubt.mayGo('4001', '274951');
  doubt.answered('4001', true);
  expect(doubt.mayGo('4001', '274952')).toBe(true);
  doubt.answered('4001', false);
  expect(doubt.mayGo('4001', '2749')).toBe(true);
});

test("createPinPlausibility keeps its suspicion when another student's answer comes in between", () => {
  const doubt = createPinPlausibility();
  doubt.mayGo('4001', '274951');
  doubt.mayGo('4002', '8162');
  doubt.answered('4001', true);
  doubt.answered('4002', false);
  expect(doubt.mayGo('4001', '4003')).toBe(false);
});

test("createPinPlausibility holds back the student's own number once, and again after forget()", () => {
  const doubt = createPinPlausibility();
  expect(doubt.mayGo('4001', '4001')).toBe(false);
  doubt.forget();
  expect(doubt.mayGo('4001', '4001')).toBe(false);
  expect(doubt.mayGo('4001', '4001')).toBe(true);
});

test('createPinPlausibility holds back any digits once after wait(), for that student only', () => {
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
