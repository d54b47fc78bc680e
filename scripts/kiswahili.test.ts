import { expect, it, test } from 'vitest';
import { findKiswahili, judge, readKiswahili, readServerTexts } from './kiswahili.ts';

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
| utoaji wa pesa | cash-out | malipo ya taslimu, pesa za mkononi (cash out) |
| aliyerekodi | By | "Na" |

## Files
`);

test('readKiswahili reads only the table under the heading Kiswahili', () => {
  expect(rules).toEqual([
    { never: 'namba', instead: 'nambari' },
    { never: 'pin', instead: 'PIN' },
    { never: 'jedwali', instead: 'lahajedwali', where: 'spreadsheet' },
    { never: 'malipo ya taslimu', instead: 'utoaji wa pesa' },
    { never: 'pesa za mkononi', instead: 'utoaji wa pesa', where: 'cash out' },
    { never: 'Na', instead: 'aliyerekodi', whole: true },
  ]);
});

it.each([
  ['Namba ya usajili', 'Admission number', ['"a.b" says namba for nambari']],
  ['Tumia pin badala yake', 'Use the PIN', ['"a.b" says pin for PIN']],
  ['Pakua jedwali', 'Download the Spreadsheet', ['"a.b" says jedwali for lahajedwali']],
  ['Pakua jedwali', 'Download the table', []],
  ['Pakua lahajedwali', 'Download the spreadsheet', []],
  ['Nambari na PIN: {{pin}}', 'Number and PIN: {{pin}}', []],
  ['Malipo ya taslimu yameidhinishwa', 'A cash-out was approved', ['"a.b" says malipo ya taslimu for utoaji wa pesa']],
  ['Pesa za mkononi', 'Cash out', ['"a.b" says pesa za mkononi for utoaji wa pesa']],
  ['Pesa za mkononi', 'Pocket money', []],
  ['Na', 'By', ['"a.b" says Na for aliyerekodi']],
  ['Na wewe', 'By you', []],
])('findKiswahili judges %s', (text, english, found) => {
  expect(findKiswahili({ a: { b: text } }, { a: { b: english } }, rules)).toEqual(found);
});

const SERVER = `
const TEXTS = {
  short: { en: 'Wrong number', sw: 'Namba si sahihi' },
  long: {
    en: ({ who }) => \`\${who} took cash, \${at}.\`,
    sw: ({ who }) =>
      \`\${who}: malipo ya taslimu, \${at}.\`,
  },
};
const WORDS = { by: ['By', 'Na'], name: ['Name', 'Jina'] };
const text = language === 'sw'
  ? \`namba ya \${who}\`
  : \`number of \${who}\`;
`;

test("readServerTexts finds the server's texts in both languages, however they are written", () => {
  const found = readServerTexts(SERVER).flatMap(({ english, kiswahili }) => judge(kiswahili, english, rules));
  expect(found.sort()).toEqual([
    'says Na for aliyerekodi',
    'says malipo ya taslimu for utoaji wa pesa',
    'says namba for nambari',
    'says namba for nambari',
  ]);
});
