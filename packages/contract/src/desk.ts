import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';

/** PIN of a desk: six digits by which a member of staff unlocks an enrolled device. Which are too easy to guess is the server's rule (`desk.weak-pin`). */
export const deskPin = z.string().regex(/^\d{6}$/, fieldMessage('six-digits'));

/** If I have a desk PIN, and since when. */
export const getDeskPin = read('profile/getDeskPin', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ since: moment.nullable() }),
});

/** Sets the own desk PIN, in a session that was begun by a code: not in one that was unlocked (403 `session.sign-in-due`). */
export const setDeskPin = record('profile/setDeskPin', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ pin: deskPin }),
  output: z.object({ since: moment }),
});

/**
 * Tells the server that I work at this device, from a session that was begun by a code; the call is signed by the device. From then on
 * `auth/unlock` opens a session there by the desk PIN: for twelve hours since the sign-in a whole one, and for a week one that only
 * hands in what was recorded without a network.
 */
export const beginDesk = record('auth/beginDesk', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: z.object({ deskSYSID: sysid, hasPin: z.boolean(), until: moment }),
});

/**
 * Unlocks a device that I have signed in at: signed by that device, with my desk PIN, or with what the device sealed to `offlineKey` when I
 * typed it without a network (`{ "pin" }`, for the school's id and the `deskSYSID` as the event's key). Such a session is that device's
 * alone: each of its calls carries the device's signature. Wrong is 422 `desk.wrong-pin` with `detail.left`; after three the next may
 * come half a minute later (423 `desk.locked`), after five only a code signs in (401 `desk.over`).
 */
export const unlock = record('auth/unlock', {
  access: 'client',
  school: 'none',
  input: z
    .object({ deskSYSID: sysid, pin: deskPin.optional(), sealed: z.string().max(1000).optional() })
    .refine(({ pin, sealed }) => (pin === undefined) !== (sealed === undefined), fieldMessage('six-digits')),
  output: z.object({
    /** Sealed under the field name `role`. */
    role: z.string(),
    session: z.object({ sToken: z.string(), userName: z.string() }),
    /** True where it only hands in what was recorded without a network: all else takes a code. */
    outboxOnly: z.boolean(),
  }),
});
