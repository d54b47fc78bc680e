import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { stopPostmaster } from '../platform/embedded-postgres/postmaster.ts';
import { type Restored, restoreInto } from './restore-into.ts';

const PREFIX = 'trial-';

/**
 * Restores a backup into a database of its own below DATA_DIR, runs both verifiers over it, and removes it: what passes this can be
 * restored on another machine. The database that people work with is not touched.
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
  // Production asks things of a database that this one need not have, such as flushing.
  const trial: Config = { ...config, dataDir, databaseUrl: null, poolerUrl: null, production: false, connections: 4 };
  try {
    return await restoreInto(trial, file, identities, print, { trial: true });
  } finally {
    await removeTrial(dataDir);
  }
}

/** Removes what trials have left whose process was killed; with `own`, that of this process too. */
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
