import { expect, test } from 'vitest';
import { findMisplaced } from './place-law.ts';

const TABLE = 'CREATE TABLE';
const OWN = `FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));`;
const FINGERS = `${TABLE} fingers (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  CONSTRAINT fingers_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT fingers_student_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE UNIQUE INDEX fingers_student ON public.fingers USING btree (school_id, student_id);
ALTER TABLE fingers FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON fingers ${OWN}
GRANT SELECT ON fingers TO mfuko_app;

`;
const JOBS = `${TABLE} jobs (
  kind text NOT NULL,
  CONSTRAINT jobs_pkey PRIMARY KEY (kind)
);
GRANT SELECT ON jobs TO mfuko_app;
`;
const LISTS = { APART: { jobs: ['local', 'of this installation'] }, BEYOND: {} } as const;
const find = (schema: string, lists: Parameters<typeof findMisplaced>[1] = LISTS) => findMisplaced(schema, lists);

test('a schema that is fully declared passes', () => expect(find(FINGERS + JOBS)).toEqual([]));

test('a table without school_id has to be declared with a reason', () =>
  expect(find(FINGERS + JOBS, { APART: {}, BEYOND: {} })).toEqual([
    'table jobs: it has no school_id: say in scripts/table-places.ts why it is not spread by school',
  ]));

test.each([
  ['row-level security', 'ALTER TABLE fingers FORCE ROW LEVEL SECURITY;\n', '', 'has to be forced'],
  ['the policy', `CREATE POLICY own_school ON fingers ${OWN}\n`, '', 'own_school has to be its policy'],
  ['a policy of that kind', OWN, 'FOR ALL USING (true);', 'own_school has to be its policy'],
  ['a school in each row', 'school_id uuid NOT NULL', 'school_id uuid', 'has to have its school_id'],
  ['the school first in its key', 'KEY (school_id, id)', 'KEY (id)', 'the key (id) does not begin'],
  ['the school in what is unique', 'btree (school_id, student_id)', 'btree (student_id)', 'the key (student_id)'],
  ['the school in what it refers to', 'KEY (school_id, student_id) R', 'KEY (student_id) R', 'which stands elsewhere'],
])("a school's table has to have %s", (_, from, to, said) =>
  expect(find(FINGERS.replace(from, to) + JOBS)).toEqual([expect.stringContaining(said)]),
);

test("a school's table declared as local needs row-level security, but may have any key", () => {
  const local = { ...LISTS, APART: { ...LISTS.APART, fingers: ['local', 'looked up for all'] } } as const;
  const unled = FINGERS.replace('KEY (school_id, id)', 'KEY (id)');
  expect(find(unled + JOBS, local)).toEqual([]);
  expect(find(unled.replace(/^ALTER.*\n/m, '') + JOBS, local)).toEqual([expect.stringContaining('has to be forced')]);
});

test('a table spread by school may not reference a table in one place', () => {
  const schema = `${FINGERS.replace('REFERENCES students(school_id, id)', 'REFERENCES jobs(kind)')}${JOBS}`;
  expect(find(schema)).toEqual([expect.stringContaining('refers to jobs, which stands elsewhere')]);
});

test('a policy beyond the own school has to be declared, and a declared one has to exist', () => {
  const opened = FINGERS.replace('GRANT', 'CREATE POLICY platform_reads ON fingers FOR SELECT USING (true);\nGRANT');
  expect(find(opened + JOBS)).toEqual([
    expect.stringContaining('platform_reads lets others than the own school at it'),
  ]);
  const told = { ...LISTS, BEYOND: { fingers: { platform_reads: 'counts' } } };
  expect(find(opened + JOBS, told)).toEqual([]);
  expect(find(FINGERS + JOBS, told)).toEqual([expect.stringContaining('has no policy platform_reads')]);
});

test('a declared table that does not exist is reported', () =>
  expect(find(FINGERS)).toEqual(['table jobs of scripts/table-places.ts is not there']));
