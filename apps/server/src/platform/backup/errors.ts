import { ConfigError } from '../../config.ts';

/** A backup, or what it is to be restored into, is not as it has to be. The message is a sentence for the technician. */
export class BackupError extends ConfigError {
  override readonly name = 'BackupError';
}

/** Another backup of the database is being made: this one is not needed. */
export class BackupBusy extends BackupError {}
