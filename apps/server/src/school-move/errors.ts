import { ConfigError } from '../config.ts';

/**
 * SchoolMoveError: thrown when a school cannot be exported or imported in its current state. The message is a sentence for the
 * technician, without names of people.
 */
export class SchoolMoveError extends ConfigError {
  override readonly name = 'SchoolMoveError';
}
