import { z } from 'zod';
import { list, ROLES, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const look = z.object({
  sysid: z.string(),
  names: z.string(),
  role: z.enum(ROLES),
  /** Number of accesses on that day. */
  times: z.number().int(),
  /** Last access of that day. */
  date: moment,
});
export type Look = z.output<typeof look>;

/** Lists accesses to a student's record, by day: by the office, by agents who looked up the number, by Admins of the platform. */
export const getLooks = list('student/getLooks', {
  access: SCHOOL_STAFF,
  input: listQuery(['date', 'names', 'times']).extend({ sysid }),
  output: look,
});
