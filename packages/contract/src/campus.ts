// Kept apart from the gate's own calls, since the gate's lean entry downloads that module whole.
import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { instant, moment, sysid, words } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Returns the number of passages, in and out, in each hour of today, by the school's clock. */
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

/** Kinds of exceptions for a person to clear, gravest first: a child who was let out without proof. */
export const EXCEPTION_KINDS = [
  'offline-out-unverified',
  'offline-unverified',
  'offline-with-network',
  'offline-refused',
  'offline-clash',
  'offline-clock',
  'offline-late',
  'offline-copied',
  'offline-other-hand',
  'in-after-earlier-day',
  'in-overridden',
  'out-overridden',
  'bus-on-overridden',
  'bus-off-overridden',
  'bus-unlisted',
  'bus-after-closing',
  'custody-aboard',
  'custody-collected',
  'custody-dropped',
  'custody-on-campus',
  'bus-never-arrived',
  'bus-papers-over',
  'bus-off-changed',
  'out-blocked',
  'out-changed',
  'out-taken-back',
  'out-uncollected',
  'out-without-exeat',
  'exeat-overdue',
] as const;

const exception = z.object({
  sysid,
  kind: z.enum(EXCEPTION_KINDS),
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  date: moment,
  detail: z.record(z.string(), z.unknown()),
  /** User who recorded the exceptional event; null if nothing was recorded. */
  recordedBy: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: moment.nullable(),
  note: z.string().nullable(),
});
export type GateException = z.output<typeof exception>;

/**
 * Lists exceptions of the gate and the bus: events that were recorded although they are inconsistent. Cleared exceptions stay in the
 * list.
 */
export const getExceptions = list('check/getOddities', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'admissionNumber', 'names', 'className', 'settledAt']).extend({
    kind: z.enum(EXCEPTION_KINDS).optional(),
    settled: flag.optional(),
    from: instant.optional(),
    to: instant.optional(),
    sysid: sysid.optional(),
  }),
  output: exception,
});

/** Clears an exception with its outcome. An exception is cleared once, and its outcome cannot be changed. */
export const clearException = record('check/settleOddity', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, note: words(500) }),
  output: exception,
});
