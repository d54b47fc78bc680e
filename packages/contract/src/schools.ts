import { z } from 'zod';
import { ADMIN, EVERYBODY, list, onDuty, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, phoneNumber, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Counties of Kenya, of which a school has one; in the specification. The list is the product's own. */
export const getCounties = list('school/getCounties', {
  access: EVERYBODY,
  school: 'none',
  input: listQuery(['name']),
  output: z.object({ sysid, name: z.string() }),
});

const schoolRow = z.object({
  sysid,
  countySYSID: sysid,
  countyName: z.string(),
  schoolCode: z.string(),
  officialName: z.string(),
  shortName: z.string(),
  pobox: z.string().nullable(),
  town: z.string(),
  b64Logo: z.string().nullable(),
  status: z.enum(['active', 'suspended', 'deleted']),
  dateCreated: moment,
  noOfStudents: z.number().int(),
  hasConfig: z.boolean(),
  /** Closed because it moves to another installation, or has moved: nothing is recorded in it, and `status` is `suspended`. */
  isMoving: z.boolean(),
});
export type SchoolRow = z.output<typeof schoolRow>;

/** One school by itself; devices and classes are counted inside its own walls, so no list has them. */
const schoolRecord = schoolRow.extend({
  noOfClasses: z.number().int(),
  noOfDevices: z.number().int(),
  updated: stamp,
});
export type SchoolRecord = z.output<typeof schoolRecord>;

const registered = {
  CountySYSID: sysid,
  SchoolCode: words(20),
  OfficialName: words(120),
  ShortName: words(40),
  Pobox: words(60),
  Town: words(60),
};
/** The same by the names that a school's row carries. */
const asListed = {
  countySYSID: registered.CountySYSID,
  schoolCode: registered.SchoolCode,
  officialName: registered.OfficialName,
  shortName: registered.ShortName,
  pobox: registered.Pobox,
  town: registered.Town,
};

const firstLimit = z
  .union([z.literal(''), z.null(), kesOrZero], fieldMessage('amount'))
  .optional()
  .transform((amount) => (amount === '' ? null : (amount ?? null)));

/** Registers a school; the answer's `token` is shown this once. Multipart, with the logo as a picture. */
export const createSchool = record('school/createSchool', {
  access: ADMIN,
  school: 'none',
  files: ['Logo'],
  input: z.object({
    ...registered,
    Logo: uploadedFile(fieldMessage('image')),
    /** As `requireTill` of the settings. */
    RequireTill: flag.default(false),
    /** As `requireProofForItems` of the settings. */
    RequireProofForItems: flag.default(false),
    /** As `holdFirstMeans` of the settings. */
    HoldFirstMeans: flag.default(false),
    /** As `requireSecondFactor` of the settings. */
    RequireSecondFactor: flag.default(false),
    /** As `requireCollector` of the settings. */
    RequireCollector: flag.default(false),
    /** As `requireExeat` of the settings. */
    RequireExeat: flag.default(false),
    /** As `fingerAlone` and `firstPin` of the school's limits (`wallet/setLimits`); no limit where left out or empty. */
    FingerAlone: firstLimit,
    FirstPin: firstLimit,
  }),
  output: schoolRow.extend({ token: z.string(), appId: z.string() }),
});

/** Short code, grouped as people write it: `600 100`, `600-100`. */
const shortCode = z
  .union([z.string(), z.number().int()])
  .transform((code) => String(code).replace(/[\s\u2010-\u2015-]/g, ''))
  .pipe(z.string().regex(/^\d{5,7}$/, fieldMessage('short-code')));

const PREFIX = fieldMessage('account-prefix');
/** Account prefix: what stands before the admission number where several schools share a paybill; empty for none. */
const accountPrefix = z
  .string(PREFIX)
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.union([z.literal(''), z.string().regex(/^(?=.*[A-Z])[A-Z0-9]{2,8}$/, PREFIX)], PREFIX));

/** A secret that is only ever written: left out or empty keeps the one that is there. */
const secretToWrite = z
  .string()
  .trim()
  .max(2000)
  .optional()
  .transform((text) => text || null);

