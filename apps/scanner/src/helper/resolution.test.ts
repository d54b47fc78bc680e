import { expect, it } from 'vitest';
import { resolutionOf } from './resolution.ts';

it.each([
  ['the reported one', 20, 'uru4000', 508],
  ["the driver's, where none is reported", 0, 'uru4000', 512],
  ['the usual one for another driver', 0, 'upeksonly', 500],
])('resolutionOf returns %s', (_which, ppmm, driver, dpi) => {
  expect(resolutionOf({ ppmm }, driver)).toBe(dpi);
});
