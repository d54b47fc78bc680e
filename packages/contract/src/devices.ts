import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { publicKey } from './public-key.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Device roles: the use of a linked device: Check In, Check Out, Both, Canteen. */
export const DEVICE_ROLES = ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN'] as const;
export type DeviceRole = (typeof DEVICE_ROLES)[number];

/** Roles of an enrolled device, including the desks: the place of the device. Permissions depend on the person's role and duty. */
export const ENROLLED_ROLES = [...DEVICE_ROLES, 'BUS', 'CASHIER'] as const;
export type EnrolledRole = (typeof ENROLLED_ROLES)[number];

/** Device roles by the duty that is done at the device. */
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

/** Concerns about a linked device, least serious first. `stuck`: events have waited for `STUCK_MINUTES`, heard of since or not. */
export const DEVICE_CONCERNS = ['none', 'waiting', 'battery', 'clock', 'stuck'] as const;
export type DeviceConcern = (typeof DEVICE_CONCERNS)[number];
export const STUCK_MINUTES = 30;

/** A device as shown in lists and forms. */
export const deviceRow = z.object({
  sysid,
  /** Empty for a device that is known only by its key. */
  serialNumber: z.string(),
  deviceLabel: z.string(),
  deviceRole: z.enum(ENROLLED_ROLES),
  /** True if it signs its calls with a key of its own. */
  enrolled: z.boolean(),
  /** True if the reader of the device is paired: captures with its serial number need the reader's signature. */
  signsCaptures: z.boolean(),
  /** Time of the last call, to the minute; null if there was none yet. */
  lastSeen: moment.nullable(),
  /** State as the device reported it at `at`; null if it never did. For display only: no guard relies on it. */
  state: z
    .object({
      at: moment,
      battery: z.number().int().nullable(),
      charging: z.boolean().nullable(),
      /** Number of events that wait to be sent, and the time since when the oldest one has waited. */
      waiting: z.number().int().nullable(),
      waitingSince: moment.nullable(),
      /** Seconds by which the device's clock is ahead of the server's; negative if it is slow. */
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

/** Links a device to the named school. A serial number is unique within the school, ignoring case. */
export const addDevice = record('school/addDevice', {
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({ ...device, schoolSYSID: sysid }),
  output: deviceRow,
});

/** Lists the devices of the school, page by page, with the last reported state of each. */
export const getDevices = list('school/getDevices', {
  access: SCHOOL_STAFF,
  input: listQuery(['serialNumber', 'deviceLabel', 'deviceRole', 'dateCreated', 'lastSeen', 'concern']).extend({
    deviceRole: z.enum(ENROLLED_ROLES).optional(),
    concern: z.enum(DEVICE_CONCERNS).optional(),
    /** True lists revoked devices instead of linked ones. */
    revoked: flag.default(false),
  }),
  output: deviceRow,
});

/** Returns one device, linked or revoked. 404 `device.not-found`. */
export const getDevice = read('school/getDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/** Changes the given fields; the others stay unchanged. */
export const updateDevice = record('school/updateDevice', {
  access: ADMIN,
  input: z
    .object({ ...device, deviceRole: z.enum(ENROLLED_ROLES, fieldMessage('device-role')) })
    .partial()
    .extend({ sysid, updated: stampOrNone }),
  output: deviceRow,
});

/** Revokes a device: from the next call on, its serial number and its signatures are refused. A school revokes its own devices at once. */
export const deleteDevice = record('school/deleteDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/** Undoes a revocation. */
export const restoreDevice = record('school/restoreDevice', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: deviceRow,
});

/**
 * Creates a code by which one device enrols in the school; shown once, valid for 15 minutes. `role` is a device role, or the duty that is
 * done there: `gate`, `canteen`, `bus`, `cashier`.
 */
export const createDeviceCode = record('school/createDeviceCode', {
  access: SCHOOL_STAFF,
  input: z.object({ label: words(60), role: enrolledRole }),
  output: z.object({ code: z.string(), until: moment }),
});

/**
 * Enrols the device that holds the private half of a P-256 key. Afterwards each of its calls carries `device: <deviceSYSID>.<unix
 * ms>.<signature>`, where the signature (ECDSA, SHA-256, r and s, base64url) is over `METHOD path ms sha256(body)`: the path with `/api`
 * and without query, the digest in hex. A wrong, expired, used or revoked code is 403 `device.unknown`.
 */
export const enrolDevice = record('auth/enrolDevice', {
  access: 'client',
  school: 'none',
  input: z.object({
    code: z.string().trim().min(1, fieldMessage('required')).max(40),
    publicKey,
  }),
  /** `role` is the role that the code was created for. */
  output: z.object({ deviceSYSID: sysid, role: z.enum(ENROLLED_ROLES) }),
});
