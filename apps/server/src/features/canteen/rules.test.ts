import { describe, expect, it } from 'vitest';
import { portionsLeft } from './rules.ts';

describe('portions left', () => {
  it.each([
    ['none taken', 2, 0, 0, 2],
    ['one taken', 2, 1, 0, 1],
    ['all taken', 2, 2, 0, 0],
    ['one given back', 2, 2, 1, 1],
    ['the menu was cut since', 1, 3, 0, 0],
  ])('%s', (_, perPerson, taken, givenBack, left) => {
    expect(portionsLeft({ perPerson, taken, givenBack })).toBe(left);
  });
});
