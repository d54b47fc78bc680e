import { z } from 'zod';
import { onDuty, read, record } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { gateEvent } from './gate.ts';
import { moment, sysid, wordsOrNone } from './ids.ts';

/** Seconds within which whoever took a touch may take it back. */
export const UNDO_SECONDS = 60;

/** Gate rules: by which rules this school's gate works, for whoever stands there. */
export const getGateRules = read('check/getGateRules', {
  access: onDuty('gate'),
  input: z.object({}),
  output: z.object({
    /** True if a touch alone checks a student in (`check/inTouch`). */
    fingerOnly: z.boolean(),
  }),
});

/**
 * Checks in whoever's finger it is, of all the school, where the school's rule `fingerOnlyGate` allows it. Never for money, and never
 * out: there the guard looks at the named child first (`check/identifyFingerprint`, then `check/outFingerprint` with the same picture).
 */
export const checkInTouch = record('check/inTouch', {
  access: onDuty('gate'),
  body: 'picture',
  input: anySpelling(z.object({ ...picture, override: wordsOrNone(200) })),
  output: gateEvent.extend({
    /** Until then `check/undoTouch` takes it back. */
    undoUntil: moment,
  }),
});

/** It was another child: takes the own touch back within a minute, as long as the child has not passed again. Nothing is deleted. */
export const undoTouch = record('check/undoTouch', {
  access: onDuty('gate'),
  input: z.object({ sysid }),
  output: z.object({
    /** The passage that puts the other one right. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    class: z.string(),
    date: moment,
  }),
});
