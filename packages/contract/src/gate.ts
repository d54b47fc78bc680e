import { z } from 'zod';
import { list, onDuty, record } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { checkPin } from './students.ts';

export const CHECK_IN = 1;
export const CHECK_OUT = 2;

const override = wordsOrNone(200);
const byFinger = anySpelling(z.object({ admissionNumber, ...picture, override }));
const byPin = z.object({ admissionNumber, pin: checkPin, override });

/** Release of a child at a check-out: the person who collects. All fields may be left out if the school's rule requires none. */
const release = {
  /** A collector on the student's list (`check/getCollectors`). */
  collectorSYSID: z
    .union([z.literal(''), z.null(), sysid])
    .optional()
    .transform((id) => id || null),
  /** The code from a guardian's SMS (`check/sendCollectorCode`), for a person who is new on the list or not on it. */
  collectorCode: wordsOrNone(20),
  /** True if the student leaves alone. */
  leavesAlone: flag.default(false),
  /** True requires a collector whatever the rule is; without one the answer is 422 `collector.required`. */
  collected: flag.default(false),
};
const outByFinger = anySpelling(z.object({ admissionNumber, ...picture, override, ...release }));
const outByPin = byPin.extend(release);

/** Passage as it was recorded. */
export const gateEvent = z.object({
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  checkTypeSYSID: z.union([z.literal(CHECK_IN), z.literal(CHECK_OUT)]),
  method: z.enum(['fingerprint', 'pin']),
  date: moment,
  /** `custody.aboard`: by the bus's record the student is aboard; the gate's record does not change that. */
  warnings: z.array(z.literal('custody.aboard')),
  /** Exeat that this check-out used, or this check-in ended; left out if there is none. */
  exeat: z
    .object({ sysid, returnBy: moment, goesWith: z.string().nullable(), /** Back after its end. */ late: z.boolean() })
    .optional(),
});
export type GateEvent = z.output<typeof gateEvent>;

const gate = { access: onDuty('gate'), output: gateEvent } as const;
/** Records that a student came in, proven by a fingerprint; a picture is accepted for one passage only. */
export const checkInFingerprint = record('check/inFingerprint', { ...gate, body: 'picture', input: byFinger });
/** Records that a student went out, proven by a fingerprint, and with whom if the school requires it. */
export const checkOutFingerprint = record('check/outFingerprint', { ...gate, body: 'picture', input: outByFinger });
/** Records that a student came in, proven by the PIN; five wrong PINs in a row lock the PIN of the student. */
export const checkInPin = record('check/inPin', { ...gate, input: byPin });
/** Records that a student went out, proven by the PIN; the companion as for a fingerprint. */
export const checkOutPin = record('check/outPin', { ...gate, input: outByPin });

/** Lists the students who are in school now, for a roll call. */
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
    /** False if recorded offline with a proof that was missing or wrong. */
    verified: z.boolean(),
  }),
});
