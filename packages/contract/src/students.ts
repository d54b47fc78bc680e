import { z } from 'zod';
import { allergens, blockedMenuSYSIDs } from './diets.ts';
import { EVERYBODY, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, emailOrNone, moment, phoneNumber, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { LANGUAGES } from './sms.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** A check PIN: 4 to 8 digits. The server decides which PINs are too easy to guess (`student.weak-pin`). */
export const checkPin = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((pin) => String(pin).trim())
  .pipe(z.string().regex(/^\d{4,8}$/, fieldMessage('pin')));

export const STUDENT_STATUS = ['active', 'left'] as const;

const studentRow = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  classSYSID: sysid,
  className: z.string(),
  status: z.enum(STUDENT_STATUS),
  hasFingerprint: z.boolean(),
  dateCreated: moment,
  /** KES. */
  balance: z.number(),
});
export type StudentRow = z.output<typeof studentRow>;

/** Month of birth, `2017-03`; empty for none. The speed at which a finger outgrows its impressions depends on age. */
export const birthMonthOrNone = z.union([
  z.literal(''),
  z.null(),
  z
    .string()
    .regex(/^(19[5-9]|20\d)\d-(0[1-9]|1[0-2])$/, fieldMessage('month'))
    .refine((month) => month <= new Date().toISOString().slice(0, 7), { message: fieldMessage('in-the-future') }),
]);

/** Diet of a student: health data, so no list includes it. */
const diet = {
  /** Allergens of food that the student may not have. */
  allergens: z.array(z.string()),
  /** Menu items that the family does not want the student to have. */
  blockedMenuSYSIDs: z.array(sysid),
};

const studentDetails = studentRow.extend({
  ...diet,
  /** `2017-03`; null if the family did not give it. No list includes it. */
  birthMonth: z.string().nullable(),
  hasPin: z.boolean(),
  /** Time until which the PIN is locked after wrong tries; null if it is not. */
  pinLockedUntil: moment.nullable(),
  /** Time until which fingers are locked after wrong tries; null if they are not. */
  fingerHeldUntil: moment.nullable(),
  /** Last passage at the gate. */
  gate: z.object({ state: z.enum(['in', 'out']), since: moment }).nullable(),
  /** Last ride on a school bus. */
  bus: z.object({ state: z.enum(['on', 'off']), since: moment, busNumberPlate: z.string() }).nullable(),
  dateLeft: moment.nullable(),
  updated: stamp,
});
export type StudentDetails = z.output<typeof studentDetails>;

/** A PIN that may be left out or empty. */
const pinOrNone = z
  .union([z.literal(''), z.null(), checkPin])
  .optional()
  .transform((pin) => pin || null);

/**
 * Creates a student; in the specification. 404 `class.not-found`; 409 `student.duplicate` if the number is taken; 422 `student.weak-pin`.
 */
export const createStudent = record('student/createStudent', {
  access: SCHOOL_STAFF,
  input: z.object({
    admissionNumber,
    names: words(140),
    classSYSID: sysid,
    checkPin: pinOrNone,
    birthMonth: birthMonthOrNone.optional(),
    allergens: allergens.default([]),
    blockedMenuSYSIDs: blockedMenuSYSIDs.default([]),
  }),
  output: studentRow.extend({ ...diet, birthMonth: z.string().nullable() }),
});

/** Returns one student, active or left, by id or by number. */
export const getStudent = read('student/getStudent', {
  access: SCHOOL_STAFF,
  opens: 'student',
  input: z
    .object({ sysid: sysid.optional(), admissionNumber: admissionNumber.optional() })
    .refine((asked) => asked.sysid !== undefined || asked.admissionNumber !== undefined, {
      message: fieldMessage('required'),
      path: ['admissionNumber'],
    }),
  output: studentDetails,
});

/**
 * Changes the given fields of a student; a PIN can only be replaced. `status` lets a student leave and return. A student who is in school
 * or on a bus today cannot leave; if the record is of an earlier day, `override` gives the reason why the student may.
 */
export const updateStudent = record('student/updateStudent', {
  stepUpWith: ['checkPin'],
  access: SCHOOL_STAFF,
  input: z.object({
    sysid,
    admissionNumber: admissionNumber.optional(),
    names: words(140).optional(),
    classSYSID: sysid.optional(),
    checkPin: pinOrNone,
    birthMonth: birthMonthOrNone.optional(),
    allergens: allergens.optional(),
    blockedMenuSYSIDs: blockedMenuSYSIDs.optional(),
    status: z.enum(STUDENT_STATUS).optional(),
    override: words(200).optional(),
    updated: stampOrNone,
  }),
  output: studentDetails,
});

const pinSlip = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** Shown this once. */
  pin: z.string(),
});
export type PinSlip = z.output<typeof pinSlip>;

/** Maximum number of students that one call can name. */
export const MAX_NAMED = 400;

/** Lifts the locks of PIN and fingers that wrong tries have put on a student. */
export const unlockStudent = record('student/unlock', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentDetails,
});

