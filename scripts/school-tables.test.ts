import { expect, test } from 'vitest';
import { findUndeclared, readColumns } from './school-tables.ts';

const TABLE = 'CREATE TABLE';
const SCHEMA = `${TABLE} fingers (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT fingers_pkey PRIMARY KEY (school_id, id)
);
${TABLE} jobs (
  kind text NOT NULL
);
`;
const FINGERS = { by: 'school_id', columns: { sealed: 'school' } } as const;
const WHOLE = { GOING: { fingers: FINGERS }, STAYING: { jobs: 'of this installation' } };
const find = (lists: Parameters<typeof findUndeclared>[1], schema = SCHEMA) =>
  findUndeclared(readColumns(schema), lists);

test('a schema that is fully declared passes', () => expect(find(WHOLE)).toEqual([]));

test('a new table has to be declared as moving with a school or staying', () =>
  expect(find({ ...WHOLE, STAYING: {} })).toEqual([
    'table jobs: say in apps/server/src/school-move/tables.ts whether its rows go with a school that moves',
  ]));

test('a new bytea column has to be declared with the key that opens it', () => {
  const more = SCHEMA.replace('  CONSTRAINT', '  hash bytea,\n  CONSTRAINT');
  expect(find(WHOLE, more)).toEqual([expect.stringContaining('column hash of fingers: say in')]);
});

test('missing tables and columns, tables declared twice and rows without a school are reported', () => {
  expect(find({ ...WHOLE, STAYING: { ...WHOLE.STAYING, ghosts: 'x' } })).toEqual([
    expect.stringContaining('table ghosts'),
  ]);
  expect(
    find({ ...WHOLE, GOING: { fingers: { by: 'school_id', columns: { sealed: 'school', hash: 'anew' } } } }),
  ).toEqual([expect.stringContaining('column hash of fingers')]);
  expect(find({ ...WHOLE, STAYING: { ...WHOLE.STAYING, fingers: 'x' } })).toEqual([expect.stringContaining('both')]);
  expect(find({ ...WHOLE, GOING: { fingers: { ...FINGERS, by: 'user_id' } } })).toEqual([
    expect.stringContaining('goes by user_id'),
  ]);
});
