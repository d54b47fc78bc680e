import { expect, test } from 'vitest';
import { farTests, openFarTests } from './users.ts';

const wallet = 'apps/server/src/features/wallet';
const imports = 'apps/server/src/features/imports';
const value = (from: string, to: string, ...names: string[]) => ({ from, to, names, typesOnly: false });
const known = [
  value(`${wallet}/import.ts`, `${wallet}/plan.ts`, 'plan'),
  value(`${wallet}/index.ts`, `${wallet}/import.ts`, 'record'),
  value(`${wallet}/index.ts`, `${wallet}/hold.ts`, 'hold'),
  value(`${imports}/take.ts`, `${wallet}/index.ts`, 'record'),
  value('apps/server/src/features/canteen/sell.ts', `${wallet}/index.ts`, 'hold'),
  value('apps/server/src/app.ts', `${wallet}/index.ts`, 'record'),
  value('apps/server/tests/far.test.ts', `${wallet}/plan.ts`, 'plan'),
  { ...value('apps/server/src/features/books/types.ts', `${wallet}/plan.ts`), typesOnly: true },
];
const tests = [
  'apps/server/src/app.test.ts',
  'apps/server/src/features/books/books.test.ts',
  'apps/server/src/features/canteen/canteen.test.ts',
  `${imports}/lists.test.ts`,
  'apps/server/tests/far.test.ts',
  'apps/server/tests/other.test.ts',
];

test('farTests finds the tests of features that import a source, also through an index, and no others', () => {
  expect(farTests(`${wallet}/plan.ts`, known, tests)).toEqual([
    `${imports}/lists.test.ts`,
    'apps/server/tests/far.test.ts',
  ]);
  expect(farTests(`${wallet}/hold.ts`, known, tests)).toEqual(['apps/server/src/features/canteen/canteen.test.ts']);
});

test('the far tests of a database function are those of the features that name it', () => {
  const own = 'apps/server/src/features/ledger/list.test.ts';
  const far = openFarTests([own, `${imports}/lists.test.ts`], /^apps\/server\//, [
    'apps/server/src/features/ledger/move.ts',
  ]);
  expect(far('apps/server/sql/ledger/move_pocket_money.sql')).toEqual([own]);
});
