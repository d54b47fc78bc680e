import { z } from 'zod';
import { list, onDuty, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, FINGERS, MAX_IMPRESSIONS, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { checkPin } from './students.ts';

/** Days for which a replaced impression is kept, so that the office can put it back. */
export const REPLACED_KEPT_DAYS = 90;

/**
 * Days after the enrolment of an impression during which its finger is not renewed: an impression that new must not vouch for another
 * one.
 */
export const RENEWAL_PAUSE_DAYS = 28;

/**
 * Reasons why a finger is not renewed. `held`: locked after misses; `changed`: PIN or finger were changed lately; `too-few`: not enough
 * impressions to compare a new one with; `unsure`: the new impression does not match clearly; `unlike`: the new impression differs from
 * those that would remain.
 */
const RENEWAL_REFUSALS = ['held', 'changed', 'too-few', 'unsure', 'unlike'] as const;
export type RenewalRefusal = (typeof RENEWAL_REFUSALS)[number];

/**
 * Renews a finger as the child grows: the impression on the reader replaces the oldest one of that finger, once finger and PIN have both
 * proven the student. No new finger is added, so there is no hold on money; the guardians are notified, and the office can put the
 * replaced impression back. Otherwise 422 `fingerprint.not-renewed` with `detail.why`.
 */
export const renewFingerprint = record('check/renewFingerprint', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ admissionNumber, pin: checkPin, ...picture })),
  output: z.object({
    /** Id of the new impression. */
    sysid,
    admissionNumber: z.string(),
    finger: z.enum(FINGERS),
    quality: z.number(),
    /** Id of the impression that was replaced, and the time until which it is kept. */
    replacedSYSID: sysid,
    until: moment,
  }),
});

/** Lists a student's replaced impressions that are still kept, newest replacement first. */
export const getReplacedImpressions = list('student/getReplacedImpressions', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ studentSYSID: sysid }),
  output: z.object({
    sysid,
    finger: z.enum(FINGERS),
    dateEnrolled: moment,
    /** Number of impressions that were replaced together and are restored together: several after a re-enrolment. */
    impressions: z.number().int(),
    /** Time of the replacement, the user who made it, and the time until which the impression is kept. */
    date: moment,
    replacedBy: z.string(),
    until: moment,
  }),
});

/**
 * Puts a replaced impression back and erases the one that replaced it. After a re-enrolment all old impressions are put back, the new
 * ones are erased, and money by that finger is held as for a new finger.
 */
export const putImpressionBack = record('student/putImpressionBack', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid, studentSYSID: sysid, finger: z.enum(FINGERS) }),
});

/** Reasons why a finger is not re-enrolled; see `enrolAnew`. */
const REENROLMENT_REFUSALS = ['held', 'changed', 'other-finger', 'apart', 'new-number'] as const;
export type ReenrolmentRefusal = (typeof REENROLMENT_REFUSALS)[number];

/**
 * Re-enrols a finger: three captures of it replace all its impressions at once. Either the student authorises it, by `pin` and by each
 * capture, which has to match the enrolled impressions as strictly as for money; or a guardian, by the code of `sendConsentCode`, and
 * then money by that finger is held as for a new finger.
 * Otherwise 422 `fingerprint.not-renewed` with `detail.why`: the finger is `held` after misses, or PIN or finger were `changed` lately
 * (both with `pin` only), a capture matches the `other-finger` of the student, the captures are `apart` from each other, or the
 * guardian's number is a `new-number`. The guardians are notified, and `putImpressionBack` undoes the re-enrolment. All three pictures
 * have to fit into one body.
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
        .min(MAX_IMPRESSIONS)
        .max(MAX_IMPRESSIONS),
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
    /** Number of impressions that were replaced, and the time until which they are kept. */
    replaced: z.number().int(),
    until: moment,
    /** Time at which the hold on money by that finger ends; null without a hold. */
    heldUntil: moment.nullable(),
  }),
});
