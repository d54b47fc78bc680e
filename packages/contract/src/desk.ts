import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';

/**
 * PIN of a desk: six digits by which a member of staff unlocks an enrolled device. The server decides which PINs are too easy to guess
 * (`desk.weak-pin`).
 */
export const deskPin = z.string().regex(/^\d{6}$/, fieldMessage('six-digits'));

/** Returns whether the caller has a desk PIN, and since when. */
export const getDeskPin = read('profile/getDeskPin', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ since: moment.nullable() }),
});

/** Sets the caller's desk PIN, in a session that was begun by a code; not in one that was unlocked (403 `session.sign-in-due`). */
export const setDeskPin = record('profile/setDeskPin', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ pin: deskPin }),
  output: z.object({ since: moment }),
});

/**
 * Registers the caller at this device, from a session that was begun by a code; the call is signed by the device. From then on
 * `auth/unlock` opens sessions there by the desk PIN: full sessions for twelve hours after the sign-in, and for a week sessions that only
 * upload offline records.
 */
export const beginDesk = record('auth/beginDesk', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ deskSYSID: sysid, hasPin: z.boolean(), until: moment }),
});

/**
 * Unlocks a device at which the caller has signed in: signed by that device, with the caller's desk PIN, or with the ciphertext that the
 * device sealed to `offlineKey` when the PIN was typed offline (`{ "pin" }`, for the school's id and the `deskSYSID` as the event's key).
 * Such a session is bound to that device: each of its calls carries the device's signature. A wrong PIN is 422 `desk.wrong-pin` with
 * `detail.left`; after three wrong ones the next try has to wait half a minute (423 `desk.locked`), after five only a code signs in (401
 * `desk.over`).
 */
export const unlock = record('auth/unlock', {
  access: 'client',
  school: 'none',
  input: z
    .object({ deskSYSID: sysid, pin: deskPin.optional(), sealed: z.string().max(1000).optional() })
    .refine(({ pin, sealed }) => (pin === undefined) !== (sealed === undefined), fieldMessage('six-digits')),
  output: z.object({
    /** Encrypted under the field name `role`. */
    role: z.string(),
    session: z.object({ sToken: z.string(), userName: z.string() }),
    /** True if the session may only upload offline records; everything else needs a sign-in by code. */
    outboxOnly: z.boolean(),
  }),
});
