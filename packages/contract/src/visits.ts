import { z } from 'zod';
import { ADMIN, list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/**
 * An Admin says why they come into a school: once for an hour of work there. In production every other call of theirs in that school is 403
 * `visit.reason-needed` without it; in a trial nobody is asked, and the list has no reason.
 */
export const beginVisit = record('school/beginVisit', {
  access: ADMIN,
  unvisited: true,
  input: z.object({ reason: words(200) }),
  output: z.object({ until: moment }),
});

const visitRow = z.object({
  sysid,
  /** The Admin of the platform. */
  names: z.string(),
  reason: z.string().nullable(),
  date: moment,
  until: moment,
  /** Calls that were made, the most often first: path, how often, and if it may have changed something. */
  calls: z.array(z.object({ path: z.string(), changes: z.boolean(), times: z.number().int() })),
  reads: z.number().int(),
  changes: z.number().int(),
});
export type PlatformVisit = z.output<typeof visitRow>;

/** Visits by the platform, newest first: who of its Admins looked at or changed something in the school, when, why and what. */
export const getVisits = list('school/getVisits', {
  access: SCHOOL_STAFF,
  unvisited: true,
  input: listQuery(['date']),
  output: visitRow,
});
