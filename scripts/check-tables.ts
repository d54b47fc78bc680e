// `npm run check:tables`: checks that each table is written only by the feature that owns it, that each is declared to move with a school
// or not, with its place, and that every read across schools is documented.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOING, STAYING } from '../apps/server/src/school-move/tables.ts';
import { findUntold } from './across-schools.ts';
import { isTest } from './import-law.ts';
import { findMisplaced } from './place-law.ts';
import { readSql } from './read-sql.ts';
import { findUndeclared, readColumns } from './school-tables.ts';
import { listSources, ROOT } from './sources.ts';
import { findTrespasses, type Source } from './table-law.ts';

// The demo seed writes past months, which no feature can record: each of its rows is of a day that is over.
const SEED = 'apps/server/src/seed/';

// A restore writes every row into an empty database, across owners.
const RESTORE = 'apps/server/src/platform/backup/load-rows.ts';

// A school move exports and imports a whole school, across owners.
const SCHOOL = 'apps/server/src/school-move/rows.ts';

// Key rotation re-encrypts everything under the master key in one transaction, across owners.
const ROTATION = 'apps/server/src/key-rotation/reseal.ts';

// An erasure redacts a child's name in the texts that their owners have marked as free, across owners.
const ERASURE = 'apps/server/sql/erasure/redact_free_texts.sql';

const read = (file: string): Source => ({ file, text: readFileSync(join(ROOT, file), 'utf8') });
const sql = listSources('.sql').filter(
  (file) => /^apps\/server\/(migrations\/\d|sql\/)/.test(file) && file !== ERASURE,
);
const server = listSources('.ts').filter((file) => file.startsWith('apps/server/src/') && !isTest(file));
const sources = server.filter(
  (file) => !file.startsWith(SEED) && file !== RESTORE && file !== ROTATION && file !== SCHOOL,
);
const trespasses = findTrespasses(readSql(sql.map(read)), sources.map(read));
const schema = read('apps/server/migrations/schema.sql').text;
const found = [
  ...trespasses,
  ...findUndeclared(readColumns(schema), { GOING, STAYING }),
  ...findMisplaced(schema),
  ...findUntold(server.map(read), read('docs/many-servers.md').text),
];
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
