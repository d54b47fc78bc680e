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
    'This is in row 3 already',
    'Leading zeros seem to be lost: it may be 0042. Set the column to text and enter it again',
    'One payment may be at most KES 100,000.00',
    'This was paid in with Term 3.xlsx already. Take the row out, or give it a reference of its own',
    'This slip was paid in on 20/11/2026: KES 1,500.00 for Amani Mwende',
    'This is the slip of row 4: a slip of the bank pays in once',
    'This is too long (must be at most 60 characters)',
    'This PIN is too easy to guess (repeats one digit)',
    'Something is missing here',
    'This can be read in two ways. Write 1,500 or 1500.50: commas group thousands, a point comes before cents.',
    'This is no amount in KES of more than zero',
    'This total of the sheet says KES 1,900.00, its rows come to KES 1,500.50',
    'This total of the sheet says KES 1,900.00, its rows come to KES 500.50 without KES 1,000.00 that is left out',
    "The list has no guardians' names, and “PHONE” does not say whose phones these are. Call the column Parent Phone if they are parents'; else take it out under Columns",
    'This number stands beside 4 students of the list',
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
