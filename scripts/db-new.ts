// `npm run db:new -- name`: creates the next migration, empty.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MIGRATIONS, readMigrations } from '../apps/server/src/platform/database/migrate.ts';

const name = process.argv.slice(2).join('-').toLowerCase();
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error('Give it a name of small letters, digits and hyphens: npm run db:new -- late-fees');
  process.exit(1);
}
const next = (readMigrations().at(-1)?.number ?? 0) + 1;
const file = join(MIGRATIONS, `${String(next).padStart(4, '0')}-${name}.sql`);
writeFileSync(file, '-- Concept: its reason.\n\n', { flag: 'wx' });
console.log(relative(process.cwd(), file));