/** Sets how a school collects by M-Pesa. Secrets go in and never come out again. */
export const schoolConfig = record('school/schoolConfig', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  input: z.object({
    schoolSYSID: sysid,
    contactName: words(80),
    contactNumber: phoneNumber,
    contactEmail: z.email(fieldMessage('email')).max(200),
    shortCode,
    lnmShortCode: shortCode,
    /** Left out, it stays as it is; empty, it is taken away. */
    accountPrefix: accountPrefix.optional(),
    initiator: words(80),
    apiUser: words(80),
    consumerKey: secretToWrite,
    consumerSecret: secretToWrite,
    securityCredential: secretToWrite,
    lnmPassWord: secretToWrite,
    apiPassword: secretToWrite,
    updated: stampOrNone,
  }),
  output: z.object({ sysid }),
});

const secretState = z.object({
  set: z.boolean(),
  last4: z.string().nullable(),
  updatedAt: moment.nullable(),
  updatedBy: z.string().nullable(),
});
export const PAYMENT_SECRETS = [
  'consumerKey',
  'consumerSecret',
  'securityCredential',
  'lnmPassWord',
  'apiPassword',
] as const;
export type PaymentSecret = (typeof PAYMENT_SECRETS)[number];

/** Payment configuration of a school. Of each secret it says whether there is one, never its value. 404 `school.not-found`. */
export const getSchoolConfig = read('school/getSchoolConfig', {
  visits: 'schoolSYSID',
  access: ADMIN,
  school: 'none',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({
    schoolSYSID: sysid,
    contactName: z.string().nullable(),
    contactNumber: z.string().nullable(),
    contactEmail: z.string().nullable(),
    shortCode: z.string().nullable(),
    lnmShortCode: z.string().nullable(),
    accountPrefix: z.string().nullable(),
    initiator: z.string().nullable(),
    apiUser: z.string().nullable(),
    consumerKey: secretState,
    consumerSecret: secretState,
    securityCredential: secretState,
    lnmPassWord: secretState,
    apiPassword: secretState,
    hooks: z.object({ validation: z.string(), confirmation: z.string() }),
    updated: stamp,
  }),
});

/** Every school but the deleted; `status` narrows it to one kind, the deleted too. */
export const getSchools = list('school/getSchools', {
  access: ADMIN,
  school: 'none',
  input: listQuery(['schoolCode', 'officialName', 'shortName', 'town', 'dateCreated', 'noOfStudents']).extend({
    withLogo: flag.default(true),
    hasConfig: flag.optional(),
    status: z.enum(['active', 'suspended', 'deleted']).optional(),
  }),
  output: schoolRow,
});

/** Schools for pickers. */
export const viewSchools = list('school/viewSchools', {
  access: ADMIN,
  methods: ['GET'],
  school: 'none',
  input: listQuery(['shortName']),
  output: z.object({ sysid, shortName: z.string() }),
});

