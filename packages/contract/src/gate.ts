import { z } from 'zod';
import { list, onDuty, record } from './endpoint.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, moment, sysid, wordsOrNone } from './ids.ts';
import { listQuery } from './lists.ts';
import { checkPin } from './students.ts';

export const CHECK_IN = 1;
export const CHECK_OUT = 2;

const override = wordsOrNone(200);
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
  /** `custody.aboard`: by the bus's word the student is aboard; the gate's does not change that. */
  warnings: z.array(z.literal('custody.aboard')),
});
export type GateEvent = z.output<typeof gateEvent>;

const gate = { access: onDuty('gate'), output: gateEvent } as const;
export const checkInFingerprint = record('check/inFingerprint', { ...gate, body: 'picture', input: byFinger });
export const checkOutFingerprint = record('check/outFingerprint', { ...gate, body: 'picture', input: byFinger });
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
