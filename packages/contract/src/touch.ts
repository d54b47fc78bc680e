import { z } from 'zod';
import { onDuty, read, record } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { gateEvent } from './gate.ts';
import { moment, sysid, wordsOrNone } from './ids.ts';

/** Seconds within which a touch may be taken back by the caller who recorded it. */
export const UNDO_SECONDS = 60;

/** Returns the rules of this school's gate, for the staff at the gate. */
export const getGateRules = read('check/getGateRules', {
  access: onDuty('gate'),
  input: z.object({}),
  output: z.object({
    /** True if a touch alone checks a student in (`check/inTouch`). */
    fingerOnly: z.boolean(),
  }),
});

/**
 * Checks in the student whom the finger identifies among the whole school, if the school's rule `fingerOnlyGate` allows it. Never for
 * money, and never for a check-out: there the guard looks at the named child first (`check/identifyFingerprint`, then
 * `check/outFingerprint` with the same picture).
 */
export const checkInTouch = record('check/inTouch', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ ...picture, override: wordsOrNone(200) })),
  output: gateEvent.extend({
    /** Time until which `check/undoTouch` takes it back. */
    undoUntil: moment,
  }),
});

/** Takes back the caller's own touch of a wrong child within a minute, as long as the child has not passed again. Nothing is deleted. */
export const undoTouch = record('check/undoTouch', {
  access: onDuty('gate'),
  input: z.object({ sysid }),
  output: z.object({
    /** Passage that corrects the other one. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    class: z.string(),
    date: moment,
  }),
});
