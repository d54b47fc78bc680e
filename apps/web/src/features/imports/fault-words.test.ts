import { afterAll, beforeAll, expect, test } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { faultWords } from './fault-words.ts';

type Told = Parameters<typeof faultWords>[0];
const cell = (told: Pick<Told, 'why'> & Partial<Told>): Told => ({
  row: 7,
  column: 'Amount',
  value: '',
  message: 'the server’s own English',
  cell: 'B7',
  field: 'amount',
  ...told,
});

const CELLS = [
  cell({ why: 'duplicate-row', params: { first: 3 } }),
  cell({ why: 'lost-zeros', known: '0042' }),
  cell({ why: 'over-limit', params: { most: 100_000 } }),
  cell({ why: 'paid-in-before', params: { list: 'Term 3.xlsx' } }),
  cell({ why: 'reference-taken', params: { date: '2026-11-20', amount: 1500, names: 'Amani Mwende' } }),
  cell({ why: 'reference-taken', params: { first: 4 } }),
  cell({ why: 'too-long', fieldCode: 'too-long', params: { longest: 60 } }),
  cell({ why: 'pin-weak', fieldCode: 'pin-repeats' }),
  cell({ why: 'required' }),
  cell({ why: 'amount', value: '1,50' }),
  cell({ why: 'amount', value: '-500' }),
  cell({ why: 'total-differs', params: { amount: 1900, comesTo: 1500.5 } }),
  cell({ why: 'total-differs', params: { amount: 1900, comesTo: 500.5, setAside: 1000 } }),
  cell({ why: 'no-name', params: { title: 'PHONE' } }),
  cell({ why: 'shared-phone', params: { students: 4 } }),
];

beforeAll(() => i18n.loadNamespaces('imports', 'ui'));
afterAll(() => i18n.changeLanguage('en'));

test('faultWords describes each fault with its row, amount, day or rule', () => {
  expect(CELLS.map(faultWords)).toEqual([
    'This is already in row 3',
    'Leading zeros may be missing: it may be 0042. Format the column as text and enter it again',
    'One payment can be at most KES 100,000.00',
    'This was already paid in with Term 3.xlsx. Leave the row out, or give it its own reference',
    'This slip was paid in on 20/11/2026: KES 1,500.00 for Amani Mwende',
    'Row 4 has the same slip: each bank slip can be paid in only once',
    'This is too long (must be at most 60 characters)',
    'This PIN is too easy to guess (repeats one digit)',
    'This cell must not be empty',
    'Ambiguous: enter 1,500 or 1500.50. Commas group thousands, a point comes before cents.',
    'This is not an amount in KES above zero',
    'The total in the sheet is KES 1,900.00, but its rows add up to KES 1,500.50',
    'The total in the sheet is KES 1,900.00, but its rows add up to KES 500.50 without KES 1,000.00 left out',
    'The list has no names of guardians, and “PHONE” does not say whose phones these are. Rename the column to Parent Phone if they are parents’ phones; otherwise remove it under Columns',
    'This number is listed for 4 students',
  ]);
});

test('faultWords in Kiswahili contains the same values, and no English of the server', async () => {
  await i18n.changeLanguage('sw');
  const told = CELLS.map(faultWords);
  expect(told.join()).not.toMatch(/the server’s|\{\{/);
  for (const [place, part] of [
    '3',
    '0042',
    '100,000.00',
    'Term 3.xlsx',
    '20/11/2026',
    '4',
    '60',
    'tarakimu moja',
    '',
    '',
    '',
    '1,500.50',
    '1,000.00',
    'PHONE',
    '4',
  ].entries())
    expect(told[place]).toContain(part);
});
