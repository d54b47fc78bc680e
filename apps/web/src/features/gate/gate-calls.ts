import { checkInFingerprint, checkInPin, checkOutFingerprint, checkOutPin, onCampus } from '@mfuko/contract/gate';
import { getCheckStudent } from '@mfuko/contract/students';
import { call } from '../../lib/request.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { failedLookup } from '../../school/student-lookup.ts';
import type { AskStudent, Student } from './lookup.ts';
import type { Send } from './queue.ts';

/** Nobody stands at a gate for longer; the same key is tried again then. */
const ANSWER_WITHIN_MS = 8_000;

const CALLS = {
  in: { fingerprint: checkInFingerprint, pin: checkInPin },
  out: { fingerprint: checkOutFingerprint, pin: checkOutPin },
} as const;

/** Fetched by itself: most gates ask for a number. */
export const touchCalls = () => import('./touch-calls.ts');

export const sendPassing: Send = async (passing, key) => {
  const { kind, by, admissionNumber, proof, override, touch, release } = passing;
  const how = {
    idempotencyKey: key,
    school: passing.school,
    overlay: false,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  };
  if (touch) return (await touchCalls()).sendTouch(passing, how);
  return call(CALLS[kind][by], { admissionNumber, ...proof, override, ...release }, how);
};

/** A name that takes longer is no help any more. */
const NAME_WITHIN_MS = 4_000;

export const askStudent: AskStudent = async (admissionNumber, signal) => {
  if (outbox.isAway()) return fromRoster(admissionNumber);
  try {
    return await call(
      getCheckStudent,
      { admissionNumber, hint: true },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(NAME_WITHIN_MS)]) },
    );
  } catch (error) {
    if (failedLookup(error) === 'missing') return null;
    // The number was typed on: nobody waits for the name.
    if (signal.aborted) throw error;
    return fromRoster(admissionNumber);
  }
};

/** Name of whoever was in school when this device last asked: without a network too, a guard sees whom a number lets out. */
async function fromRoster(admissionNumber: string): Promise<Student> {
  const { readRoster } = await import('../../school/offline/roster.ts');
  const child = (await readRoster())?.children.find((one) => one.admissionNumber === admissionNumber);
  if (!child?.names) throw new Error('Nobody can be asked.');
  return { ...child, hasFingerprint: true };
}

/** Number of students in school now; the device keeps who they are, for a roll call without a network. */
export async function countInSchool(): Promise<number> {
  void import('../../school/offline/roster.ts').then(({ keepRoster }) => keepRoster());
  // Without an answer the last list stands.
  void import('../../school/offline/collectors.ts')
    .then(({ keepCollectors }) => keepCollectors())
    .catch(() => undefined);
  return (await call(onCampus, { page: 1, pageSize: 1 }, {})).total;
}
