import { expect, it, test } from 'vitest';
import { findKiswahili, readKiswahili } from './kiswahili.ts';

const rules = readKiswahili(`# Words

| word | meaning | never |
|---|---|---|
| \`student\` | a child | \`kid\` |

## Kiswahili

| word | English | never |
|---|---|---|
| nambari | number | namba |
| PIN | PIN | pin |
| lahajedwali | spreadsheet | jedwali (spreadsheet) |
| mkoba | wallet | |

## Files
`);

test('reads the table of Kiswahili, and no other', () => {
  expect(rules).toEqual([
    { never: 'namba', instead: 'nambari' },
    { never: 'pin', instead: 'PIN' },
    { never: 'jedwali', instead: 'lahajedwali', where: 'spreadsheet' },
  ]);
});

it.each([
  ['Namba ya usajili', 'Admission number', ['"a.b" says namba for nambari']],
  ['Tumia pin badala yake', 'Use the PIN', ['"a.b" says pin for PIN']],
  ['Pakua jedwali', 'Download the Spreadsheet', ['"a.b" says jedwali for lahajedwali']],
  ['Pakua jedwali', 'Download the table', []],
  ['Pakua lahajedwali', 'Download the spreadsheet', []],
  ['Nambari na PIN: {{pin}}', 'Number and PIN: {{pin}}', []],
])('judges %s', (text, english, found) => {
  expect(findKiswahili({ a: { b: text } }, { a: { b: english } }, rules)).toEqual(found);
});
