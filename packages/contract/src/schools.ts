import { z } from 'zod';
import { ADMIN, EVERYBODY, list, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { moment, phoneNumber, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';

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
  status: z.enum(['active', 'suspended']),
  dateCreated: moment,
  noOfStudents: z.number().int(),
  hasConfig: z.boolean(),
});
export type SchoolRow = z.output<typeof schoolRow>;

/** Registers a school; the answer's `token` is shown this once. Multipart, with the logo as a picture. */
export const createSchool = record('school/createSchool', {
  access: ADMIN,
  school: 'none',
  files: ['Logo'],
  input: z.object({
    CountySYSID: sysid,
    SchoolCode: words(20),
    OfficialName: words(120),
    ShortName: words(40),
    Pobox: words(60),
    Town: words(60),
    Logo: uploadedFile('Please choose a valid image.'),
  }),
  output: schoolRow.extend({ token: z.string(), appId: z.string() }),
});

const shortCode = z
  .union([z.string(), z.number().int()])
  .transform((code) => String(code).trim())
  .pipe(z.string().regex(/^\d{5,7}$/, 'must be 5 to 7 digits'));

/** A secret that is only ever written: left out or empty keeps the one that is there. */
const secretToWrite = z
  .string()
  .trim()
  .max(2000)
  .optional()
  .transform((text) => text || null);

/** Sets how a school collects by M-Pesa. Secrets go in and never come out again. */
export const schoolConfig = record('school/schoolConfig', {
  access: ADMIN,
  school: 'none',
  input: z.object({
    schoolSYSID: sysid,
    contactName: words(80),
    contactNumber: phoneNumber,
    contactEmail: z.email('must be an e-mail address').max(200),
    shortCode,
    lnmShortCode: shortCode,
    initiator: words(80),
    apiUser: words(80),
    consumerKey: secretToWrite,
    consumerSecret: secretToWrite,
    securityCredential: secretToWrite,
    lnmPassWord: secretToWrite,
    apiPassword: secretToWrite,
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

export const getSchoolConfig = read('school/getSchoolConfig', {
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
    initiator: z.string().nullable(),
    apiUser: z.string().nullable(),
    consumerKey: secretState,
    consumerSecret: secretState,
    securityCredential: secretState,
    lnmPassWord: secretState,
    apiPassword: secretState,
    hooks: z.object({ validation: z.string(), confirmation: z.string() }),
  }),
});

export const getSchools = list('school/getSchools', {
  access: ADMIN,
  school: 'none',
  input: listQuery(['schoolCode', 'officialName', 'shortName', 'town', 'dateCreated']).extend({
    withLogo: flag.default(true),
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
  output: schoolRow,
});

export const createClass = record('school/createClass', {
  access: SCHOOL_STAFF,
  input: z.object({ className: words(60) }),
  output: z.object({ sysid, className: z.string(), dateCreated: moment }),
});

export const getClasses = list('school/getClasses', {
  access: SCHOOL_STAFF,
  input: listQuery(['className', 'dateCreated']),
  output: z.object({ sysid, className: z.string(), dateCreated: moment, noOfStudents: z.number().int() }),
});
