import { expect, test } from 'vitest';
import { readSql } from './read-sql.ts';
import { findTrespasses } from './table-law.ts';

const TABLE = 'CREATE TABLE';
const MIGRATIONS = [
  { file: 'apps/server/migrations/0001-platform.sql', text: `${TABLE} audit_events (id uuid);` },
  {
    file: 'apps/server/migrations/0002-students.sql',
    text: `${TABLE} students (id uuid);\n${TABLE} old_locks (id uuid);`,
  },
  { file: 'apps/server/migrations/0003-wallet.sql', text: `${TABLE} accounts (id uuid);` },
  { file: 'apps/server/migrations/0004-more.sql', text: 'ALTER TABLE old_locks RENAME TO student_locks;' },
  {
    file: 'apps/server/sql/ledger/move_money.sql',
    text: `CREATE OR REPLACE FUNCTION move_money(cents bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE accounts a SET balance = cents; END $$;`,
  },
  {
    file: 'apps/server/sql/tills/carry.sql',
    text: 'CREATE FUNCTION carry() RETURNS void LANGUAGE sql AS $$ SELECT move_money(5) $$;',
  },
];
const LISTS: { TABLES: Record<string, string[]>; FUNCTIONS: Record<string, string[]> } = {
  TABLES: { ledger: ['accounts'] },
  FUNCTIONS: {},
};
const IN_GATE = 'apps/server/src/features/gate/store.ts';

/** Plants a source, and SQL beside what is there; answers what the check says. */
function plant(
  source: { file?: string; text?: string },
  sql: readonly { file: string; text: string }[] = [],
  lists = LISTS,
) {
  const { file = IN_GATE, text = '' } = source;
  return findTrespasses(readSql([...MIGRATIONS, ...sql]), [{ file, text }], lists);
}

const inGate = (words: string) => [`${IN_GATE}: ${words}`];

test.each([
  [
    'adds',
    'await tx.row(`INSERT INTO students (id) VALUES ($1)`, []);',
    'INSERT of students, which is written by students only',
  ],
  ['changes', `tx.row('UPDATE accounts SET balance = 0');`, 'UPDATE of accounts, which is written by ledger only'],
  [
    'changes under another name',
    'tx.row(`UPDATE ONLY accounts AS a SET balance = 0`);',
    'UPDATE of accounts, which is written by ledger only',
  ],
  [
    'changes in a piece that is used elsewhere',
    'const SET = `WITH x AS (UPDATE students s SET id = $1 RETURNING id)`;',
    'UPDATE of students, which is written by students only',
  ],
  [
    'removes, in small letters',
    'tx.rows(`delete from "students"`);',
    'DELETE of students, which is written by students only',
  ],
  [
    'merges',
    'tx.row(`MERGE INTO students USING x ON true WHEN MATCHED THEN DELETE`);',
    'MERGE of students, which is written by students only',
  ],
  [
    'empties',
    'tx.row(`TRUNCATE TABLE public.accounts CASCADE`);',
    'TRUNCATE of public.accounts, which is written by ledger only',
  ],
  ['copies', 'tx.row(`COPY students (id) FROM STDIN`);', 'COPY of students, which is written by students only'],
  [
    'writes a table of the platform',
    'tx.row(`INSERT INTO audit_events VALUES (1)`);',
    'INSERT of audit_events, which is written by platform only',
  ],
  [
    'writes the queue',
    'tx.row(`UPDATE graphile_worker._private_jobs SET run_at = now()`);',
    'UPDATE of graphile_worker._private_jobs, which is written by platform only',
  ],
  [
    'writes a table that was renamed',
    'tx.row(`DELETE FROM student_locks`);',
    'DELETE of student_locks, which is written by students only',
  ],
  [
    'hides the name',
    'tx.row(`DELETE FROM $'.concat('{table} WHERE id = $1`);'),
    'DELETE of a table that is named while running: write its name out',
  ],
  [
    'puts the name behind',
    `tx.row('INSERT INTO ' + table);`,
    'INSERT of a table that is named while running: write its name out',
  ],
  [
    'hides what it sets',
    'tx.row(`UPDATE students $'.concat('{change}`);'),
    'UPDATE of students, which is written by students only',
  ],
  [
    'passes by the ledger',
    'tx.row(`SELECT move_money($1)`);',
    'calls move_money, which writes for ledger and is called by it only',
  ],
  [
    'passes by the ledger through another',
    'tx.row(`SELECT carry ()`);',
    'calls carry, which writes for tills and is called by it only',
  ],
])('the table law rejects a feature that %s', (_what, text, words) => {
  expect(plant({ text })).toEqual(inGate(words));
});

