import { expect, test } from 'vitest';
import { groupByNearness } from './nearness.ts';

const session = 'apps/server/src/features/session';
const tests = [
  'apps/server/tests/sweep.test.ts',
  ...['a', 'b', 'c', 'd', 'e', 'codes', 'flood'].map((name) => `${session}/${name}.test.ts`),
];
const read = (file: string) => (file.endsWith('flood.test.ts') ? `import { take } from './codes.ts';` : '');

test('groupByNearness orders tests: same name or importing, same folder, then others, in small groups', () => {
  expect(groupByNearness(`${session}/codes.ts`, tests, read)).toEqual([
    [`${session}/codes.test.ts`, `${session}/flood.test.ts`],
    ['a', 'b', 'c', 'd'].map((name) => `${session}/${name}.test.ts`),
    [`${session}/e.test.ts`],
    ['apps/server/tests/sweep.test.ts'],
  ]);
});

test("groupByNearness puts the feature's tests first for a database function", () => {
  const [first, second] = groupByNearness('apps/server/sql/session/take_try.sql', tests, read);
  expect([...(first ?? []), ...(second ?? [])].every((each) => each.startsWith(session))).toBe(true);
});
