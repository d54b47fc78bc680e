// `npm run db:schema` writes migrations/schema.sql, for reading; with --check it only tells whether the file is current.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, ensureAppRole, MIGRATIONS, migrate } from '../apps/server/src/platform/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/start.ts';
import { describeSchema } from './describe-schema.ts';

const file = join(MIGRATIONS, 'schema.sql');
const schema = await freshSchema();
if (!process.argv.includes('--check')) {
  writeFileSync(file, schema);
} else if (readIfThere(file) !== schema) {
  console.error('apps/server/migrations/schema.sql is not current: npm run db:schema writes it.');
  process.exitCode = 1;
}

async function freshSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-schema-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  try {
    await ensureAppRole(postgres.ownerUrl, { role: APP_ROLE, password: 'of the schema' });
    await migrate(postgres.ownerUrl);
    return await describeSchema(postgres.ownerUrl);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
