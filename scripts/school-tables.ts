import type { Going } from '../apps/server/src/school-move/tables.ts';

/** Columns of each table with their types, from apps/server/migrations/schema.sql. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the tables of a schema that describe-schema.ts wrote. */
export function readColumns(schema: string): Columns {
  const tables = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = '', inside = ''] of schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\);$/gm)) {
    const columns = inside
      .split('\n')
      .map((line) => /^ {2}"?(\w+)"? (.+?),?$/.exec(line))
      .filter((column) => column !== null && column[1] !== 'CONSTRAINT')
      .map((column) => [column?.[1] ?? '', column?.[2] ?? ''] as const);
    tables.set(name, new Map(columns));
  }
  return tables;
}

/** Finds tables and columns without a correct declaration of how they move with a school. */
export function findUndeclared(
  tables: Columns,
  { GOING, STAYING }: { GOING: Readonly<Record<string, Going>>; STAYING: Readonly<Record<string, string>> },
): string[] {
  const found: string[] = [];
  const say = 'apps/server/src/school-move/tables.ts';
  for (const [table, columns] of tables) {
    const going = GOING[table];
    if (going && table in STAYING)
      found.push(`table ${table}: ${say} says both that it goes with a school and that it stays`);
    if (!going) {
      if (!(table in STAYING)) found.push(`table ${table}: say in ${say} whether its rows go with a school that moves`);
      continue;
    }
    if (!columns.has(going.by)) found.push(`table ${table} goes by ${going.by}, a column that it has not: see ${say}`);
    for (const [column, type] of columns)
      if (type.startsWith('bytea') && !(column in going.columns))
        found.push(`column ${column} of ${table}: say in ${say} by which key its bytes open on the other side`);
    for (const column of Object.keys(going.columns))
      if (!columns.has(column)) found.push(`column ${column} of ${table}, as ${say} has it, is not there`);
  }
  for (const table of [...Object.keys(GOING), ...Object.keys(STAYING)])
    if (!tables.has(table)) found.push(`table ${table} of ${say} is not there`);
  return found;
}
