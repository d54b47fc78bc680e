import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from '../bootstrap.ts';
import { type Config, ConfigError } from '../config.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { readKeyring } from '../platform/backup/keyring.ts';
import { loadBackup, refuseFilled } from '../platform/backup/load.ts';
import { noteMove } from '../platform/backup/moved.ts';
import { openSource } from '../platform/backup/source.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { hasCluster } from '../platform/embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { lockOutServers } from './lock-out-servers.ts';
import { prepare, type Restored } from './restore-into.ts';
import { reachDatabase } from './source-of.ts';
import { readInventory, verifyAll } from './verify-all.ts';

/**
 * Moves the data of a stopped server to an empty database, like a backup and restore without a file: read in one snapshot, loaded in
 * one transaction, compared with the hashes, and verified there. If all is in order, DATA_DIR records the new location, so that no
 * server continues with the old database; the old one is left unchanged.
 */
export async function moveData(
  from: Config,
  to: Config,
  print: (line: string) => void,
): Promise<Omit<Restored, 'otherKeys' | 'recipient'>> {
  refuseSame(from, to);
  if (to.databaseUrl === null && hasCluster(to.dataDir))
    throw new BackupError(
      `There is a database in ${to.dataDir}/postgres already, and a move never writes over anything: move that folder away first.`,
    );
  if (to.databaseUrl !== null) await refuseFilled(to.databaseUrl);
  const reach = await reachDatabase(from);
  try {
    const still = await lockOutServers(reach.ownerUrl, WORDS, (why) => new BackupError(why));
    try {
      await copy(from, to, reach.allSeeingUrl).catch((error: unknown) => {
        if (to.databaseUrl === null) rmSync(join(to.dataDir, 'postgres'), { recursive: true, force: true });
        else print('The new database may have empty tables now: drop it and make it anew before the next try.');
        throw error;
      });
      await still.proveNobodyCame();
      const opened = await bootstrap(to, () => undefined, { arriving: true });
      try {
        const sound = await verifyAll(opened.context, print);
        const inventory = await readInventory(opened.context);
        if (sound) noteMove(to.dataDir, to.databaseUrl === null ? 'embedded' : 'outside');
        return { sound, inventory };
      } finally {
        await opened.close();
      }
    } finally {
      await still.end();
    }
  } finally {
    await reach.close();
  }
}

const WORDS = {
  runs: 'A server is running on this database: stop every server first, then move.',
  starts: 'A server is starting on this database: stop it first.',
  came: 'A server was started meanwhile: what was moved is not all. Empty the new database, and begin anew.',
};

function refuseSame(from: Config, to: Config): void {
  if ((from.databaseUrl === null) === (to.databaseUrl === null))
    throw new ConfigError(
      from.databaseUrl === null
        ? 'The data is in the embedded database already: DATABASE_URL is not set.'
        : 'The data is in an outside database already. To another one: make a backup, and restore it there.',
    );
}

async function copy(from: Config, to: Config, allSeeingUrl: string): Promise<void> {
  const source = await openSource(allSeeingUrl);
  const target =
    to.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: to.dataDir, log: () => undefined })
      : { ownerUrl: to.databaseUrl, stop: async () => undefined };
  try {
    await prepare(target.ownerUrl, to.dataDir);
    const keys = readKeyring(from.dataDir, from.wireKey.key);
    await loadBackup(
      target.ownerUrl,
      writeBackup({ product: 'move', madeAt: new Date(), source, keys, files: new Map() }),
    );
  } finally {
    await target.stop();
    await source.close();
  }
}
