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

test('all is said', () => expect(find(WHOLE)).toEqual([]));

test('a new table has to say whether it goes with a school', () =>
  expect(find({ ...WHOLE, STAYING: {} })).toEqual([
    'table jobs: say in apps/server/src/school-move/tables.ts whether its rows go with a school that moves',
  ]));

test('a new column of bytes has to say which key opens it', () => {
  const more = SCHEMA.replace('  CONSTRAINT', '  hash bytea,\n  CONSTRAINT');
  expect(find(WHOLE, more)).toEqual([expect.stringContaining('column hash of fingers: say in')]);
});

test('a table that is gone, a column that is gone, a table that is said twice, rows that belong to nobody', () => {
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
