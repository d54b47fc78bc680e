// Prepares every SQL statement of the server against the migrated database, and compares its result columns with the row type that the
// code declares. `npm run check` runs it under the name of statements.

import { withFreshDatabase } from './fresh-database.ts';
import { listSources, ROOT } from './sources.ts';
import { EXEMPT, MADE_WHILE_RUNNING, NEVER_NULL, questions } from './statements/exempt.ts';
import { judgeStatements } from './statements/judge.ts';
import { readStatements } from './statements/read-statements.ts';
import { openSources } from './statements/source-tree.ts';

const tree = openSources(ROOT);
const files = listSources('.ts').filter(
  (file) => file.startsWith('apps/server/src/') && !/\.(test|testkit)\.ts$/.test(file),
);
const statements = files.flatMap((file) => readStatements(tree, file));
const made = questions();
const exempt = { neverNull: NEVER_NULL, madeWhileRunning: MADE_WHILE_RUNNING };
const problems = [
  ...untoldOnes(),
  ...(await withFreshDatabase((database) => judgeStatements([...statements, ...made], database, exempt))),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
console.log(summary());

/** Compares the statements that cannot be read from the sources with the list of exemptions: the two must be equal. */
function untoldOnes(): string[] {
  const untold = Map.groupBy(
    statements.filter(({ texts }) => texts === null),
    ({ where }) => where.replace(/:\d+$/, ''),
  );
  return [...new Set([...untold.keys(), ...Object.keys(EXEMPT)])].flatMap((file) => {
    const found = untold.get(file) ?? [];
    const count = EXEMPT[file]?.count ?? 0;
    if (found.length === count) return [];
    const places = found.map(({ where }) => where).join(', ');
    return [`${file}: the sources do not tell ${found.length} statements, ${count} are exempt. ${places}`];
  });
}

function summary(): string {
  const told = statements.filter(({ texts }) => texts);
  const held = told.filter(({ row }) => row?.fields);
  const fields = held.flatMap(({ row }) => [...(row?.fields?.values() ?? [])]);
  const unknown = fields.filter(({ kinds }) => kinds.has('unknown'));
  return [
    `${told.length} statements and ${made.length} questions to the books prepared and planned, ${statements.length - told.length} exempt.`,
    `${held.length} held against their rows of ${fields.length} columns, ${unknown.length} of them of a type that the sources do not tell;`,
    `the code of the other ${told.length - held.length} gives them no row.`,
    'Not held: whether an outer join makes a column null, and what is inside json.',
  ].join('\n');
}