/**
 * Generates PINs for the active students of a class, for the named ones, or for all. Students who have one are left out, unless
 * `replace`. The PINs are returned once and not stored, so a repeat under the same Idempotency-Key is a new attempt.
 */
export const makePins = record('student/makePins', {
  stepUp: true,
  access: SCHOOL_STAFF,
  slow: true,
  input: z
    .object({
      classSYSID: sysid.optional(),
      sysids: z.array(sysid).min(1, fieldMessage('required')).max(MAX_NAMED).optional(),
      replace: flag.default(false),
    })
    .refine(({ classSYSID, sysids, replace }) => !replace || classSYSID !== undefined || sysids !== undefined, {
      message: fieldMessage('required'),
      path: ['sysids'],
    }),
  output: z.object({ slips: z.array(pinSlip) }),
});

/** Deletes, by hiding, a student without money, attendance, meals or items. */
export const deleteStudent = record('student/deleteStudent', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentDetails,
});

/**
 * Restores a deleted student. 404 `student.not-found`, also if the student is not deleted; 409 `student.duplicate` if another student has
 * taken the number.
 */
export const restoreStudent = record('student/restoreStudent', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentDetails,
});

/**
 * Lists the students of the school, page by page, with balances in KES; in the specification. More rows than a class at once require
 * step-up.
 */
export const getStudents = list('student/getStudents', {
  stepUpWhole: true,
  access: SCHOOL_STAFF,
  input: listQuery(['admissionNumber', 'names', 'className', 'balance', 'dateCreated']).extend({
    classSYSID: sysid.optional(),
    hasFingerprint: flag.optional(),
    hasPin: flag.optional(),
    status: z.enum(STUDENT_STATUS).optional(),
  }),
  output: studentRow,
});

/** Returns all that a CheckAgent may see of a student before the finger is on the reader. */
export const getCheckStudent = read('check/getStudent', {
  access: EVERYBODY,
  opens: 'student',
  /** `hint` requests `pinFirst`. */
  input: z.object({ admissionNumber, hint: flag.default(false) }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    hasFingerprint: z.boolean(),
    /**
     * True for the youngest students with a PIN: their fingers are refused most often, so the PIN is asked for first. The finger is
     * accepted too.
     */
    pinFirst: z.boolean().optional(),
  }),
});

/** Language of messages to a guardian. */
const language = z.enum(LANGUAGES);

/** Passages of the student that a guardian wants an SMS for: in and out at the gate, on and off a bus. */
export const PASSAGES = ['in', 'out', 'on', 'off'] as const;
export type PassageWish = (typeof PASSAGES)[number];
const notify = z.array(z.enum(PASSAGES)).transform((wishes) => PASSAGES.filter((each) => wishes.includes(each)));

const contact = z.object({
  sysid,
  name: z.string(),
  mobileNumber: z.string(),
  email: z.string().nullable(),
  language,
  notify: z.array(z.enum(PASSAGES)),
  studentSYSID: sysid,
  updated: stamp,
});
export type Contact = z.output<typeof contact>;

/**
 * Adds a guardian to a student; in the specification. 404 `student.not-found`; 409 `guardian.duplicate` if the student has a guardian
 * with that number.
 */
export const addContact = record('student/addContact', {
  access: SCHOOL_STAFF,
  input: z.object({
    name: words(120),
    mobileNumber: phoneNumber,
    email: emailOrNone,
    language: language.default('en'),
    notify: notify.default([]),
    studentSYSID: sysid,
  }),
  output: contact,
});

/** Lists the guardians of one student, page by page, without deleted ones. 404 `student.not-found`. */
export const getContacts = list('student/getContacts', {
  access: SCHOOL_STAFF,
  input: listQuery(['name']).extend({ studentSYSID: sysid }),
  output: contact.omit({ studentSYSID: true }),
});

/** Returns one guardian. 404 `guardian.not-found`. */
export const getContact = read('student/getContact', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: contact,
});

/** Changes the given fields of a guardian; an empty e-mail address removes it. */
export const updateContact = record('student/updateContact', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({
    sysid,
    name: words(120).optional(),
    mobileNumber: phoneNumber.optional(),
    email: z.union([z.literal(''), z.null(), z.email(fieldMessage('email')).max(200)]).optional(),
    language: language.optional(),
    notify: notify.optional(),
    updated: stampOrNone,
  }),
  output: contact,
});

/** Deletes a guardian by hiding the record; no more messages are sent. 404 `guardian.not-found`. */
export const deleteContact = record('student/deleteContact', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: contact,
});

/** Restores a deleted guardian. 404 `guardian.not-found`; 409 `guardian.duplicate` if the student has another guardian with that number. */
export const restoreContact = record('student/restoreContact', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: contact,
});

/** Same calls as `getContact` and so on, under names that say who is meant. */
export const getGuardian = { ...getContact, path: 'student/getGuardian' };
export const updateGuardian = { ...updateContact, path: 'student/updateGuardian' };
export const deleteGuardian = { ...deleteContact, path: 'student/deleteGuardian' };
export const restoreGuardian = { ...restoreContact, path: 'student/restoreGuardian' };
