import type { Config } from '../config.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import type { Keys } from './keys.ts';

/** What the whole house stands on, handed to each feature by the composition root. */
export interface House {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: Keys;
}
