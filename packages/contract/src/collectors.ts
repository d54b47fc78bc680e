import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, isoDay, moment, phoneNumber, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Ways in which a child is let go: with a listed collector, with one whom a guardian's code lets in, alone, or on a guard's word without a network. */
export const RELEASE_WAYS = ['collector', 'code', 'alone', 'word'] as const;

const person = {
  sysid,
  name: z.string(),
  /** To the student: Mother, Driver. */
  relation: z.string(),
};

const collector = z.object({
  ...person,
  mobileNumber: z.string().nullable(),
  /** The last day, by the school's clock; null: until removed. */
  validUntil: z.string().nullable(),
  /** Reason for which the person must not collect; null: may. */
  blockedReason: z.string().nullable(),
  /** Until when a new collector, or one with a new photo, needs a guardian's code besides; null: no longer, or blocked. */
  heldUntil: moment.nullable(),
  /** The valid days are over. */
  expired: z.boolean(),
  dateAdded: moment,
  addedBy: z.string(),
  /** Consent to the photo that the school keeps of the person: when it was asked for, and by whom; null: no photo. */
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

/** Picture of a person, PNG, JPEG or WebP, kept as a small JPEG; `consent`: the caller has asked the person, who agreed. */
const photo = uploadedFile(fieldMessage('image-kind'));

/**
 * Adds who may collect a student, or with `blockedReason` who must not; a `Photo` with the person's consent alone. The guardians are told
 * by SMS.
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

/** Puts a photo to a person of a list, in place of an earlier one: the guardians are told by SMS, and the person is new again. */
export const setCollectorPhoto = record('student/setCollectorPhoto', {
  stepUp: true,
  access: SCHOOL_STAFF,
  files: ['Photo'],
  input: z.object({ sysid, Photo: photo, consent: flag.default(false) }),
  output: collector,
});

/** Erases the photo of a person. The guardians are told by SMS. */
export const removeCollectorPhoto = record('student/removeCollectorPhoto', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: collector,
});

/** Photos of a list, JPEGs by the `sysid` of the person. */
const photos = z.object({ photos: z.array(z.object({ sysid, b64Photo: z.string() })) });

/** The photos of those on a student's list. */
export const getCollectorPhotos = read('student/getCollectorPhotos', {
  access: SCHOOL_STAFF,
  input: z.object({ studentSYSID: sysid }),
  output: photos,
});

/** The collectors of a student, and who must not collect. */
export const getCollectors = list('student/getCollectors', {
  access: SCHOOL_STAFF,
  input: listQuery(['name', 'dateAdded']).extend({ studentSYSID: sysid }),
  output: collector,
});

/** Takes a person off the list, for good. The guardians are told by SMS. */
export const removeCollector = record('student/removeCollector', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid, name: z.string() }),
});

/** Lets a student, or all of a class, leave alone, or no longer. The guardians of those who may now are told by SMS. */
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

/** With whom a student went, the newest first. */
export const getReleases = list('student/getReleases', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ studentSYSID: sysid }),
  output: release,
});

/** By which rule a student is let go. */
export const getReleaseRule = read('student/getReleaseRule', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({
    /** A check-out needs a collector, or leave to go alone: by the school's rule, or since somebody must not collect. */
    required: z.boolean(),
    leavesAlone: z.boolean(),
  }),
});

/** A person who may collect, as the gate sees them. `photoAt`: since when this photo is there, which tells it from another; null: none. */
const atGate = z.object({ ...person, heldUntil: moment.nullable(), photo: z.boolean(), photoAt: moment.nullable() });

/** All that the gate may see of who may collect a child: no phone number. */
export const getCheckCollectors = read('check/getCollectors', {
  access: onDuty('gate'),
  opens: 'student',
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    required: z.boolean(),
    leavesAlone: z.boolean(),
    /** `photo`: there is one to compare, by `check/getCollectorPhotos`. */
    collectors: z.array(atGate),
    blocked: z.array(z.object({ ...person, reason: z.string() })),
    /** To whom a code can be sent; `to` is the number, masked. */
    guardians: z.array(z.object({ sysid, name: z.string(), to: z.string() })),
  }),
});
export type CheckCollectors = z.output<typeof getCheckCollectors.output>;

/** The photos of those who may collect a child, for the guard to compare. */
export const getCheckCollectorPhotos = read('check/getCollectorPhotos', {
  access: onDuty('gate'),
  opens: 'student',
  input: z.object({ admissionNumber }),
  output: photos,
});

const onDevice = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  /** A check-out needs a collector, or leave to go alone. */
  required: z.boolean(),
  leavesAlone: z.boolean(),
  /** `photo`: there is one that the guard can compare, small by `check/getDeviceFaces`. */
  collectors: z.array(atGate),
  blocked: z.array(z.object({ ...person, reason: z.string() })),
  /** The pass on which the student may go out now. */
  exeat: z.object({ returnBy: moment, goesWith: z.string().nullable() }).nullable(),
});
export type DeviceCollectors = z.output<typeof onDevice>;

/**
 * All that a guard needs to let children go while there is no network, for the device to put away under seal: of each student of whom
 * anything is written down, and the rules that hold for all others. No phone number.
 */
export const getDeviceCollectors = read('check/getDeviceCollectors', {
  access: onDuty('gate'),
  methods: ['GET'],
  input: z.object({}),
  output: z.object({ requireCollector: z.boolean(), requireExeat: z.boolean(), students: z.array(onDevice) }),
});

/** Faces that a device asks for at once: what a slow network carries between two children. */
export const FACES_AT_ONCE = 20;

/**
 * The same photos, so small that a device may keep them under seal: those of the persons named who may collect, for an enrolled device
 * alone (403 `device.unknown`). A person who is no more on a list, or whose photo was erased, is left out.
 */
export const getDeviceFaces = read('check/getDeviceFaces', {
  access: onDuty('gate'),
  methods: ['POST'],
  input: z.object({ sysids: z.array(sysid).min(1, fieldMessage('required')).max(FACES_AT_ONCE) }),
  output: z.object({ faces: z.array(z.object({ sysid, photoAt: moment, b64Photo: z.string() })) }),
});

/** Sends a guardian a code by which the person named may collect the child once, within its life. */
export const sendCollectorCode = record('check/sendCollectorCode', {
  access: onDuty('gate'),
  input: z.object({ admissionNumber, contactSYSID: sysid, name: words(60) }),
  output: z.object({
    to: z.string(),
    name: z.string(),
    /** Seconds. */
    resendAfter: z.number().int(),
    seconds: z.number().int(),
  }),
});
