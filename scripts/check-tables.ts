// `npm run check:tables`: each table is written by the feature that owns it, and by nobody else; each says whether it goes with a school, and where it
// stands; and what reads more than one school is told of.
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

// The demo writes the months that lie behind it, which no feature records: each of its rows is of a day that is over.
const SEED = 'apps/server/src/seed/';

// A restore puts every row of an empty database back as it was, whoever owns its table.
const RESTORE = 'apps/server/src/platform/backup/load-rows.ts';

// A school that moves is put in and taken out whole, whoever owns its tables.
const SCHOOL = 'apps/server/src/school-move/rows.ts';

// Everything under the master key is sealed anew in one transaction, whoever owns its table.
const ROTATION = 'apps/server/src/key-rotation/reseal.ts';

// An erasure takes a child's name out of the texts that their owners have marked as free, whoever owns their table.
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
