import type { Config } from '../../config.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Db } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Clock } from './clock.ts';

/** Everything a process was started with, passed to each feature by the composition root. */
export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}
