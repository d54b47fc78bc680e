import { z } from 'zod';
import { list, onDuty, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

export const FINGERS = [
  'right-thumb',
  'right-index',
  'right-middle',
  'right-ring',
  'right-little',
  'left-thumb',
  'left-index',
  'left-middle',
  'left-ring',
  'left-little',
] as const;
export type Finger = (typeof FINGERS)[number];

export const MAX_FINGERS = 3;
export const MAX_IMPRESSIONS = 3;

const pixels = z
  .union([z.number(), z.string().regex(/^\d{1,5}$/)])
  .transform(Number)
  .pipe(z.number().int().min(1).max(10_000))
  .optional()
  .catch(undefined);

/** Input fields of a capture: the picture and the scanner's parameters, under the one spelling that the code uses. */
export const picture = {
  B64Fingerprint: z.string(fieldMessage('required')).min(1, fieldMessage('required')),
  SerialNumber: z.string().trim().max(100).optional(),
  /** Signature of a paired reader: `<challenge>.<signature>`, see `pairReader`. */
  CaptureSignature: z.string().trim().max(200).optional(),
  Width: pixels,
  Height: pixels,
  Dpi: pixels,
};

/** Normalises the three spellings of the picture's field, and the scanner's `DPI`, to one. */
export function anySpelling<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => {
    if (typeof input !== 'object' || input === null) return input;
    const { b64Fingerprint, B64Finger, DPI, ...rest } = input as Record<string, unknown>;
    return { B64Fingerprint: b64Fingerprint ?? B64Finger, Dpi: DPI, ...rest };
  }, schema);
}

export const CONSENT_METHODS = ['paper', 'otp', 'witnessed'] as const;

const enrolment = {
  ...picture,
  Finger: z.enum(FINGERS).default('right-index'),
  ConsentBy: words(120).optional(),
  ConsentRelation: words(60).optional(),
  ConsentMethod: z.enum(CONSENT_METHODS).optional(),
  /** With `ConsentMethod` `otp`: the code that `sendConsentCode` has sent to the guardian. */
  ConsentCode: z
    .union([z.string().max(40), z.number()])
    .transform((code) => String(code).replace(/\s/g, ''))
    .optional(),
};

const enrolled = z.object({
  sysid,
  studentSYSID: sysid,
  admissionNumber: z.string(),
  finger: z.enum(FINGERS),
  /** Number of impressions of this finger that are enrolled now. */
  impressions: z.number().int(),
  quality: z.number(),
});

/** Adds one impression to a student's enrolment. The two file parts of the specification are accepted and ignored. */
export const uploadStudentFingerprint = record('student/uploadStudentFingerprint', {
  access: SCHOOL_STAFF,
  files: ['Template', 'FingerprintTemplate'],
  input: anySpelling(z.object({ StudentSYSID: sysid, ...enrolment })),
  output: enrolled,
});

/**
 * Adds one impression to the enrolment of the student with that admission number, like `uploadStudentFingerprint`; also from the
 * specification. 404 `student.not-found`.
 */
export const uploadStudentFingerprintAdm = record('student/uploadStudentFingerprintAdm', {
  access: SCHOOL_STAFF,
  files: ['Template', 'FingerprintTemplate'],
  input: anySpelling(z.object({ AdmissionNumber: admissionNumber, ...enrolment })),
  output: enrolled,
});

/**
 * Sends a guardian of the student a code by SMS. Given at the upload with `ConsentMethod` `otp`, the code is the guardian's consent:
 * once, for that student, while the number belongs to that guardian. A newer code invalidates the older one.
 */
export const sendConsentCode = record('student/sendConsentCode', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, contactSYSID: sysid }),
  output: z.object({
    /** Masked number that the code went to. */
    to: z.string(),
    /** Name of the guardian who has that number. */
    name: z.string(),
    /** Seconds until another code may be sent. */
    resendAfter: z.number().int(),
    /** Lifetime of the code in seconds. */
    seconds: z.number().int(),
  }),
});

/** Identifies a finger among all students of the school. */
export const identifyFingerprint = record('check/identifyFingerprint', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object(picture)),
  output: z.object({ admissionNumber: z.string(), names: z.string(), className: z.string(), score: z.number() }),
});

/** Lists the fingers that are enrolled for a student, without their images or templates. */
export const getFingerprints = list('student/getFingerprints', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['finger', 'dateEnrolled']).extend({ studentSYSID: sysid }),
  output: z.object({
    finger: z.enum(FINGERS),
    impressions: z.number().int(),
    /** Time at which the newest impression was enrolled, and by whom. */
    dateEnrolled: moment,
    enrolledBy: z.string(),
  }),
});

/** Lists the consents and withdrawals of a student's guardians, newest first. */
export const getConsents = list('student/getConsents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ studentSYSID: sysid }),
  output: z.object({
    sysid,
    purpose: z.literal('fingerprint'),
    kind: z.enum(['given', 'withdrawn']),
    by: z.string(),
    relation: z.string(),
    /** Method by which the consent was given; null for a withdrawal. */
    method: z.enum(CONSENT_METHODS).nullable(),
    /** True if it is in force. */
    standing: z.boolean(),
    date: moment,
    recordedBy: z.string(),
  }),
});

/**
 * Records a consent before a finger is enrolled. In a school that accepts only a guardian's code, a recorded consent counts only for a
 * student whose guardians have no number, and not for the person who recorded it.
 */
export const recordConsent = record('student/recordConsent', {
  access: SCHOOL_STAFF,
  input: z.object({
    studentSYSID: sysid,
    givenBy: words(120),
    relation: words(60),
    method: z.enum(['paper', 'witnessed']),
  }),
  output: z.object({ studentSYSID: sysid }),
});

/** Withdraws a guardian's consent: every impression of the student is erased, and cannot be restored. */
export const withdrawConsent = record('student/withdrawConsent', {
  access: SCHOOL_STAFF,
  input: z.object({ studentSYSID: sysid, withdrawnBy: words(120), relation: words(60) }),
  output: z.object({
    studentSYSID: sysid,
    /** Number of impressions that were erased. */
    erased: z.number().int(),
    date: moment,
  }),
});
