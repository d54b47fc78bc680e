import { z } from 'zod';
import { onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { flag } from './lists.ts';

/** The most ticks of one call: a device sends what has gathered in pieces. */
export const MOST_TICKS = 1_000;

const child = z.object({ admissionNumber: z.string(), names: z.string(), className: z.string() });
export type RollCallChild = z.output<typeof child>;

/**
 * Opens a roll call: expected is who the gate says is on campus at this moment. With `at` it was opened on a device that had no
 * network, at that time of its clock (`sentAt`: the same clock now, to put it right): then whoever was on campus at that time is expected,
 * and where another one ran since then, that one is answered and none is opened, so that the marshals of all devices tick in one.
 */
export const openRollCall = record('check/openRollCall', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ reason: words(200), at: instant.optional(), sentAt: instant.optional() }),
  output: z.object({ sysid, expected: z.number().int() }),
});

const tick = z.object({
  /** Client key of the tick: it is taken once, however often and from wherever it is sent. */
  key: z.string().min(1, fieldMessage('required')).max(100),
  admissionNumber,
  /** By the clock of the device. */
  at: instant,
  /** The marshal. */
  by: words(120),
});
export type Tick = z.output<typeof tick>;

/**
 * Takes the ticks of a marshal's device, late ones and those after the end too. A number that nobody has is answered in `unknown`
 * and costs no other tick.
 */
export const tickRollCall = record('check/tick', {
  outbox: true,
  access: onDuty('gate'),
  body: 'batch',
  input: z.object({ sysid, ticks: z.array(tick).max(MOST_TICKS, fieldMessage('most', { most: MOST_TICKS })) }),
  output: z.object({
    accounted: z.number().int(),
    expected: z.number().int(),
    /** Numbers of this call that no student has. */
    unknown: z.array(z.string()),
  }),
});

const standing = { ...child.shape, expected: z.number().int(), accounted: z.number().int() };

/**
 * Ticks the child whose finger it is, of all the school, where the school's rule `fingerOnlyGate` allows it and the child is expected. Needs
 * a network: whose finger it is, a device cannot tell.
 */
export const tickByTouch = record('check/tickTouch', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ ...picture, sysid })),
  output: z.object({
    /** By it `check/undoTickTouch` takes the tick back. */
    key: z.string(),
    ...standing,
    at: moment,
  }),
});

/**
 * It was another child: takes the own tick back, by finger or by hand, at any time, so that the child counts as missing again unless
 * another tick has seen them. Nothing is deleted, and a second time changes nothing.
 */
export const undoTickTouch = record('check/undoTickTouch', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ sysid, key: z.string().min(1, fieldMessage('required')).max(100) }),
  output: z.object(standing),
});

/** `byFinger`: a finger said who it is; else it is the marshal's word. */
const seenChild = z.object({ ...child.shape, at: moment, by: z.string(), byFinger: z.boolean() });
export type SeenChild = z.output<typeof seenChild>;

/** The roll call of that id; without one the newest, which other marshals join. `named`: with all who were seen by name, to be printed. */
export const getRollCall = read('check/getRollCall', {
  access: onDuty('gate'),
  input: z.object({ sysid: sysid.optional(), named: flag.optional() }),
  output: z.object({
    sysid,
    reason: z.string(),
    opened: moment,
    closed: moment.nullable(),
    expected: z.number().int(),
    /** Of those expected. */
    accounted: z.number().int(),
    missing: z.array(child),
    /** Seen by a marshal, though the gate did not have them on campus. */
    others: z.array(child),
    ticks: z.array(
      z.object({ key: z.string(), admissionNumber: z.string(), at: moment, by: z.string(), byFinger: z.boolean() }),
    ),
    /** Everybody who was seen, by whom and when first; only where it was asked for. */
    seen: z.array(seenChild).optional(),
  }),
});

/** Ends a roll call; `seconds` is how long it took, and stays. A second time answers how it stands now. */
export const closeRollCall = record('check/closeRollCall', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ accounted: z.number().int(), missing: z.array(child), seconds: z.number().int() }),
});
