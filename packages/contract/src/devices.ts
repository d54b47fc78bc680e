import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { publicKey } from './public-key.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Device roles: what a linked device may be used for: Check In, Check Out, Both, Canteen. */
export const DEVICE_ROLES = ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN'] as const;
export type DeviceRole = (typeof DEVICE_ROLES)[number];

/** Roles of a device that is enrolled: the desks, too. They say where it stands; who may do what is the person's role and duty. */
export const ENROLLED_ROLES = [...DEVICE_ROLES, 'BUS', 'CASHIER'] as const;
export type EnrolledRole = (typeof ENROLLED_ROLES)[number];

/** Roles of a device by the name of the duty that is done where it stands. */
const ROLE_OF_DUTY: Readonly<Record<string, EnrolledRole>> = {
  gate: 'CHECKINOUT',
  canteen: 'CANTEEN',
  bus: 'BUS',
  cashier: 'CASHIER',
};
const enrolledRole = z
  .string(fieldMessage('device-role'))
  .transform((role) => ROLE_OF_DUTY[role.toLowerCase()] ?? role)
  .pipe(z.enum(ENROLLED_ROLES, fieldMessage('device-role')));

const device = {
  serialNumber: words(100),
  deviceLabel: words(60),
  deviceRole: z.enum(DEVICE_ROLES, fieldMessage('device-role')),
};

/** Concerns of a linked device, the least first: `stuck` has had events waiting for `STUCK_MINUTES`, heard of or not. */
export const DEVICE_CONCERNS = ['none', 'waiting', 'battery', 'clock', 'stuck'] as const;
export type DeviceConcern = (typeof DEVICE_CONCERNS)[number];
export const STUCK_MINUTES = 30;

/** A device as the lists and forms tell of it. */
export const deviceRow = z.object({
  sysid,
  /** Empty for a device that is known by its key alone. */
  serialNumber: z.string(),
  deviceLabel: z.string(),
  deviceRole: z.enum(ENROLLED_ROLES),
  /** True if it signs its calls with a key of its own. */
  enrolled: z.boolean(),
  /** True if its reader is paired: captures with its serial number need the reader's signature. */
  signsCaptures: z.boolean(),
  /** Its last call, to the minute; null where there was none yet. */
  lastSeen: moment.nullable(),
  /** State by the device's own word, as of `at`; null where it never told. Shown, and asked by no guard. */
  state: z
    .object({
      at: moment,
      battery: z.number().int().nullable(),
      charging: z.boolean().nullable(),
      /** Events that wait on it, and since when something has waited. */
      waiting: z.number().int().nullable(),
      waitingSince: moment.nullable(),
      /** Seconds by which its clock is ahead of ours; negative: it is slow. */
      clockAheadSeconds: z.number().int().nullable(),
    })
    .nullable(),
  concern: z.enum(DEVICE_CONCERNS),
  schoolSYSID: sysid,
  status: z.enum(['linked', 'revoked']),
  dateCreated: moment,
  updated: stamp,
});
export type DeviceRow = z.output<typeof deviceRow>;

/** Links a device to the school that is named. Its serial number is the school's own once, whatever the case. */
export const addDevice = record('school/addDevice', {
  access: ADMIN,
  school: 'none',
  input: z.object({ ...device, schoolSYSID: sysid }),
  output: deviceRow,
});

/** Devices of the school, a page of them, with what each last reported of itself. */
export const getDevices = list('school/getDevices', {
  access: SCHOOL_STAFF,
  input: listQuery(['serialNumber', 'deviceLabel', 'deviceRole', 'dateCreated', 'lastSeen', 'concern']).extend({
    deviceRole: z.enum(ENROLLED_ROLES).optional(),
    concern: z.enum(DEVICE_CONCERNS).optional(),
    /** True if revoked ones are listed in place of those that are linked. */
    revoked: flag.default(false),
  }),
  output: deviceRow,
});

/** One device, linked or revoked. 404 `device.not-found`. */
export const getDevice = read('school/getDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/** Changes what is given and leaves the rest. */
export const updateDevice = record('school/updateDevice', {
  access: ADMIN,
  input: z
    .object({ ...device, deviceRole: z.enum(ENROLLED_ROLES, fieldMessage('device-role')) })
    .partial()
    .extend({ sysid, updated: stampOrNone }),
  output: deviceRow,
});

/** Revokes a device: from the next call on, its serial number and its signatures are refused. A school revokes its own at once. */
export const deleteDevice = record('school/deleteDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/** Takes a revocation back. */
export const restoreDevice = record('school/restoreDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/**
 * A code by which one device is enrolled in the school; shown once, good for a quarter of an hour. `role` is a role of a device, or
 * the duty that is done there: `gate`, `canteen`, `bus`, `cashier`.
 */
export const createDeviceCode = record('school/createDeviceCode', {
  access: SCHOOL_STAFF,
  input: z.object({ label: words(60), role: enrolledRole }),
  output: z.object({ code: z.string(), until: moment }),
});

/**
 * Enrols the device that holds the private half of a key of P-256. Afterwards each of its calls carries `device:
 * <deviceSYSID>.<unix ms>.<signature>`, where the signature (ECDSA, SHA-256, r and s, base64url) is over
 * `METHOD path ms sha256(body)`, the path with `/api` and without query, the digest in hex. Wrong, old, used or revoked: 403
 * `device.unknown`.
 */
export const enrolDevice = record('auth/enrolDevice', {
  access: 'client',
  school: 'none',
  input: z.object({
    code: z.string().trim().min(1, fieldMessage('required')).max(40),
    publicKey,
  }),
  /** `role` is what the code was made for. */
  output: z.object({ deviceSYSID: sysid, role: z.enum(ENROLLED_ROLES) }),
});
