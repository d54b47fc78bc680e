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
  'a file that is told of may open a transaction of the platform: %s',
  (text) => expect(find(text)).toEqual([]),
);

test.each(['db.readPlatform((tx) => x(tx))', 'context.db.inPlatform(work)', 'by.askPlatform<Row>(FIND, [])'])(
  'a new one has to tell what it reads of which schools: %s',
  (text) => {
    const found = find(text, DOCUMENT, 'apps/server/src/features/bus/papers.ts');
    expect(found[0]).toMatch(/^apps\/server\/src\/features\/bus\/papers\.ts opens a transaction of the platform/);
  },
);

test('a file that opens none any more is told of no longer, and none is told of twice', () => {
  expect(find('db.readSchool(id, work)')).toEqual([expect.stringContaining('opens no transaction of the platform')]);
  const row = '| `features/bus/jobs.ts` | trips that are due | those |\n';
  expect(find('db.readPlatform(work)', DOCUMENT.replace(row, row + row))).toEqual([
    expect.stringContaining('stands twice'),
  ]);
});

test('the way itself and a type that names it open nothing', () => {
  expect(find('db.inPlatform(work)', '', 'apps/server/src/platform/tracing/traced.ts')).toEqual([]);
  expect(find("type Ways = Pick<Db, 'readPlatform'>;", '')).toEqual([]);
});
