import { z } from 'zod';
import { ADMIN, list, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Device roles: what a linked device may be used for: Check In, Check Out, Both, Canteen. */
export const DEVICE_ROLES = ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN'] as const;
export type DeviceRole = (typeof DEVICE_ROLES)[number];

const device = {
  serialNumber: words(100),
  deviceLabel: words(60),
  deviceRole: z.enum(DEVICE_ROLES, fieldMessage('device-role')),
};

const deviceRow = z.object({
  sysid,
  serialNumber: z.string(),
  deviceLabel: z.string(),
  deviceRole: z.enum(DEVICE_ROLES),
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

export const getDevices = list('school/getDevices', {
  access: ADMIN,
  input: listQuery(['serialNumber', 'deviceLabel', 'deviceRole', 'dateCreated']).extend({
    deviceRole: z.enum(DEVICE_ROLES).optional(),
    /** True if revoked ones are listed in place of those that are linked. */
    revoked: flag.default(false),
  }),
  output: deviceRow,
});

export const getDevice = read('school/getDevice', { access: ADMIN, input: z.object({ sysid }), output: deviceRow });

/** Changes what is given and leaves the rest. */
export const updateDevice = record('school/updateDevice', {
  access: ADMIN,
  input: z.object(device).partial().extend({ sysid, updated: stampOrNone }),
  output: deviceRow,
});

/** Revokes a device: from the next call on, its serial number is refused. */
export const deleteDevice = record('school/deleteDevice', {
  access: ADMIN,
  input: z.object({ sysid }),
  output: deviceRow,
});

export const restoreDevice = record('school/restoreDevice', {
  access: ADMIN,
  input: z.object({ sysid }),
  output: deviceRow,
});
