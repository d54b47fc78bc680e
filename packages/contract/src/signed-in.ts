import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { moment, sysid } from './ids.ts';

const signedIn = z.object({
  /** Id of the row; not a credential. */
  sysid,
  /** `session`: a session is open there; `desk`: the PIN of the desk alone opens one there. */
  kind: z.enum(['session', 'desk']),
  /** True for the session of the call. */
  own: z.boolean(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Label of the school's device; null for any other device. */
  device: z.string().nullable(),
  /** True if the session was begun in the network of this call; null if unknown. */
  sameNetwork: z.boolean().nullable(),
  since: moment,
  /** Null for a desk without an open session. */
  lastUsed: moment.nullable(),
});
export type SignedIn = z.output<typeof signedIn>;

const places = z.object({ sessions: z.array(signedIn) });

/** Lists the places where the caller is signed in: the session of the call first, then by last use. */
export const listSessions = read('session/list', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: places,
});

/**
 * Ends one of the caller's sessions, and the desk PIN's access at that place. A session that has already ended, or is another person's,
 * is ignored.
 */
export const endOwnSession = record('session/end', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ sysid }),
  output: places,
});

/** Ends all sessions of the caller but the session of the call, and the desk PIN's access elsewhere. */
export const endOtherSessions = record('session/endOthers', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: places,
});
