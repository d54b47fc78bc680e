import { z } from 'zod';
import { list, onDuty, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, FINGERS, MOST_IMPRESSIONS, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { checkPin } from './students.ts';

/** Days that a replaced impression is kept, for the office to put it back. */
export const REPLACED_KEPT_DAYS = 90;

/** Days in which a finger is not renewed after an impression of it came in: a new finger is nobody's proof for another one. */
export const RENEWAL_PAUSE_DAYS = 28;

/**
 * Reason for which a finger is not renewed: it is `held` after misses, or PIN or finger were `changed` lately, or it has `too-few` impressions to hold a
 * new one against; or the new impression is `unsure`, or `unlike` those that would stay.
 */
const RENEWAL_REFUSALS = ['held', 'changed', 'too-few', 'unsure', 'unlike'] as const;
export type RenewalRefusal = (typeof RENEWAL_REFUSALS)[number];

/**
 * A finger grows: the impression on the reader takes the place of the oldest one of that finger, once finger and PIN have both proven whose it
 * is. It opens no new finger, so money does not wait for it; the guardians are told, and the office can put the replaced one back. Else 422
 * `fingerprint.not-renewed` with `detail.why`.
 */
export const renewFingerprint = record('check/renewFingerprint', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ admissionNumber, pin: checkPin, ...picture })),
  output: z.object({
    /** The new impression. */
    sysid,
    admissionNumber: z.string(),
    finger: z.enum(FINGERS),
    quality: z.number(),
    /** The impression that it took the place of, and until when that is kept. */
    replacedSYSID: sysid,
    until: moment,
  }),
});

/** Impressions of a student that were replaced and are still kept, the newest replacement first. */
export const getReplacedImpressions = list('student/getReplacedImpressions', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ studentSYSID: sysid }),
  output: z.object({
    sysid,
    finger: z.enum(FINGERS),
    dateEnrolled: moment,
    /** Impressions that were replaced together, and go back together: several where the finger was enrolled anew. */
    impressions: z.number().int(),
    /** When it was replaced, by whom, and until when it is kept. */
    date: moment,
    replacedBy: z.string(),
    until: moment,
  }),
});

/**
 * Puts a replaced impression back; the one that came in its place is erased. Of a finger that was enrolled anew all go back, the new ones are erased, and
 * money by the finger waits as by a new one.
 */
export const putImpressionBack = record('student/putImpressionBack', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid, studentSYSID: sysid, finger: z.enum(FINGERS) }),
});

/** Reason for which a finger is not enrolled anew: see `enrolAnew`. */
const REENROLMENT_REFUSALS = ['held', 'changed', 'other-finger', 'apart', 'new-number'] as const;
export type ReenrolmentRefusal = (typeof REENROLMENT_REFUSALS)[number];

/**
 * Enrols a finger anew: three captures of it take the place of all its impressions at once. On the word of one of two: the student, by `pin` and by each
 * capture, which has to match what is enrolled as where money moves; or a guardian, by the code of `sendConsentCode`, and then money by the finger waits
 * as by a new one. Else 422 `fingerprint.not-renewed` with `detail.why`: the finger is `held` after misses or PIN or finger were `changed` lately (both by PIN
 * only), a capture matches the `other-finger` of the student, the captures are `apart` from each other, or the guardian's is a `new-number`. The guardians
 * are told, and `putImpressionBack` undoes it. All three pictures have to fit into one body.
 */
export const enrolAnew = record('student/enrolAnew', {
  access: SCHOOL_STAFF,
  body: 'picture',
  input: z
    .object({
      studentSYSID: sysid,
      finger: z.enum(FINGERS),
      captures: z
        .array(anySpelling(z.object(picture)))
        .min(MOST_IMPRESSIONS)
        .max(MOST_IMPRESSIONS),
      pin: checkPin.optional(),
      consentCode: z.string().trim().min(1).max(40).optional(),
    })
    .refine(({ pin, consentCode }) => (pin === undefined) !== (consentCode === undefined), {
      message: fieldMessage('required'),
      path: ['pin'],
    }),
  output: z.object({
    studentSYSID: sysid,
    admissionNumber: z.string(),
    finger: z.enum(FINGERS),
    /** Impressions that were replaced, and until when they are kept. */
    replaced: z.number().int(),
    until: moment,
    /** When money by the finger moves again; null where it does not wait. */
    heldUntil: moment.nullable(),
  }),
});
