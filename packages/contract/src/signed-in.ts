import { z } from 'zod';
import { EVERYBODY, read, record } from './endpoint.ts';
import { moment, sysid } from './ids.ts';

const signedIn = z.object({
  /** Opens nothing: it names the row. */
  sysid,
  /** `session`: somebody is signed in there; `desk`: the desk PIN alone opens one there. */
  kind: z.enum(['session', 'desk']),
  /** True of the session that asks. */
  own: z.boolean(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Label of the school's device; null where it is none of them. */
  device: z.string().nullable(),
  /** True where it was begun in the network that this call comes from; null where nobody can tell. */
  sameNetwork: z.boolean().nullable(),
  since: moment,
  /** Null of a desk that nobody has open. */
  lastUsed: moment.nullable(),
});
export type SignedIn = z.output<typeof signedIn>;

const places = z.object({ sessions: z.array(signedIn) });

/** The places in which the signed-in person is signed in, the session that asks first, then those used last. */
export const listSessions = read('session/list', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: places,
});

/** Ends one of them, and what a desk PIN could open there. One that has ended already, or is somebody else's, changes nothing. */
export const endOwnSession = record('session/end', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({ sysid }),
  output: places,
});

/** Ends all but the one that asks, and all that a desk PIN could open elsewhere. */
export const endOtherSessions = record('session/endOthers', {
  access: EVERYBODY,
  school: 'none',
  input: z.object({}),
  output: places,
});
