import { expect, it, test } from 'vitest';
import { findSingulars } from './plural-texts.ts';

const find = (texts: Parameters<typeof findSingulars>[1], never = {}) => findSingulars('imports', texts, never);

it.each([
  ['{{count}} rows are not right', 'rows'],
  ['Send to {{shown}} guardians?', 'guardians'],
  ['{{by}} wants {{recipients}} guardians to know', 'two blanks'],
  ['{{done}} of {{expected}} students', 'a number that is not called a count'],
  ['{{count}} wrong PINs', 'a word between'],
  ['{{count}} waiting', 'a word that Kiswahili bends'],
  ['The list is {{minutes}} min ago', 'a time that is past'],
])('reports "%s", which has no singular form (%s)', (text) => {
  expect(find({ list: { total: text } })).toEqual([
    '"list.total" has no form for one: list.total_one, list.total_other',
  ]);
});

it.each([
  'Waiting: {{count}}.',
  'All rows ({{count}})',
  'Pieces (at most {{count}})',
  '{{count}} × {{item}}',
  'about {{minutes}} min',
  '{{segments}} SMS each',
  '{{who}} goes, {{plate}} runs out, {{by}} proposes a refund',
  'Stop {{number}}',
])('accepts "%s" without a singular form', (text) => {
  expect(find({ text })).toEqual([]);
});

test('accepts a text with both plural forms, and reports a missing one', () => {
  expect(find({ rows_one: '{{count}} row', rows_other: '{{count}} rows' })).toEqual([]);
  expect(find({ rows_one: '{{count}} row' })).toEqual(['"rows_one" has no "rows_other"']);
  expect(find({ rows_other: '{{count}} rows' })).toEqual(['"rows_other" has no "rows_one"']);
});

test('accepts a text declared as never singular, and reports a declaration that is not needed', () => {
  const never = { 'imports:most': 'a constant' };
  expect(find({ most: '{{most}} rows at most' }, never)).toEqual([]);
  expect(find({ most: 'At most: {{most}}' }, never)).toEqual([
    '"most" is said to be never of one, and needs no saying (scripts/plural-texts.ts)',
  ]);
});
