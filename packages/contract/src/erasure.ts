import { z } from 'zod';
import { file, list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/**
 * Erase blockers: what has to end before a student can be erased. `money`: the wallet holds some; `inside`, `aboard`: in school, on
 * a bus; `items`: pieces that were paid and not handed out; `approval`, `suspense`, `refund`, `payment`: one that is under way.
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
  /** True if whoever asks proposed it, and so may not approve it. */
  own: z.boolean(),
  /** Stands against it at this moment. */
  blockers: z.array(z.enum(ERASE_BLOCKERS)),
});
export type Erasure = z.output<typeof erasureRow>;

/** Asks for a student's data to be erased. Nothing goes before another person approves it. */
export const eraseStudent = record('student/erase', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid, reason: words(200) }),
  output: erasureRow,
});

/**
 * Erases, on the word of another person, what is personal of a student: for good. Afterwards every read of the student is 404, and
 * their money stands under a pseudonym. `sysid` is the student's, or that of the request.
 */
export const approveErase = record('student/approveErase', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid }),
  output: z.object({
    sysid,
    studentSYSID: sysid,
    /** Stands in the books in place of number and name. */
    pseudonym: z.string(),
    date: moment,
  }),
});

/** Turns a request down, or takes the own one back. `sysid` as in `approveErase`. */
export const rejectErase = record('student/rejectErase', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: erasureRow,
});

/** Requests that wait for a second person, the oldest first; of one student, where `studentSYSID` is given. */
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
 * All that is held about a student, for the family: a zip of `bundle.json` and `bundle.html`. No PIN and no fingerprint is in it, only
 * that there is one. The page has both languages and shows `language` first. That it was made stands in the audit trail.
 */
export const getBundle = file('student/getBundle', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, language: z.enum(BUNDLE_LANGUAGES).default('en') }),
});
