import { expect, test } from 'vitest';
import { findUnexplained, readReasons } from './large-files.ts';

const TABLE = `# Large files

| file | reason |
|---|---|
| \`apps/server/src/long.ts\` | One state machine, read from top to bottom. |
| \`apps/server/src/bare.ts\` | |
`;
const long = { file: 'apps/server/src/long.ts', lines: 151 };
const bare = { file: 'apps/server/src/bare.ts', lines: 40 };

test('a long file with a reason and a file of 150 lines pass', () => {
  const reasons = new Map([[long.file, 'One state machine.']]);
  expect(findUnexplained([long, { file: 'apps/server/src/short.ts', lines: 150 }], reasons)).toEqual([]);
});

test('a long file without a row is reported with its length', () => {
  const planted = { file: 'apps/server/src/planted.ts', lines: 151 };
  expect(findUnexplained([planted, long, { ...bare, lines: 10 }], new Map([[long.file, 'Why.']]))).toEqual([
    'apps/server/src/planted.ts has 151 lines: split it by use case, or say why not in docs/large-files.md',
  ]);
});

test('a row without its file or without a reason is reported', () => {
  expect(readReasons(TABLE).get(long.file)).toBe('One state machine, read from top to bottom.');
  expect(findUnexplained([bare], readReasons(TABLE))).toEqual([
    'docs/large-files.md: there is no apps/server/src/long.ts',
    'docs/large-files.md: apps/server/src/bare.ts has no reason',
  ]);
});
