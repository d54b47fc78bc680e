import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, ensureAppRole } from '../apps/server/src/platform/database/app-role.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';

export interface FreshDatabase {
  readonly ownerUrl: string;
  /** Database URL with the application's own role. */
  readonly appUrl: string;
}

/** Runs `work` on a new, migrated, empty database, which is dropped afterwards. */
export async function withFreshDatabase<T>(work: (database: FreshDatabase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-schema-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  try {
    const password = 'of the schema';
    const appUrl = await ensureAppRole(postgres.ownerUrl, { role: APP_ROLE, password });
    await migrate(postgres.ownerUrl);
    return await work({ ownerUrl: postgres.ownerUrl, appUrl });
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
}
