// The keys of a school's own programs. The calls that they open stand in program-calls.ts.
import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { SCOPES, type Scope } from './scopes.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** The longest that a key's old token goes on beside its new one, in hours. */
export const LONGEST_OVERLAP = 168;
export const OVERLAP = 24;

const scopes = z
  .array(z.enum(SCOPES, fieldMessage('one-of', { values: SCOPES.join(', ') })))
  .max(SCOPES.length)
  .transform((chosen): Scope[] => SCOPES.filter((scope) => chosen.includes(scope)));

const apiKey = z.object({
  sysid,
  name: z.string(),
  /** Names the key at each call; no secret. */
  appId: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  dateCreated: moment,
  createdBy: z.string(),
  /** Its last call, to the second; null where there was none yet. */
  lastUsed: moment.nullable(),
  /** Until when the token before the present one goes on; null where there is none. */
  oldTokenUntil: moment.nullable(),
  status: z.enum(['active', 'revoked']),
  updated: stamp,
});
export type ApiKey = z.output<typeof apiKey>;

const made = apiKey.extend({
  /** Answered this once: the server keeps a keyed hash. */
  token: z.string(),
});
export type MadeApiKey = z.output<typeof made>;

/** Makes a key for a program of the school's own. `appId` and `token` go along with each of its calls, as headers. */
export const createKey = record('program/createKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ name: words(60), scopes }),
  output: made,
});

/** Keys of the school's own programs, a page of them, without their tokens; the newest first. */
export const getKeys = list('program/getKeys', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['name', 'dateCreated', 'lastUsed']),
  output: apiKey,
});

/** One key without its token. 404 `program.not-found`. */
export const getKey = read('program/getKey', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: apiKey,
});

/** Changes what is given and leaves the rest. A scope that is taken away is gone at the next call. */
export const updateKey = record('program/updateKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid, name: words(60).optional(), scopes: scopes.optional(), updated: stampOrNone }),
  output: apiKey,
});

/**
 * Gives a key another token. The one before goes on for `overlapHours`, so that a program can be changed over; at most these two
 * are good at once, and with 0 only the new one.
 */
export const renewKey = record('program/renewKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({
    sysid,
    overlapHours: z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d{1,3}$/)
          .transform(Number),
      ])
      .pipe(z.number().int().min(0).max(LONGEST_OVERLAP))
      .default(OVERLAP),
  }),
  output: made,
});

/** Ends a key for good, at its next call. */
export const revokeKey = record('program/revokeKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid }),
  output: apiKey,
});

/** The calls that a key opens, as OpenAPI 3.1: for whoever writes the school's programs. */
export const getProgramDescription = read('program/getDescription', {
  access: SCHOOL_STAFF,
  school: 'none',
  input: z.object({}),
  output: z.looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ title: z.string(), description: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});
