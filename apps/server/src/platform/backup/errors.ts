import { ConfigError } from '../../config.ts';

/** BackupError: thrown where a backup, or what it is to be restored into, is not as it has to be. The message is a sentence for the technician. */
export class BackupError extends ConfigError {
  override readonly name = 'BackupError';
}

/** BackupBusy: thrown while another backup of the database is being made, so that this one is not needed. */
export class BackupBusy extends BackupError {}
