// `npm run db:schema`: writes migrations/schema.sql, for reading; with --check it only reports whether the file is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../apps/server/src/platform/database/migrate.ts';
import { describeSchema } from './describe-schema.ts';
import { withFreshDatabase } from './fresh-database.ts';

const file = join(MIGRATIONS, 'schema.sql');
const schema = await withFreshDatabase(({ ownerUrl }) => describeSchema(ownerUrl));
if (!process.argv.includes('--check')) {
  writeFileSync(file, schema);
} else if (readIfThere(file) !== schema) {
  console.error('apps/server/migrations/schema.sql is not current: npm run db:schema writes it.');
  process.exitCode = 1;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
