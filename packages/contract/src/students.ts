import { z } from 'zod';
import { EVERYBODY, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { admissionNumber, emailOrNone, moment, phoneNumber, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** A check PIN: 4 to 8 digits. Whether it is too easy to guess is the server's rule (`student.weak-pin`). */
export const checkPin = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((pin) => String(pin).trim())
  .pipe(z.string().regex(/^\d{4,8}$/, 'must be 4 to 8 digits'));

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

export const createStudent = record('student/createStudent', {
  access: SCHOOL_STAFF,
  input: z.object({
    admissionNumber,
    names: words(140),
    classSYSID: sysid,
    checkPin: z
      .union([z.literal(''), z.null(), checkPin])
      .optional()
      .transform((pin) => pin || null),
  }),
  output: studentRow,
});

export const getStudents = list('student/getStudents', {
  access: SCHOOL_STAFF,
  input: listQuery(['admissionNumber', 'names', 'className', 'balance', 'dateCreated']).extend({
    classSYSID: sysid.optional(),
    hasFingerprint: flag.optional(),
    status: z.enum(STUDENT_STATUS).optional(),
  }),
  output: studentRow,
});

/** All that a CheckAgent may see of a student before the finger is on the reader. */
export const getCheckStudent = read('check/getStudent', {
  access: EVERYBODY,
  input: z.object({ admissionNumber }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    hasFingerprint: z.boolean(),
  }),
});

export const addContact = record('student/addContact', {
  access: SCHOOL_STAFF,
  input: z.object({ name: words(120), mobileNumber: phoneNumber, email: emailOrNone, studentSYSID: sysid }),
  output: z.object({
    sysid,
    name: z.string(),
    mobileNumber: z.string(),
    email: z.string().nullable(),
    studentSYSID: sysid,
  }),
});

export const getContacts = list('student/getContacts', {
  access: SCHOOL_STAFF,
  input: listQuery(['name']).extend({ studentSYSID: sysid }),
  output: z.object({ sysid, name: z.string(), mobileNumber: z.string(), email: z.string().nullable() }),
});
