import { checkInFingerprint, checkInPin, checkOutFingerprint, checkOutPin, onCampus } from '@mfuko/contract/gate';
import { getCheckStudent } from '@mfuko/contract/students';
import { anySignal } from '../../lib/any-signal.ts';
import { call } from '../../lib/request.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { failedLookup } from '../../school/student-lookup.ts';
import type { AskStudent, Student } from './lookup.ts';
import type { Send } from './queue/sender.ts';

/** Timeout of a check, after which the same idempotency key is retried: the queue cannot wait longer. */
const ANSWER_WITHIN_MS = 8_000;

const CALLS = {
  in: { fingerprint: checkInFingerprint, pin: checkInPin },
  out: { fingerprint: checkOutFingerprint, pin: checkOutPin },
} as const;

/** Lazy chunk: most gates require a number and never use touches. */
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

/** Timeout of a name lookup: a later name no longer helps the guard. */
const NAME_WITHIN_MS = 4_000;

export const askStudent: AskStudent = async (admissionNumber, signal) => {
  if (outbox.isAway()) return fromRoster(admissionNumber);
  try {
    return await call(
      getCheckStudent,
      { admissionNumber, hint: true },
      { signal: anySignal(signal, AbortSignal.timeout(NAME_WITHIN_MS)) },
    );
  } catch (error) {
    if (failedLookup(error) === 'missing') return null;
    // The number has changed since, so the lookup was aborted and needs no fallback.
    if (signal.aborted) throw error;
    return fromRoster(admissionNumber);
  }
};

/** Looks the name up in the roster that this device stored last, so that a guard sees the name offline too. */
async function fromRoster(admissionNumber: string): Promise<Student> {
  const { readRoster } = await import('../../school/offline/roster.ts');
  const child = (await readRoster())?.children.find((one) => one.admissionNumber === admissionNumber);
  if (!child?.names) throw new Error('Nobody can be asked.');
  return { ...child, hasFingerprint: true };
}

/** Returns the number of students in school; also refreshes the device's roster for an offline roll call. */
export async function countInSchool(): Promise<number> {
  void import('../../school/offline/roster.ts').then(({ keepRoster }) => keepRoster());
  // A failed refresh is ignored: the last stored list stays valid.
  void import('../../school/offline/collectors.ts')
    .then(({ keepCollectors }) => keepCollectors())
    .catch(() => undefined);
  return (await call(onCampus, { page: 1, pageSize: 1 }, {})).total;
}