test("the table law rejects the server's root or the platform writing a feature's table", () => {
  const text = 'tx.row(`DELETE FROM students`);';
  for (const file of ['apps/server/src/sweep.ts', 'apps/server/src/platform/jobs/jobs.ts'])
    expect(plant({ file, text })).toEqual([`${file}: DELETE of students, which is written by students only`]);
});

test("the table law rejects a database function that writes another feature's table", () => {
  const file = 'apps/server/sql/gate/use.sql';
  const body = (words: string) => [
    { file, text: `CREATE FUNCTION use_it() RETURNS trigger LANGUAGE plpgsql AS $x$ BEGIN ${words} END $x$;` },
  ];
  expect(plant({}, body('UPDATE students SET id = 1;'))).toEqual([
    `${file} (use_it): UPDATE of students, which is written by students only`,
  ]);
  expect(plant({}, body(`EXECUTE format('DELETE FROM %I', a);`))).toEqual([
    `${file} (use_it): DELETE of a table that is named while running: write its name out`,
  ]);
  expect(plant({}, body('-- UPDATE students SET id = 1;\nPERFORM 1 FROM students FOR UPDATE;'))).toEqual([]);
});

test('the table law reports missing owners, redundant entries and entries of missing tables', () => {
  const file = 'apps/server/migrations/0009-odd-things.sql';
  expect(plant({}, [{ file, text: `${TABLE} odd_things (id uuid);` }])).toEqual([
    `table odd_things (${file}) has no owner: name one in scripts/table-owners.ts`,
  ]);
  const writes = `CREATE FUNCTION odd() RETURNS void LANGUAGE sql AS $$ DELETE FROM students $$;`;
  expect(plant({}, [{ file, text: writes }])).toEqual([
    `function odd (${file}) has no owner: name one in scripts/table-owners.ts`,
    `${file} (odd): DELETE of students, which is written by students only`,
  ]);
  expect(
    plant({}, [], { TABLES: { ledger: ['accounts'], students: ['students'], gate: ['gone'] }, FUNCTIONS: {} }),
  ).toEqual([
    'table students: scripts/table-owners.ts says no more than apps/server/migrations/0002-students.sql',
    'table gone of scripts/table-owners.ts is not there',
  ]);
});

test.each([
  [
    'apps/server/src/features/ledger/move.ts',
    'tx.row(`UPDATE accounts SET balance = 0`); tx.row(`SELECT move_money(1)`);',
  ],
  ['apps/server/src/platform/audit/audit.ts', 'tx.row(`INSERT INTO audit_events VALUES (1)`);'],
  [IN_GATE, 'tx.row(`SELECT id FROM students FOR NO KEY UPDATE OF students`);'],
  [IN_GATE, 'tx.row(`CREATE TEMPORARY TABLE mine AS SELECT 1`); tx.row(`INSERT INTO mine VALUES (2)`);'],
  [IN_GATE, '// UPDATE students SET id = 1\nconst text = "Update the students";'],
])('the table law accepts: %s %s', (file, text) => {
  expect(plant({ file, text })).toEqual([]);
});

test('the table law judges a dropped or replaced function by its present body', () => {
  const dropped = { file: 'apps/server/migrations/0008-x.sql', text: 'DROP FUNCTION move_money;' };
  expect(plant({ text: 'tx.row(`SELECT move_money($1)`);' }, [dropped])).toEqual([]);
  const replaced = {
    file: 'apps/server/sql/gate/move_money.sql',
    text: 'CREATE OR REPLACE FUNCTION move_money(cents bigint) RETURNS void LANGUAGE sql AS $$ SELECT 1 $$;',
  };
  expect(plant({ text: 'tx.row(`SELECT move_money($1)`);' }, [replaced])).toEqual([]);
});
