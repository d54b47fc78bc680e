import { z } from 'zod';
import { file, list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/**
 * Erase blockers: states that have to end before a student can be erased. `money`: the wallet is not empty; `inside`, `aboard`: in
 * school, on a bus; `items`: paid pieces that were not handed out; `approval`, `suspense`, `refund`, `payment`: one that is pending.
 */
export const ERASE_BLOCKERS = [
  'money',
  'inside',
  'aboard',
  'items',
  'approval',
  'suspense',
  'refund',
  'payment',
] as const;
export type EraseBlocker = (typeof ERASE_BLOCKERS)[number];

const erasureRow = z.object({
  sysid,
  studentSYSID: sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  reason: z.string(),
  by: z.string(),
  date: moment,
  /** True if the caller made the request, and so may not approve it. */
  own: z.boolean(),
  /** Reasons that block the erasure at this moment. */
  blockers: z.array(z.enum(ERASE_BLOCKERS)),
});
export type Erasure = z.output<typeof erasureRow>;

/** Requests the erasure of a student's data. Nothing is erased before another person approves. */
export const eraseStudent = record('student/erase', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid, reason: words(200) }),
  output: erasureRow,
});

/**
 * Approves another person's request and erases the personal data of a student, for good. Afterwards every read of the student is 404, and
 * their money is booked under a pseudonym. `sysid` is the student's, or that of the request.
 */
export const approveErase = record('student/approveErase', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid }),
  output: z.object({
    sysid,
    studentSYSID: sysid,
    /** Replaces number and name in the books. */
    pseudonym: z.string(),
    date: moment,
  }),
});

/** Rejects a request, or withdraws the caller's own. `sysid` as in `approveErase`. */
export const rejectErase = record('student/rejectErase', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: erasureRow,
});

/** Lists the requests that wait for a second person, oldest first; with `studentSYSID`, those of one student. */
export const getErasures = list('student/getErasures', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'admissionNumber', 'names']).extend({ studentSYSID: sysid.optional() }),
  output: erasureRow,
});

/** Languages of a bundle's page. */
export const BUNDLE_LANGUAGES = ['en', 'sw'] as const;
export type BundleLanguage = (typeof BUNDLE_LANGUAGES)[number];

/**
 * Exports all data that is held about a student, for the family: a zip of `bundle.json` and `bundle.html`. The export contains no PIN and
 * no fingerprint, only the fact that one exists. The page has both languages and shows `language` first. The audit trail records the
 * export.
 */
export const getBundle = file('student/getBundle', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, language: z.enum(BUNDLE_LANGUAGES).default('en') }),
});
