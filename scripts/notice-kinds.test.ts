import { expect, it } from 'vitest';
import { noticeKindProblems } from './notice-kinds.ts';

const PAGE = `# Notices

Contract: \`notices.ts\`.

## Kinds

| kind | when | opens |
|---|---|---|
| \`pin.locked\` | five wrong PINs | the student |
| \`sms.cap\`, \`sms.stopped\` | see \`messages\` | – |

## Writing a notice

| \`onlyFor\` | one person |
`;
const KINDS = ['pin.locked', 'sms.cap', 'sms.stopped'];

it.each([
  ['a page with every kind', PAGE, KINDS, []],
  ['a kind without a row', PAGE, [...KINDS, 'till.variance'], ['no row for the notice kind till.variance']],
  ['a row of no kind', PAGE, ['pin.locked', 'sms.cap'], ['the contract has no notice kind sms.stopped']],
  [
    'two rows of a kind',
    PAGE.replace('`sms.cap`', '`pin.locked`, `sms.cap`'),
    KINDS,
    ['two rows for the notice kind pin.locked'],
  ],
  ['a page without its table', '# Notices\n', ['sms.cap'], ['no row for the notice kind sms.cap']],
])('noticeKindProblems judges %s', (_what, page, kinds, problems) => {
  expect(noticeKindProblems(page, kinds)).toEqual(problems);
});
