import { z } from 'zod';
import { onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { flag } from './lists.ts';

/** Maximum number of ticks per call; a device uploads a longer backlog in parts. */
export const MAX_TICKS = 1_000;

const child = z.object({ admissionNumber: z.string(), names: z.string(), className: z.string() });
export type RollCallChild = z.output<typeof child>;

/**
 * Opens a roll call, which expects the students who are on campus by the gate's record at this moment. With `at`, the roll call was
 * opened offline on a device, at that time of its clock (`sentAt`: the same clock now, for correction): then it expects the students who
 * were on campus at that time. If another roll call ran since then, that one is returned and none is opened, so that the marshals of all
 * devices tick in one roll call.
 */
export const openRollCall = record('check/openRollCall', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ reason: words(200), at: instant.optional(), sentAt: instant.optional() }),
  output: z.object({ sysid, expected: z.number().int() }),
});

const tick = z.object({
  /** Idempotency key of the tick, chosen by the client: a tick is recorded once, even if several devices send it several times. */
  key: z.string().min(1, fieldMessage('required')).max(100),
  admissionNumber,
  /** Time by the device's clock. */
  at: instant,
  /** The marshal. */
  by: words(120),
});
export type Tick = z.output<typeof tick>;

/**
 * Records the ticks of a marshal's device, including late ones and those after the end. An unknown number is returned in `unknown` and
 * does not affect the other ticks.
 */
export const tickRollCall = record('check/tick', {
  outbox: true,
  access: onDuty('gate'),
  body: 'batch',
  input: z.object({ sysid, ticks: z.array(tick).max(MAX_TICKS, fieldMessage('most', { most: MAX_TICKS })) }),
  output: z.object({
    accounted: z.number().int(),
    expected: z.number().int(),
    /** Numbers in this call that belong to no student. */
    unknown: z.array(z.string()),
  }),
});

const standing = { ...child.shape, expected: z.number().int(), accounted: z.number().int() };

/**
 * Ticks the child identified by the finger among the whole school, if the school's rule `fingerOnlyGate` allows it and the child is
 * expected. Needs the network, because a device cannot identify a finger by itself.
 */
export const tickByTouch = record('check/tickTouch', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ ...picture, sysid })),
  output: z.object({
    /** Key by which `check/undoTickTouch` takes the tick back. */
    key: z.string(),
    ...standing,
    at: moment,
  }),
});

/**
 * Takes back the caller's own tick of a wrong child, by finger or by hand, at any time: the child counts as missing again unless another
 * tick has seen them. Nothing is deleted, and a repeat changes nothing.
 */
export const undoTickTouch = record('check/undoTickTouch', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ sysid, key: z.string().min(1, fieldMessage('required')).max(100) }),
  output: z.object(standing),
});

/** `byFinger`: identified by a finger; otherwise by the marshal's word. */
const seenChild = z.object({ ...child.shape, at: moment, by: z.string(), byFinger: z.boolean() });
export type SeenChild = z.output<typeof seenChild>;

/**
 * Returns the roll call with that id; without an id the newest one, for other marshals to join. `named` adds the names of all who were
 * seen, for printing.
 */
export const getRollCall = read('check/getRollCall', {
  access: onDuty('gate'),
  input: z.object({ sysid: sysid.optional(), named: flag.optional() }),
  output: z.object({
    sysid,
    reason: z.string(),
    opened: moment,
    closed: moment.nullable(),
    expected: z.number().int(),
    /** Number of expected students who were seen. */
    accounted: z.number().int(),
    missing: z.array(child),
    /** Students who were seen by a marshal but were not on campus by the gate's record. */
    others: z.array(child),
    ticks: z.array(
      z.object({ key: z.string(), admissionNumber: z.string(), at: moment, by: z.string(), byFinger: z.boolean() }),
    ),
    /** All students who were seen, with the first marshal and time; only on request. */
    seen: z.array(seenChild).optional(),
  }),
});

/** Closes a roll call; `seconds` is its duration, which stays. A repeat returns the current state. */
export const closeRollCall = record('check/closeRollCall', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ accounted: z.number().int(), missing: z.array(child), seconds: z.number().int() }),
});
