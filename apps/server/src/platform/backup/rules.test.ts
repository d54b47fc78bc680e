import { describe, expect, it } from 'vitest';
import { refuseForeign } from './rules.ts';

const migration = (number: number, hash = 'of the release') => ({ number, name: `${number}-name`, hash });
const known = [migration(1), migration(2), migration(4)];

describe('refuseForeign', () => {
  it('accepts a backup with the same or fewer migrations', () => {
    expect(() => refuseForeign(known, known)).not.toThrow();
    expect(() => refuseForeign(known.slice(0, 2), known)).not.toThrow();
  });

  it.each([
    ['a later one', [...known, migration(5)], 'made by a newer version (it has migration 5-name)'],
    ['one with another text', [migration(1), migration(2, 'edited')], 'with other migrations (2-name)'],
    ['one of another name', [migration(1), { ...migration(2), name: '2-other' }], 'with other migrations (2-other)'],
    ['one that nobody knows between', [migration(1), migration(2), migration(3)], 'with other migrations (3-name)'],
    ['one left out', [migration(1), migration(4)], 'without 2-name'],
  ])("rejects a backup's migrations with %s", (_what, made, words) => {
    expect(() => refuseForeign(made, known)).toThrow(words);
  });
});
