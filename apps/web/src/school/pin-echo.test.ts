import { expect, it } from 'vitest';
import { echoOf, isVeiled } from './pin-echo.ts';

it.each([
  ['', undefined, false],
  ['2', '2749', false],
  ['27', '2749', true],
  ['2749', '2749', true],
  ['27490', undefined, false],
  ['28', undefined, false],
  ['31', '314159', true],
])('of what stands in the field, “%s”, says whose beginning it may be', (text, echo, veiled) => {
  expect(echoOf(text, [undefined, '2749', '314159'])).toBe(echo);
  expect(isVeiled(text, echo)).toBe(veiled);
});
