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

/** Release of a child who goes out: with whom. All of it may be left out where the school's rule asks for nothing. */
const release = {
  /** One of the student's list (`check/getCollectors`). */
  collectorSYSID: z
    .union([z.literal(''), z.null(), sysid])
    .optional()
    .transform((id) => id || null),
  /** The code of a guardian's SMS (`check/sendCollectorCode`), for who is not on the list or is new there. */
  collectorCode: wordsOrNone(20),
  /** The student goes by themselves. */
  leavesAlone: flag.default(false),
  /** Asks who collects whatever the rule is: without a collector it is 422 `collector.required`. */
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
  /** `custody.aboard`: by the bus's word the student is aboard; the gate's does not change that. */
  warnings: z.array(z.literal('custody.aboard')),
  /** The pass that this check-out used, or this check-in ended; left out where there is none. */
  exeat: z
    .object({ sysid, returnBy: moment, goesWith: z.string().nullable(), /** Back after its end. */ late: z.boolean() })
    .optional(),
});
export type GateEvent = z.output<typeof gateEvent>;

const gate = { access: onDuty('gate'), output: gateEvent } as const;
/** Records that a student came in, proven by a finger; the picture is good for one passage. */
export const checkInFingerprint = record('check/inFingerprint', { ...gate, body: 'picture', input: byFinger });
/** Records that a student went out, proven by a finger, and with whom where the school asks for it. */
export const checkOutFingerprint = record('check/outFingerprint', { ...gate, body: 'picture', input: outByFinger });
/** Check in by PIN: five wrong ones in a row lock the PIN of the student. */
export const checkInPin = record('check/inPin', { ...gate, input: byPin });
/** Check out by PIN, with whom as by finger. */
export const checkOutPin = record('check/outPin', { ...gate, input: outByPin });

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
