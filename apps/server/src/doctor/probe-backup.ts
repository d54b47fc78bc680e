import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { recipientsOf } from '../platform/backup/age-keys.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { newestIn } from '../platform/backup/folder.ts';
import type { BackupFacts } from './facts.ts';

export function probeBackup({ backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>): BackupFacts {
  const { to: folder, copyTo } = backup;
  const none = {
    folder,
    fault: null,
    newest: null,
    onDiskOfData: false,
    copyTo,
    copyOnSameDisk: false,
    recipients: [],
  };
  if (folder === null) return none;
  try {
    const newest = newestIn(folder)?.getTime() ?? null;
    const [disk, diskOfData] = [diskOf(folder), diskOf(dataDir)];
    const onDiskOfData = disk === diskOfData;
    const diskOfCopies = copyTo === null ? undefined : diskOf(copyTo);
    const copyOnSameDisk = diskOfCopies !== undefined && [disk, diskOfData].includes(diskOfCopies);
    const recipients = recipientsOf({ dataDir, given: backup.recipients });
    const fault = recipients.length > 0 ? null : 'There is no key to encrypt backups to.';
    return { folder, fault, newest, onDiskOfData, copyTo, copyOnSameDisk, recipients };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { ...none, fault: error.message };
  }
}

/** Returns the device number of a folder's disk; undefined where the folder does not exist. */
function diskOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.dev;
}
