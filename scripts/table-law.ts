import { readStrings, readWrites, type Sql, type SqlFunction } from './read-sql.ts';
import { findOwners, ownerOf, PLATFORM } from './table-owners.ts';

/** Tables of the job queue. */
const QUEUE = /^graphile_worker\./;

export interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * Finds statements, in the server's sources and the database functions, that write a table of another owner. A writing function may be
 * called only by its owner's sources; the platform's functions by all. Returns the file, the table and its owner.
 */
export function findTrespasses(
  sql: Sql,
  sources: readonly Source[],
  lists?: Parameters<typeof findOwners>[2],
): string[] {
  const writing = findWriting(sql);
  const owners = findOwners(sql.tables, writing, lists);
  const found = [...owners.faults];
  const look = (file: string, owner: string | undefined, text: string): void => {
    for (const { how, table } of readWrites(text)) {
      if (table === null) {
        found.push(`${file}: ${how} of a table that is named while running: write its name out`);
        continue;
      }
      const whose = QUEUE.test(table) ? PLATFORM : owners.tables.get(table.replace(/^public\./, ''));
      if (whose !== undefined && whose !== owner)
        found.push(`${file}: ${how} of ${table}, which is written by ${whose} only`);
    }
  };
  for (const { name, file, body } of sql.functions) look(`${file} (${name})`, owners.functions.get(name), body);
  for (const { file, text } of sources) {
    const owner = ownerOf(file);
    for (const string of readStrings(file, text)) {
      look(file, owner, string);
      for (const [name, whose] of owners.functions) {
        if (whose === owner || whose === PLATFORM || !calls(string, name)) continue;
        found.push(`${file}: calls ${name}, which writes for ${whose} and is called by it only`);
      }
    }
  }
  return found;
}

/** Functions that write, directly or through another function. */
function findWriting({ functions }: Sql): SqlFunction[] {
  const writing = new Set(functions.filter(({ body }) => readWrites(body).length > 0));
  for (let before = -1; before !== writing.size; ) {
    before = writing.size;
    for (const one of functions)
      if ([...writing].some(({ name }) => name !== one.name && calls(one.body, name))) writing.add(one);
  }
  return [...writing];
}

function calls(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\s*\\(`, 'i').test(text);
}
