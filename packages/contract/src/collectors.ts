import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, isoDay, moment, phoneNumber, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/**
 * Ways in which a child is released: with a listed collector, with a person who has a guardian's code, alone, or offline on a guardian's
 * word.
 */
export const RELEASE_WAYS = ['collector', 'code', 'alone', 'word'] as const;

const person = {
  sysid,
  name: z.string(),
  /** Relation to the student: Mother, Driver. */
  relation: z.string(),
};

const collector = z.object({
  ...person,
  mobileNumber: z.string().nullable(),
  /** Last valid day, by the school's clock; null if valid until removed. */
  validUntil: z.string().nullable(),
  /** Reason why the person must not collect the student; null if the person may. */
  blockedReason: z.string().nullable(),
  /**
   * Time until which a new collector, or one with a new photo, also needs a guardian's code; null if that time is over, or the person is
   * blocked.
   */
  heldUntil: moment.nullable(),
  /** True once the last valid day is over. */
  expired: z.boolean(),
  dateAdded: moment,
  addedBy: z.string(),
  /** Consent to the stored photo of the person: when and by whom it was asked for; null without a photo. */
  photo: z.object({ askedAt: moment, askedBy: z.string() }).nullable(),
});
export type Collector = z.output<typeof collector>;

const phoneOrNone = z
  .union([z.literal(''), z.null(), phoneNumber])
  .optional()
  .transform((phone) => phone || null);
const dayOrNone = z
  .union([z.literal(''), z.null(), isoDay])
  .optional()
  .transform((day) => day || null);

/** Photo of a person, PNG, JPEG or WebP, stored as a small JPEG; `consent` states that the caller has asked the person, who agreed. */
const photo = uploadedFile(fieldMessage('image-kind'));

/**
 * Adds a person who may collect a student, or with `blockedReason` must not; a `Photo` only with the person's consent. The guardians are
 * notified by SMS.
 */
export const addCollector = record('student/addCollector', {
  stepUp: true,
  access: SCHOOL_STAFF,
  files: ['Photo'],
  input: z.object({
    studentSYSID: sysid,
    name: words(120),
    relation: words(40),
    mobileNumber: phoneOrNone,
    validUntil: dayOrNone,
    blockedReason: wordsOrNone(200),
    Photo: photo.optional(),
    consent: flag.default(false),
  }),
  output: collector,
});

/** Sets the photo of a listed person, replacing an earlier one: the guardians are notified by SMS, and the person counts as new again. */
export const setCollectorPhoto = record('student/setCollectorPhoto', {
  stepUp: true,
  access: SCHOOL_STAFF,
  files: ['Photo'],
  input: z.object({ sysid, Photo: photo, consent: flag.default(false) }),
  output: collector,
});

/** Erases the photo of a person. The guardians are notified by SMS. */
export const removeCollectorPhoto = record('student/removeCollectorPhoto', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: collector,
});

/** Photos of listed persons, as JPEGs by the `sysid` of the person. */
const photos = z.object({ photos: z.array(z.object({ sysid, b64Photo: z.string() })) });

/** Returns the photos of the persons on a student's list. */
export const getCollectorPhotos = read('student/getCollectorPhotos', {
  access: SCHOOL_STAFF,
  input: z.object({ studentSYSID: sysid }),
  output: photos,
});

/** Lists the collectors of a student, and the persons who must not collect. */
export const getCollectors = list('student/getCollectors', {
  access: SCHOOL_STAFF,
  input: listQuery(['name', 'dateAdded']).extend({ studentSYSID: sysid }),
  output: collector,
});

/** Removes a person from the list, for good. The guardians are notified by SMS. */
export const removeCollector = record('student/removeCollector', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid, name: z.string() }),
});

/**
 * Permits a student, or a whole class, to leave alone, or withdraws the permission. The guardians of students who may leave alone now are
 * notified by SMS.
 */
export const setLeavesAlone = record('student/setLeavesAlone', {
  access: SCHOOL_STAFF,
  input: z
    .object({ sysid: sysid.optional(), classSYSID: sysid.optional(), leavesAlone: flag })
    .refine((given) => (given.sysid === undefined) !== (given.classSYSID === undefined), {
      message: fieldMessage('required'),
      path: ['sysid'],
    }),
  output: z.object({ students: z.number().int() }),
});

