// `npm run check:tables`: each table is written by the feature that owns it, and by nobody else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './import-law.ts';
import { readSql } from './read-sql.ts';
import { listSources, ROOT } from './sources.ts';
import { findTrespasses, type Source } from './table-law.ts';

// The demo writes the months that lie behind it, which no feature records: each of its rows is of a day that is over.
const SEED = 'apps/server/src/seed/';

// A restore puts every row of an empty database back as it was, whoever owns its table.
const RESTORE = 'apps/server/src/platform/backup/load-rows.ts';

const read = (file: string): Source => ({ file, text: readFileSync(join(ROOT, file), 'utf8') });
const sql = listSources('.sql').filter((file) => /^apps\/server\/(migrations\/\d|sql\/)/.test(file));
const sources = listSources('.ts').filter(
  (file) => file.startsWith('apps/server/src/') && !isTest(file) && !file.startsWith(SEED) && file !== RESTORE,
);
const trespasses = findTrespasses(readSql(sql.map(read)), sources.map(read));
for (const line of trespasses) console.error(line);
if (trespasses.length > 0) process.exitCode = 1;
