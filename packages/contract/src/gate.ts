import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { checkPin } from './students.ts';

export const CHECK_IN = 1;
export const CHECK_OUT = 2;

const override = words(200).optional();
const byFinger = anySpelling(z.object({ admissionNumber, ...picture, override }));
const byPin = z.object({ admissionNumber, pin: checkPin, override });

const gateEvent = z.object({
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  checkTypeSYSID: z.union([z.literal(CHECK_IN), z.literal(CHECK_OUT)]),
  method: z.enum(['fingerprint', 'pin']),
  date: moment,
});
export type GateEvent = z.output<typeof gateEvent>;

const gate = { access: onDuty('gate'), output: gateEvent } as const;
export const checkInFingerprint = record('check/inFingerprint', { ...gate, input: byFinger });
export const checkOutFingerprint = record('check/outFingerprint', { ...gate, input: byFinger });
export const checkInPin = record('check/inPin', { ...gate, input: byPin });
export const checkOutPin = record('check/outPin', { ...gate, input: byPin });

/** The roll-call list: who is in school now. */
export const onCampus = list('check/onCampus', {
  access: onDuty('gate'),
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'since']),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    since: moment,
    method: z.enum(['fingerprint', 'pin', 'attested']),
    /** False where it was recorded without a network and the proof was missing or wrong. */
    verified: z.boolean(),
  }),
});

/** How many came in and went out in each hour of today, by the school's clock. */
export const checkHours = read('check/hours', {
  access: onDuty('gate'),
  input: z.object({}),
  output: z.object({
    /** yyyy-mm-dd in the school's time zone. */
    day: z.string(),
    /** The hours 0 to 23. */
    hours: z.array(z.object({ hour: z.number().int(), ins: z.number().int(), outs: z.number().int() })),
    ins: z.number().int(),
    outs: z.number().int(),
    onCampus: z.number().int(),
  }),
});

/** What a person looks at, the gravest first: a child who was let out without a proof. */
export const ODDITY_KINDS = [
  'offline-out-unverified',
  'offline-unverified',
  'offline-refused',
  'offline-clash',
  'offline-clock',
  'in-after-earlier-day',
  'in-overridden',
  'out-overridden',
  'bus-on-overridden',
  'bus-off-overridden',
] as const;

const oddity = z.object({
  sysid,
  kind: z.enum(ODDITY_KINDS),
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  date: moment,
  detail: z.record(z.string(), z.unknown()),
  /** Who recorded what is odd; null where nothing was recorded. */
  recordedBy: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: moment.nullable(),
  note: z.string().nullable(),
});
export type Oddity = z.output<typeof oddity>;

/** What was recorded although it does not add up, of the gate and the bus; what is settled stays. */
export const getOddities = list('check/getOddities', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'admissionNumber', 'names', 'className', 'settledAt']).extend({
    kind: z.enum(ODDITY_KINDS).optional(),
    settled: flag.optional(),
    from: instant.optional(),
    to: instant.optional(),
    sysid: sysid.optional(),
  }),
  output: oddity,
});

/** Says what came of it. Once: what was said stays. */
export const settleOddity = record('check/settleOddity', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: words(500) }),
  output: oddity,
});
