import { z } from 'zod';
import { ADMIN, list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/**
 * Begins an Admin's visit to a school, with its reason, for one hour. In production every other call of an Admin in that school is 403
 * `visit.reason-needed` without a visit; in a trial no reason is required, and the list shows none.
 */
export const beginVisit = record('school/beginVisit', {
  access: ADMIN,
  unvisited: true,
  input: z.object({ reason: words(200) }),
  output: z.object({ until: moment }),
});

const visitRow = z.object({
  sysid,
  /** Names of the platform's Admin. */
  names: z.string(),
  reason: z.string().nullable(),
  date: moment,
  until: moment,
  /** Calls that were made, most frequent first: path, count, and if the call may have changed something. */
  calls: z.array(z.object({ path: z.string(), changes: z.boolean(), times: z.number().int() })),
  reads: z.number().int(),
  changes: z.number().int(),
});
export type PlatformVisit = z.output<typeof visitRow>;

/** Lists visits by the platform's Admins, newest first: who read or changed something in the school, when, why and what. */
export const getVisits = list('school/getVisits', {
  access: SCHOOL_STAFF,
  unvisited: true,
  input: listQuery(['date']),
  output: visitRow,
});
