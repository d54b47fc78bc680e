import { expect, it } from 'vitest';
import { forecastOf } from './plates-rules.ts';

it.each([
  ['weeks alike are sure', [100, 104, 98, 101], { plates: 101, least: 98, most: 104, sure: 'good' }],
  ['a few plates apart are nothing in a small pot', [3, 5, 4], { plates: 4, least: 3, most: 5, sure: 'good' }],
  ['two weeks are never quite sure', [100, 100], { plates: 100, least: 100, most: 100, sure: 'fair' }],
  ['weeks apart are not sure', [100, 60, 80, 90], { plates: 83, least: 60, most: 100, sure: 'fair' }],
  ['weeks far apart say little', [100, 10, 0, 90], { plates: 50, least: 0, most: 100, sure: 'poor' }],
  ['three weeks a fifth apart are sure yet', [100, 110, 90], { plates: 100, least: 90, most: 110, sure: 'good' }],
  ['and not where they are farther', [100, 111, 90], { plates: 101, least: 90, most: 111, sure: 'fair' }],
  ['two small pots four plates apart are fair', [2, 6], { plates: 4, least: 2, most: 6, sure: 'fair' }],
  ['one week says little', [100], { plates: 100, least: 100, most: 100, sure: 'poor' }],
  ['no week says nothing', [], { plates: 0, least: 0, most: 0, sure: 'poor' }],
] as const)('forecastOf: %s', (_, taken, forecast) => {
  expect(forecastOf(taken)).toEqual(forecast);
});
