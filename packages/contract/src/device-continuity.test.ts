import { expect, test } from 'vitest';
import { MAX_MARKS, readMarks, writeMarks } from './device-continuity.ts';

const marks = (count: number) => Array.from({ length: count }, (_, index) => `mark-${index}`.padEnd(16, '_'));

test('marks survive writing and reading, and only the newest eight are written', () => {
  expect(readMarks(writeMarks(marks(2)))).toEqual(marks(2));
  expect(readMarks(writeMarks(marks(9)))).toEqual(marks(MAX_MARKS));
});

test('readMarks takes nothing from a malformed header', () => {
  for (const text of ['', '.', 'short', `${marks(1)}.`, `${marks(1)}.short`, marks(9).join('.'), `${marks(1)} `])
    expect(readMarks(text), text).toEqual([]);
});