const release = z.object({
  sysid,
  date: moment,
  way: z.enum(RELEASE_WAYS),
  name: z.string().nullable(),
  relation: z.string().nullable(),
  /** Names of the guard who released the child. */
  by: z.string(),
});
export type Release = z.output<typeof release>;

/** Lists the releases of a student with their companions, newest first. */
export const getReleases = list('student/getReleases', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ studentSYSID: sysid }),
  output: release,
});

/** Returns the rule by which a student is released. */
export const getReleaseRule = read('student/getReleaseRule', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({
    /**
     * True if a check-out needs a collector or the permission to leave alone: by the school's rule, or because somebody must not collect
     * the student.
     */
    required: z.boolean(),
    leavesAlone: z.boolean(),
  }),
});

/**
 * A collector as the gate sees them. `photoAt` is the time of the current photo, so that clients notice a new one; null without a photo.
 */
const atGate = z.object({ ...person, heldUntil: moment.nullable(), photo: z.boolean(), photoAt: moment.nullable() });

/** Returns all that the gate may see of a child's collectors: no phone number. */
export const getCheckCollectors = read('check/getCollectors', {
  access: onDuty('gate'),
  opens: 'student',
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    required: z.boolean(),
    leavesAlone: z.boolean(),
    /** `photo`: a photo exists for comparison, see `check/getCollectorPhotos`. */
    collectors: z.array(atGate),
    blocked: z.array(z.object({ ...person, reason: z.string() })),
    /** Guardians who can be sent a code; `to` is the masked number. */
    guardians: z.array(z.object({ sysid, name: z.string(), to: z.string() })),
  }),
});
export type CheckCollectors = z.output<typeof getCheckCollectors.output>;

/** Returns the photos of a child's collectors, for the guard to compare. */
export const getCheckCollectorPhotos = read('check/getCollectorPhotos', {
  access: onDuty('gate'),
  opens: 'student',
  input: z.object({ admissionNumber }),
  output: photos,
});

const onDevice = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  /** True if a check-out needs a collector, or the permission to leave alone. */
  required: z.boolean(),
  leavesAlone: z.boolean(),
  /** `photo`: a photo exists for the guard to compare; its small version comes from `check/getDeviceFaces`. */
  collectors: z.array(atGate),
  blocked: z.array(z.object({ ...person, reason: z.string() })),
  /** Exeat by which the student may go out now. */
  exeat: z.object({ returnBy: moment, goesWith: z.string().nullable() }).nullable(),
});
export type DeviceCollectors = z.output<typeof onDevice>;

/**
 * Returns all that a guard needs to release children offline, for the device to store encrypted: every student with recorded collectors
 * or rules, and the rules that apply to all others. No phone number.
 */
export const getDeviceCollectors = read('check/getDeviceCollectors', {
  access: onDuty('gate'),
  methods: ['GET'],
  input: z.object({}),
  output: z.object({ requireCollector: z.boolean(), requireExeat: z.boolean(), students: z.array(onDevice) }),
});

/** Maximum number of faces per request, as a slow network carries between two children. */
export const FACES_AT_ONCE = 20;

/**
 * Returns the photos of the named collectors in a size small enough for a device to store encrypted; for enrolled devices alone (403
 * `device.unknown`). A person who is no longer on a list, or whose photo was erased, is left out.
 */
export const getDeviceFaces = read('check/getDeviceFaces', {
  access: onDuty('gate'),
  methods: ['POST'],
  input: z.object({ sysids: z.array(sysid).min(1, fieldMessage('required')).max(FACES_AT_ONCE) }),
  output: z.object({ faces: z.array(z.object({ sysid, photoAt: moment, b64Photo: z.string() })) }),
});

/** Sends a guardian a code by which the named person may collect the child once, while the code is valid. */
export const sendCollectorCode = record('check/sendCollectorCode', {
  access: onDuty('gate'),
  input: z.object({ admissionNumber, contactSYSID: sysid, name: words(60) }),
  output: z.object({
    to: z.string(),
    name: z.string(),
    /** Seconds until another code may be sent. */
    resendAfter: z.number().int(),
    seconds: z.number().int(),
  }),
});
