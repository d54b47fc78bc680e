import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { recipientsOf } from '../platform/backup/age-keys.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { newestIn } from '../platform/backup/folder.ts';
import type { BackupFacts } from './facts.ts';

export function probeBackup({ backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>): BackupFacts {
  const { to: folder } = backup;
  if (folder === null) return { folder, fault: null, newest: null, onDiskOfData: false };
  try {
    const newest = newestIn(folder)?.getTime() ?? null;
    const onDiskOfData = statSync(folder).dev === statSync(dataDir, { throwIfNoEntry: false })?.dev;
    const keys = recipientsOf({ dataDir, given: backup.recipients });
    const fault = keys.length > 0 ? null : 'There is no key to encrypt backups to.';
    return { folder, fault, newest, onDiskOfData };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { folder, fault: error.message, newest: null, onDiskOfData: false };
  }
}
