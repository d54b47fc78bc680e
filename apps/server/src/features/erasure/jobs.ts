import { type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { retain } from './retention.ts';

/** Job that applies the schools' retention rules, each night. */
export const RETENTION = 'retention';
export const RETENTION_AT = '43 3 * * *';

export function erasureJobs(context: AppContext): Jobs {
  return { [RETENTION]: (_payload, run) => retain(context, originOf(RETENTION, run)) };
}
