import { z } from 'zod';
import { ADMIN, EVERYBODY, list, onDuty, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, phoneNumber, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kes, kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Lists the counties of Kenya; a school has one. The call is in the specification, the list is the product's own. */
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
  /**
   * True if the school is closed because it moves, or has moved, to another installation: nothing is recorded in it, and `status` is
   * `suspended`.
   */
  isMoving: z.boolean(),
});
export type SchoolRow = z.output<typeof schoolRow>;

/** One school by itself. Devices and classes are behind the school's row security, so lists do not count them. */
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
/** The same fields by their names in a school's row. */
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

/** Registers a school; the returned `token` is shown this once. Multipart, with the logo as a picture. */
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
    /** As `fingerAlone` and `firstPin` of the school's limits (`wallet/setLimits`); no limit if left out or empty. */
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
/** Account prefix: precedes the admission number if several schools share a paybill; empty for none. */
const accountPrefix = z
  .string(PREFIX)
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.union([z.literal(''), z.string().regex(/^(?=.*[A-Z])[A-Z0-9]{2,8}$/, PREFIX)], PREFIX));

/** A write-only secret; left out or empty keeps the stored one. */
const secretToWrite = z
  .string()
  .trim()
  .max(2000)
  .optional()
  .transform((text) => text || null);

