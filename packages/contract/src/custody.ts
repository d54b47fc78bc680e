import { z } from 'zod';
import { read, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, moment } from './ids.ts';

/** Custody places: who has a child, by the words of gate, bus and release together. */
export const CUSTODY_PLACES = ['off-campus', 'bus', 'on-campus', 'collector'] as const;
export type CustodyPlace = (typeof CUSTODY_PLACES)[number];

/** Custody of a student now. */
export const getCustody = read('student/getCustody', {
  access: SCHOOL_STAFF,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    place: z.enum(CUSTODY_PLACES),
    /** Since the passage or ride that says so; null where the student has never passed the gate nor ridden. */
    since: moment.nullable(),
    /** The bus that has the student, or from which they got off last; null where the gate's word is the later one. */
    busNumberPlate: z.string().nullable(),
    /** With whom the student went, as `Mary Otieno (Aunt)`. */
    collector: z.string().nullable(),
    /** Got off a bus at school, and the gate has not checked them in. */
    awaited: z.boolean(),
  }),
});
