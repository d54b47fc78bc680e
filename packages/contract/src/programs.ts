// Keys of a school's own programs. The calls that they open are in program-calls.ts.
import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes } from './money.ts';
import { SCOPES, type Scope } from './scopes.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Maximum number of hours that a key's old token stays valid beside its new one. */
export const MAX_OVERLAP_HOURS = 168;
export const OVERLAP = 24;
/** Maximum sum of the deposits of one key and day, in cents, where nothing else was chosen. */
export const USUAL_DEPOSIT_LIMIT = 50_000_000n;

const scopes = z
  .array(z.enum(SCOPES, fieldMessage('one-of', { values: SCOPES.join(', ') })))
  .max(SCOPES.length)
  .transform((chosen): Scope[] => SCOPES.filter((scope) => chosen.includes(scope)));

const apiKey = z.object({
  sysid,
  name: z.string(),
  /** Identifies the key in each call; not a secret. */
  appId: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  dateCreated: moment,
  createdBy: z.string(),
  /** Time of the last call, to the second; null if there was none yet. */
  lastUsed: moment.nullable(),
  /** Time until which the previous token stays valid; null if there is none. */
  oldTokenUntil: moment.nullable(),
  status: z.enum(['active', 'revoked']),
  /** Maximum sum of the key's deposits in one day of the school, in KES, and the sum of today. Reversed deposits count. */
  dailyDepositLimit: z.number(),
  depositedToday: z.number(),
  updated: stamp,
});
export type ApiKey = z.output<typeof apiKey>;

const made = apiKey.extend({
  /** Returned once: the server stores only a keyed hash. */
  token: z.string(),
});
export type MadeApiKey = z.output<typeof made>;

/**
 * Creates a key for a program of the school. Each call of the program carries `appId` and `token` as headers. Without `dailyDepositLimit`
 * the key may deposit KES 500,000 a day.
 */
export const createKey = record('program/createKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ name: words(60), scopes, dailyDepositLimit: kes.optional() }),
  output: made,
});

/** Lists the keys of the school's programs, page by page, without tokens; newest first. */
export const getKeys = list('program/getKeys', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['name', 'dateCreated', 'lastUsed']),
  output: apiKey,
});

/** Returns one key without its token. 404 `program.not-found`. */
export const getKey = read('program/getKey', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: apiKey,
});

/** Changes the given fields; the others stay unchanged. A removed scope is refused from the next call on, and a limit counts from then on. */
export const updateKey = record('program/updateKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({
    sysid,
    name: words(60).optional(),
    scopes: scopes.optional(),
    dailyDepositLimit: kes.optional(),
    updated: stampOrNone,
  }),
  output: apiKey,
});

/**
 * Renews the token of a key. The previous token stays valid for `overlapHours`, so that a program can be switched over; at most these two
 * tokens are valid at once, and with 0 only the new one.
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
      .pipe(z.number().int().min(0).max(MAX_OVERLAP_HOURS))
      .default(OVERLAP),
  }),
  output: made,
});

/** Revokes a key for good, from the next call on. */
export const revokeKey = record('program/revokeKey', {
  access: SCHOOL_STAFF,
  stepUp: true,
  input: z.object({ sysid }),
  output: apiKey,
});

/** Returns the OpenAPI 3.1 description of the calls that a key opens, for developers of the school's programs. */
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
