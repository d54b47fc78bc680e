import { expect, test } from 'vitest';
import { findUntold } from './across-schools.ts';

const FILE = 'apps/server/src/features/bus/jobs.ts';
const DOCUMENT = `# Many servers

## What reads more than one school

| file | what | how much |
|---|---|---|
| \`features/bus/jobs.ts\` | trips that are due | those |

## Something else

| \`features/bus/papers.ts\` | is not of this table |
`;
const find = (text: string, document = DOCUMENT, file = FILE) => findUntold([{ file, text }], document);

test.each(['db.readPlatform((tx) => x(tx))', 'context.db.inPlatform(work)', 'by.askPlatform<Row>(FIND, [])'])(
  'a file in the documented list may open a platform transaction: %s',
  (text) => expect(find(text)).toEqual([]),
);

test.each(['db.readPlatform((tx) => x(tx))', 'context.db.inPlatform(work)', 'by.askPlatform<Row>(FIND, [])'])(
  'a file missing from the documented list is reported for its platform transaction: %s',
  (text) => {
    const found = find(text, DOCUMENT, 'apps/server/src/features/bus/papers.ts');
    expect(found[0]).toMatch(/^apps\/server\/src\/features\/bus\/papers\.ts opens a transaction of the platform/);
  },
);

test('a documented file without a platform transaction is reported, and so is a duplicate row', () => {
  expect(find('db.readSchool(id, work)')).toEqual([expect.stringContaining('opens no transaction of the platform')]);
  const row = '| `features/bus/jobs.ts` | trips that are due | those |\n';
  expect(find('db.readPlatform(work)', DOCUMENT.replace(row, row + row))).toEqual([
    expect.stringContaining('stands twice'),
  ]);
});

test('the file that defines platform transactions and types that name them are ignored', () => {
  expect(find('db.inPlatform(work)', '', 'apps/server/src/platform/tracing/traced.ts')).toEqual([]);
  expect(find("type Ways = Pick<Db, 'readPlatform'>;", '')).toEqual([]);
});
