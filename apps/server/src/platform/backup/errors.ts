import { ConfigError } from '../../config.ts';

/** BackupError: thrown when a backup, or the target of a restore, is not usable. The message is a sentence for the technician. */
export class BackupError extends ConfigError {
  override readonly name = 'BackupError';
}

/** BackupBusy: thrown when another backup of the database is being made, which makes a second one unnecessary. */
export class BackupBusy extends BackupError {}