/** The school in whose name the console works: what its header and receipts show. */
export const getSchool = read('school/getSchool', {
  access: SCHOOL_STAFF,
  school: 'none',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/** Paper head: what stands above a receipt or a printed list, for whoever may print one: name, address and logo of the own school, and no more. */
export const getPaperHead = read('school/getPaperHead', {
  access: onDuty('cashier', 'gate', 'bus'),
  input: z.object({}),
  output: schoolRow.pick({ officialName: true, pobox: true, town: true, b64Logo: true }),
});

/**
 * Changes what is given, by the names of createSchool or by those of the list. Multipart where a new logo comes along. `status` suspends a school, which ends the sessions of
 * all its people at once, and resumes it.
 */
export const updateSchool = record('school/updateSchool', {
  access: ADMIN,
  school: 'none',
  files: ['Logo'],
  input: z
    .object({
      ...registered,
      ...asListed,
      Logo: uploadedFile(fieldMessage('image')),
      status: z.enum(['active', 'suspended']),
    })
    .partial()
    .extend({ sysid, updated: stampOrNone }),
  output: schoolRecord,
});

/** Hides a school and ends its people's sessions. Refused while its wallets hold money or children are inside. */
export const deleteSchool = record('school/deleteSchool', {
  access: ADMIN,
  school: 'none',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/** Brings a deleted school back; one that is there stays as it is. 404 `school.not-found`; 409 `school.duplicate` where another has taken its code. */
export const restoreSchool = record('school/restoreSchool', {
  access: ADMIN,
  school: 'none',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/**
 * Fee: what a journal entry of one kind costs: a fixed part and a percentage of the amount, together at most the cap.
 * In KES.
 */
const fee = z.object({ fixed: z.number(), percent: z.number(), cap: z.number().nullable() });
export type Fee = z.output<typeof fee>;

const settings = z.object({
  sysid,
  /** `student`: consent is recorded for each student; `school`: the school certifies that it holds the forms. */
  consentPolicy: z.enum(['student', 'school']),
  /** The most that one journal entry may be, in KES. */
  movementLimit: z.number(),
  /** True if cash is paid in and out at the desk over an open till of one's own only (till.required). */
  requireTill: z.boolean(),
  /** True if desk calls are taken from enrolled devices only (device.unknown). */
  requireDevices: z.boolean(),
  /** True if fingers are taken from paired readers only, with their signature (device.unsigned-capture). */
  requireSignedCaptures: z.boolean(),
  /** True if a finger is enrolled by a guardian's SMS code only (fingerprint.no-consent). */
  requireConsentCode: z.boolean(),
  /** True if a check-out needs a collector, or leave to go alone (collector.required). */
  requireCollector: z.boolean(),
  /** True if a check-out needs a pass of the office (exeat.required). */
  requireExeat: z.boolean(),
  /** True if SchoolAdmins do nothing before they have set up a second factor (session.factor-due). */
  requireSecondFactor: z.boolean(),
  /** True if a touch alone checks a student in at the gate (check/inTouch) and ticks one in a roll call (check/tickTouch). */
  fingerOnlyGate: z.boolean(),
  /** Hours that cash waits after a change of the PIN, finger or guardian's number by which it is taken (wallet.hold); 0: it does not. */
  holdAfterChangeHours: z.number().int(),
  /** True if money by a first PIN that comes to a wallet in use, or by a first finger without a guardian's code, waits so long too. */
  holdFirstMeans: z.boolean(),
  /** Digits that a PIN needs at least which is newly given, 4 to 6 (student.weak-pin); PINs that are there go on opening. */
  pinLength: z.number().int(),
  /** Minutes after which the school is alarmed of a bus trip that nobody has closed. */
  tripAlarmMinutes: z.number().int(),
  /** Minutes after which a child who got off a bus at school and was not checked in is looked for; 0: never. */
  arrivalAlarmMinutes: z.number().int(),
  /** From when a check-in is late, by the school's clock (`07:45`); null: never. */
  lateFrom: z.string().nullable(),
  /** From when who has not come is absent; null: at the end of the day. */
  absentFrom: z.string().nullable(),
  /** Days of the week with school; 1 is Monday. */
  schoolDays: z.array(z.number().int()),
  /** True if who is in by the gate's word since an earlier day has come only once checked in today. */
  dailyCheckIn: z.boolean(),
  /** True if guardians are told by SMS of a child who is absent at `absentFrom`, or comes late. */
  tellAbsent: z.boolean(),
  tellLate: z.boolean(),
  /** True if a guardian is told by SMS of a child who is not back from an exeat in time. */
  tellOverdueExeats: z.boolean(),
  /** True if an item that costs something is sold by the student's finger or PIN only (item.no-proof). */
  requireProofForItems: z.boolean(),
  /** Days after leaving at which a student is put up for erasure, which a second person approves; 0: never. */
  eraseLeaversDays: z.number().int(),
  /** Days after which the places of passages, rides, meals and items are forgotten; 0: never. */
  forgetPlacesDays: z.number().int(),
  /** Null where nothing is taken. */
  cashOutFee: fee.nullable(),
  collectionFee: fee.nullable(),
  canteenFee: fee.nullable(),
  updated: stamp,
});
export type SchoolSettings = z.output<typeof settings>;

/** By which rules a school works. */
export const getSchoolSettings = read('school/getSchoolSettings', {
  visits: 'sysid',
  access: SCHOOL_STAFF,
  school: 'none',
  input: z.object({ sysid }),
  output: settings,
});

const PERCENT = fieldMessage('percent');
/** A percentage with at most two decimals, as text or number; read into hundredths of a percent. */
export const percent = z
  .union([z.number(), z.string()], PERCENT)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, PERCENT))
  .transform((text) => Math.round(Number(text) * 100));
const feeToSet = z
  .object({
    fixed: kesOrZero.default(0n),
    percent: percent.default(0),
    cap: z
      .union([z.literal(''), z.null(), kes], fieldMessage('amount'))
      .optional()
      .transform((cap) => cap || null),
  })
  .nullable()
  .optional();

const HOURS = fieldMessage('hold-hours');
/** Whole hours of a week at most. */
const hours = z
  .union([z.number(), z.string()], HOURS)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,3}$/, HOURS))
  .transform(Number)
  .pipe(z.number().max(168, HOURS));

const DIGITS = fieldMessage('pin-length');
const pinDigits = z
  .union([z.number(), z.string()], DIGITS)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^[456]$/, DIGITS))
  .transform(Number);

