import { ConfigError } from '../config.ts';

/** A school cannot leave, or cannot come, as things stand. The message is a sentence for the technician, without a name of a person. */
export class SchoolMoveError extends ConfigError {
  override readonly name = 'SchoolMoveError';
}
