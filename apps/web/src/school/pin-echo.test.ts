import { expect, it } from 'vitest';
import { echoOf, isVeiled, isWhole } from './pin-echo.ts';

it.each([
  ['', undefined, false],
  ['2', '2749', false],
  ['27', '2749', true],
  ['2749', '2749', true],
  ['27490', '2749', true],
  ['27480', undefined, false],
  ['28', undefined, false],
  ['31', '314159', true],
])('echoOf and isVeiled recognise “%s” as the beginning of a known PIN', (text, echo, veiled) => {
  expect(echoOf(text, [undefined, '2749', '314159'])).toBe(echo);
  expect(isVeiled(text, echo)).toBe(veiled);
});

it('isWhole accepts text that contains the whole PIN; echoOf ignores an incomplete PIN', () => {
  expect(['274', '2749', '27490', '12749'].map((text) => isWhole(text, '2749'))).toEqual([false, true, true, false]);
  // An incomplete PIN is not an echo yet.
  expect(echoOf('277', ['27'])).toBeUndefined();
});
