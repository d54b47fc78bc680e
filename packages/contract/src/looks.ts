import { z } from 'zod';
import { list, ROLES, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const look = z.object({
  sysid: z.string(),
  names: z.string(),
  role: z.enum(ROLES),
  /** Number of times on that day. */
  times: z.number().int(),
  /** The last time of that day. */
  date: moment,
});
export type Look = z.output<typeof look>;

/** Looks at a student's record, by day: the office, agents who looked the number up, Admins of the platform. */
export const getLooks = list('student/getLooks', {
  access: SCHOOL_STAFF,
  input: listQuery(['date', 'names', 'times']).extend({ sysid }),
  output: look,
});
