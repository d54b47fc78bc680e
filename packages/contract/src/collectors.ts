import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
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
  /** Until when a new collector needs a guardian's code besides; null: no longer, or blocked. */
  heldUntil: moment.nullable(),
  /** The valid days are over. */
  expired: z.boolean(),
  dateAdded: moment,
  addedBy: z.string(),
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

/** Adds who may collect a student, or with `blockedReason` who must not. The guardians are told by SMS. */
export const addCollector = record('student/addCollector', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({
    studentSYSID: sysid,
    name: words(120),
    relation: words(40),
    mobileNumber: phoneOrNone,
    validUntil: dayOrNone,
    blockedReason: wordsOrNone(200),
  }),
  output: collector,
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
    collectors: z.array(z.object({ ...person, heldUntil: moment.nullable() })),
    blocked: z.array(z.object({ ...person, reason: z.string() })),
    /** To whom a code can be sent; `to` is the number, masked. */
    guardians: z.array(z.object({ sysid, name: z.string(), to: z.string() })),
  }),
});
export type CheckCollectors = z.output<typeof getCheckCollectors.output>;

const onDevice = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  /** A check-out needs a collector, or leave to go alone. */
  required: z.boolean(),
  leavesAlone: z.boolean(),
  collectors: z.array(z.object({ ...person, heldUntil: moment.nullable() })),
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