const MINUTES = fieldMessage('whole-number', { most: 720 });
/** From a quarter of an hour to half a day. */
const tripMinutes = z
  .union([z.number(), z.string()], MINUTES)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,3}$/, MINUTES))
  .transform(Number)
  .pipe(
    z
      .number()
      .min(15, fieldMessage('least', { least: 15 }))
      .max(720, MINUTES),
  );

const ARRIVAL = fieldMessage('whole-number', { most: 240 });
const arrivalMinutes = z
  .union([z.number(), z.string()], ARRIVAL)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,3}$/, ARRIVAL))
  .transform(Number)
  .pipe(z.number().max(240, ARRIVAL));

/** A time of day by the school's clock; null or empty switches the rule off. */
const timeOrNone = z
  .union([z.literal(''), z.null(), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('time-of-day'))])
  .transform((time) => time || null);

const weekDays = z
  .array(z.coerce.number().int().min(1).max(7))
  .max(7)
  .transform((numbers) => [...new Set(numbers)].toSorted());

const days = (least: number, message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(/^\d{1,4}$/, message))
    .transform(Number)
    .pipe(z.number().refine((count) => count === 0 || (count >= least && count <= 3650), message));

/** Changes what is given. A fee of null, or one that is nothing, takes it away. */
export const updateSchoolSettings = record('school/updateSchoolSettings', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  input: z.object({
    sysid,
    consentPolicy: z.enum(['student', 'school']).optional(),
    movementLimit: kes.optional(),
    requireTill: flag.optional(),
    requireDevices: flag.optional(),
    requireSignedCaptures: flag.optional(),
    requireConsentCode: flag.optional(),
    requireCollector: flag.optional(),
    requireExeat: flag.optional(),
    requireSecondFactor: flag.optional(),
    fingerOnlyGate: flag.optional(),
    holdAfterChangeHours: hours.optional(),
    holdFirstMeans: flag.optional(),
    pinLength: pinDigits.optional(),
    tripAlarmMinutes: tripMinutes.optional(),
    arrivalAlarmMinutes: arrivalMinutes.optional(),
    lateFrom: timeOrNone.optional(),
    absentFrom: timeOrNone.optional(),
    schoolDays: weekDays.optional(),
    dailyCheckIn: flag.optional(),
    tellAbsent: flag.optional(),
    tellLate: flag.optional(),
    tellOverdueExeats: flag.optional(),
    requireProofForItems: flag.optional(),
    eraseLeaversDays: days(30, fieldMessage('leaver-days')).optional(),
    forgetPlacesDays: days(7, fieldMessage('place-days')).optional(),
    cashOutFee: feeToSet,
    collectionFee: feeToSet,
    canteenFee: feeToSet,
    updated: stampOrNone,
  }),
  output: settings,
});

const classRow = z.object({
  sysid,
  className: z.string(),
  dateCreated: moment,
  /** Those who have not left. */
  noOfStudents: z.number().int(),
  updated: stamp,
});
export type ClassRow = z.output<typeof classRow>;

/** Makes a class; in the specification. 409 `class.duplicate` where another has the name, in whatever case. */
export const createClass = record('school/createClass', {
  access: SCHOOL_STAFF,
  input: z.object({ className: words(60) }),
  output: z.object({ sysid, className: z.string(), dateCreated: moment }),
});

/** Classes of the school, a page of them; in the specification. */
export const getClasses = list('school/getClasses', {
  access: SCHOOL_STAFF,
  input: listQuery(['className', 'noOfStudents', 'dateCreated']).extend({
    /** True if deleted ones are listed in place of those that are there. */
    deleted: flag.default(false),
  }),
  output: classRow,
});

/** One class. 404 `class.not-found`. */
export const getClass = read('school/getClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});

/** Changes what is given. 404 `class.not-found`, of a deleted one too; 409 `class.duplicate`, or `record.changed` where `updated` is not the row's. */
export const updateClass = record('school/updateClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, className: words(60).optional(), updated: stampOrNone }),
  output: classRow,
});

/** Hides a class in which nobody is any more. */
export const deleteClass = record('school/deleteClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});

/** Puts a deleted class back. 404 `class.not-found`; 409 `class.duplicate` where another has taken its name. */
export const restoreClass = record('school/restoreClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});
