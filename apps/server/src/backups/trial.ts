import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { stopPostmaster } from '../platform/embedded-postgres/postmaster.ts';
import { type Restored, restoreInto } from './restore-into.ts';

const PREFIX = 'trial-';

/**
 * Restores a backup into a temporary database below DATA_DIR, runs both verifications, and removes that database. A backup that passes
 * can be restored on another machine. The production database is not touched.
 */
export async function tryRestore(
  config: Config,
  file: string,
  identities: readonly string[],
  print: (line: string) => void,
): Promise<Restored> {
  await clearTrials(config.dataDir);
  const dataDir = join(config.dataDir, `${PREFIX}${process.pid}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Checks of production, such as for durability, do not apply to a temporary database.
  const trial: Config = { ...config, dataDir, databaseUrl: null, poolerUrl: null, production: false, connections: 4 };
  try {
    return await restoreInto(trial, file, identities, print, { trial: true });
  } finally {
    await removeTrial(dataDir);
  }
}

/** Removes the folders of trial restores whose process was killed; with `own`, those of this process instead. */
export async function clearTrials(dataDir: string, own = false): Promise<void> {
  if (!existsSync(dataDir)) return;
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length));
    if (own ? pid === process.pid : !existsSync(`/proc/${pid}`)) await removeTrial(join(dataDir, name));
  }
}

async function removeTrial(folder: string): Promise<void> {
  await stopPostmaster(join(folder, 'postgres'), 10_000);
  rmSync(folder, { recursive: true, force: true });
}