/** Sets a school's M-Pesa configuration. Secrets are write-only. */
export const schoolConfig = record('school/schoolConfig', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({
    schoolSYSID: sysid,
    contactName: words(80),
    contactNumber: phoneNumber,
    contactEmail: z.email(fieldMessage('email')).max(200),
    shortCode,
    lnmShortCode: shortCode,
    /** Left out, the prefix stays unchanged; empty removes it. */
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

/**
 * Returns the payment configuration of a school. For each secret it reports only whether one is stored, never its value. 404
 * `school.not-found`.
 */
export const getSchoolConfig = read('school/getSchoolConfig', {
  visits: 'schoolSYSID',
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
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

/** Lists all schools except deleted ones; `status` selects one kind, including deleted. */
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

/** Lists schools for pickers. */
export const viewSchools = list('school/viewSchools', {
  access: ADMIN,
  methods: ['GET'],
  school: 'none',
  input: listQuery(['shortName']),
  output: z.object({ sysid, shortName: z.string() }),
});

/** Returns the school that the console works for, as its header and receipts show it. */
export const getSchool = read('school/getSchool', {
  access: SCHOOL_STAFF,
  school: 'none',
  schoolField: 'sysid',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/**
 * Returns the head of a receipt or printed list, for every caller who may print one: name, address and logo of the caller's school, and
 * nothing else.
 */
export const getPaperHead = read('school/getPaperHead', {
  access: onDuty('cashier', 'gate', 'bus'),
  input: z.object({}),
  output: schoolRow.pick({ officialName: true, pobox: true, town: true, b64Logo: true }),
});

/**
 * Changes the given fields, by the names of createSchool or by those of the list. Multipart if a new logo is included. `status` suspends
 * a school, which ends the sessions of all its users at once, or resumes it.
 */
export const updateSchool = record('school/updateSchool', {
  access: ADMIN,
  school: 'none',
  schoolField: 'sysid',
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

/** Deletes a school by hiding it, and ends its users' sessions. Refused while its wallets hold money or children are inside. */
export const deleteSchool = record('school/deleteSchool', {
  access: ADMIN,
  school: 'none',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/**
 * Restores a deleted school; a school that is not deleted stays unchanged. 404 `school.not-found`; 409 `school.duplicate` if another
 * school has taken its code.
 */
export const restoreSchool = record('school/restoreSchool', {
  access: ADMIN,
  school: 'none',
  input: z.object({ sysid }),
  output: schoolRecord,
});

/** Fee of one kind of journal entry, in KES: a fixed part and a percentage of the amount, together at most the cap. */
const fee = z.object({ fixed: z.number(), percent: z.number(), cap: z.number().nullable() });
export type Fee = z.output<typeof fee>;

const settings = z.object({
  sysid,
  /** `student`: consent is recorded for each student; `school`: the school certifies that it holds the forms. */
  consentPolicy: z.enum(['student', 'school']),
  /** Maximum amount of one journal entry, in KES. */
  movementLimit: z.number(),
  /** True if cash is paid in and out at the desk only over the caller's own open till (till.required). */
  requireTill: z.boolean(),
  /** True if desk calls are accepted only from enrolled devices (device.unknown). */
  requireDevices: z.boolean(),
  /** True if captures are accepted only from paired readers, with their signature (device.unsigned-capture). */
  requireSignedCaptures: z.boolean(),
  /** True if enrolling a finger requires a guardian's SMS code (fingerprint.no-consent). */
  requireConsentCode: z.boolean(),
  /** True if a check-out needs a collector, or the permission to leave alone (collector.required). */
  requireCollector: z.boolean(),
  /** True if a check-out needs an exeat (exeat.required). */
  requireExeat: z.boolean(),
  /** True if SchoolAdmins have to set up a second factor before anything else (session.factor-due). */
  requireSecondFactor: z.boolean(),
  /** True if a touch alone checks a student in at the gate (check/inTouch) and ticks one in a roll call (check/tickTouch). */
  fingerOnlyGate: z.boolean(),
  /** Hours that cash is held after a change of the PIN, finger or guardian's number by which it is taken (wallet.hold); 0 for no hold. */
  holdAfterChangeHours: z.number().int(),
  /** True if the hold also applies to a first PIN for a wallet already in use, and to a first finger without a guardian's code. */
  holdFirstMeans: z.boolean(),
  /** Minimum length of a new PIN, 4 to 6 digits (student.weak-pin); existing PINs stay valid. */
  pinLength: z.number().int(),
  /** Minutes after which the school is alerted to a bus trip that nobody has closed. */
  tripAlarmMinutes: z.number().int(),
  /** Minutes after which a search starts for a child who alighted at school and was not checked in; 0: never. */
  arrivalAlarmMinutes: z.number().int(),
  /** Time from which a check-in is late, by the school's clock (`07:45`); null: never. */
  lateFrom: z.string().nullable(),
  /** Time from which a student who has not arrived is absent; null: at the end of the day. */
  absentFrom: z.string().nullable(),
  /** School days of the week; 1 is Monday. */
  schoolDays: z.array(z.number().int()),
  /** True if a student who has been in since an earlier day, by the gate's record, counts as present only after a check-in today. */
  dailyCheckIn: z.boolean(),
  /** True if guardians are notified by SMS of a child who is absent at `absentFrom`, or arrives late. */
  tellAbsent: z.boolean(),
  tellLate: z.boolean(),
  /** True if a guardian is notified by SMS of a child who is not back from an exeat in time. */
  tellOverdueExeats: z.boolean(),
  /** True if selling an item that costs something requires the student's finger or PIN (item.no-proof). */
  requireProofForItems: z.boolean(),
  /** Days after leaving at which a student's erasure is proposed, for a second person to approve; 0: never. */
  eraseLeaversDays: z.number().int(),
  /** Days after which the places of passages, rides, meals and items are erased; 0: never. */
  forgetPlacesDays: z.number().int(),
  /** Null if there is no fee. */
  cashOutFee: fee.nullable(),
  collectionFee: fee.nullable(),
  canteenFee: fee.nullable(),
  updated: stamp,
});
export type SchoolSettings = z.output<typeof settings>;

/** Returns the school's rules. */
export const getSchoolSettings = read('school/getSchoolSettings', {
  visits: 'sysid',
  access: SCHOOL_STAFF,
  school: 'none',
  schoolField: 'sysid',
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
/** Hours, whole, at most one week. */
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
/** Minutes, from a quarter of an hour to half a day. */
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

/** Changes the given fields. A fee of null or zero removes the fee. */
export const updateSchoolSettings = record('school/updateSchoolSettings', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  schoolField: 'sysid',
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
  /** Number of students who have not left. */
  noOfStudents: z.number().int(),
  updated: stamp,
});
export type ClassRow = z.output<typeof classRow>;

/** Creates a class; in the specification. 409 `class.duplicate` if another class has the name, ignoring case. */
export const createClass = record('school/createClass', {
  access: SCHOOL_STAFF,
  input: z.object({ className: words(60) }),
  output: z.object({ sysid, className: z.string(), dateCreated: moment }),
});

/** Lists the classes of the school, page by page; in the specification. */
export const getClasses = list('school/getClasses', {
  access: SCHOOL_STAFF,
  input: listQuery(['className', 'noOfStudents', 'dateCreated']).extend({
    /** True lists deleted classes instead of existing ones. */
    deleted: flag.default(false),
  }),
  output: classRow,
});

/** Returns one class. 404 `class.not-found`. */
export const getClass = read('school/getClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});

/**
 * Changes the given fields. 404 `class.not-found`, also for a deleted class; 409 `class.duplicate`, or `record.changed` if `updated`
 * differs from the row's.
 */
export const updateClass = record('school/updateClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, className: words(60).optional(), updated: stampOrNone }),
  output: classRow,
});

/** Deletes a class that has no students, by hiding it. */
export const deleteClass = record('school/deleteClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});

/** Restores a deleted class. 404 `class.not-found`; 409 `class.duplicate` if another class has taken its name. */
export const restoreClass = record('school/restoreClass', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: classRow,
});
