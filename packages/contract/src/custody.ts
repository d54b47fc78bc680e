import { z } from 'zod';
import { read, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment } from './ids.ts';

/** Places where a child can be, by the combined records of gate, bus and release. */
export const CUSTODY_PLACES = ['off-campus', 'bus', 'on-campus', 'collector'] as const;
export type CustodyPlace = (typeof CUSTODY_PLACES)[number];

/** Returns who has custody of a student now. */
export const getCustody = read('student/getCustody', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    place: z.enum(CUSTODY_PLACES),
    /** Time of the passage or ride that decided the place; null if the student has never passed the gate nor ridden. */
    since: moment.nullable(),
    /** Bus that carries the student, or that the student alighted from last; null if the gate's record is newer. */
    busNumberPlate: z.string().nullable(),
    /** Person whom the student left with, as `Mary Otieno (Aunt)`. */
    collector: z.string().nullable(),
    /** True if the student alighted at school and the gate has not checked them in. */
    awaited: z.boolean(),
  }),
});
