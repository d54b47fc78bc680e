import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { writeEncrypted } from '../platform/backup/age-file.ts';
import { makePair } from '../platform/backup/age-keys.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { pruneFolder, writeToFolder } from '../platform/backup/folder.ts';
import { readKeyring } from '../platform/backup/keyring.ts';
import { openSource } from '../platform/backup/source.ts';
import { measureFiles, writeBackup } from '../platform/backup/write.ts';
import { commandLine } from '../platform/process/command-line.ts';
import { freeBytes } from '../platform/process/disk-space.ts';
import { faultLine } from '../platform/process/fault.ts';
import { checkBackup, FILES_OF_DATA_DIR } from './restore-into.ts';
import { reachDatabase } from './source-of.ts';
import { tryRestore } from './trial.ts';
import { wordsOfInventory } from './verify-all.ts';

/** Free space that a trial restore must leave on the disk of a running server. */
const SPARE_BYTES = 1024 * 1024 * 1024;

export interface BackupOptions {
  readonly to: string;
  readonly recipients: readonly string[];
  readonly print: (line: string) => void;
  readonly now?: () => Date;
  /** False to skip the trial restore; the file is then only read back. */
  readonly trial?: boolean;
}

export interface MadeBackup {
  readonly file: string;
  /** False where the trial restore found a problem, or was not possible. */
  readonly sound: boolean;
}

/**
 * Makes a backup while the server runs, reads it back, and restores it on trial. The owner's secret key is not on this machine, so the
 * backup is also encrypted to a second key, which exists only in the memory of this process: this way the file itself is verified, not
 * the data that was meant to be written. A file that cannot be read back is removed. Finally the retention rule is applied.
 */
export async function makeBackup(config: Config, options: BackupOptions): Promise<MadeBackup> {
  const { to, recipients, print, now = () => new Date() } = options;
  if (recipients.length === 0)
    throw new BackupError(
      `There is no key to encrypt to: ${commandLine('backup', '--make-key')}, or set BACKUP_RECIPIENT.`,
    );
  const own = await makePair();
  const reach = await reachDatabase(config);
  try {
    const keys = readKeyring(config.dataDir, config.wireKey.key);
    const files = measureFiles(config.dataDir, FILES_OF_DATA_DIR);
    const source = await openSource(reach.allSeeingUrl);
    let sound = true;
    try {
      const madeAt = now();
      const file = await writeToFolder(to, madeAt, async (draft) => {
        const tar = writeBackup({ product: productVersion(), madeAt, source, keys, files });
        await writeEncrypted(tar, draft, [...recipients, own.recipient]);
        await source.release();
        await checkBackup(draft, [own.identity]);
        const room = (await freeBytes(config.dataDir)) - 2 * source.bytes > SPARE_BYTES;
        if (options.trial === false) return;
        if (room) sound = await isSound(config, draft, own.identity, print);
        else print('There is too little room for a restore on trial: the backup was read back, and no more.');
      });
      // Prunes only after a sound backup: one that needs attention must not replace an earlier one.
      if (sound) pruneFolder(to, now());
      return { file, sound };
    } finally {
      await source.close();
    }
  } finally {
    await reach.close();
  }
}

/**
 * Restores a backup on trial. A backup that cannot be restored here is still kept: it was read back, and one that needs attention is
 * better than none.
 */
async function isSound(
  config: Config,
  file: string,
  identity: string,
  print: BackupOptions['print'],
): Promise<boolean> {
  try {
    const { sound, inventory } = await tryRestore(config, file, [identity], print);
    print(
      `Restored on trial: ${wordsOfInventory(inventory)}${sound ? ', all in order' : '; not in order, see above'}.`,
    );
    return sound;
  } catch (error) {
    const why = error instanceof BackupError ? error.message : faultLine(error);
    print(`The backup was written and read back, but could not be restored on trial: ${why}`);
    return false;
  }
}

/** Returns the version in package.json. */
export function productVersion(): string {
  const file = new URL('../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
