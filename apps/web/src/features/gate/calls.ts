import { checkInFingerprint, checkInPin, checkOutFingerprint, checkOutPin, onCampus } from '@mfuko/contract/gate';
import { getCheckStudent } from '@mfuko/contract/students';
import { CallError } from '../../lib/problems.ts';
import { call, type Sent } from '../../lib/request.ts';
import type { AskPupil } from './lookup.ts';
import type { Send } from './queue.ts';

/** Nobody stands at a gate for longer; the same key is tried again then. */
const ANSWER_WITHIN_MS = 15_000;

const CALLS = {
  in: { fingerprint: checkInFingerprint, pin: checkInPin },
  out: { fingerprint: checkOutFingerprint, pin: checkOutPin },
} as const;

export const sendPassing: Send = ({ kind, by, admissionNumber, proof, override }, key) => {
  const endpoint = CALLS[kind][by];
  const input = { admissionNumber, ...proof, override } as unknown as Sent<typeof endpoint>;
  return call(endpoint, input, {
    idempotencyKey: key,
    overlay: false,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
};

export const askPupil: AskPupil = async (admissionNumber, signal) => {
  try {
    return await call(getCheckStudent, { admissionNumber }, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
};

/** How many are in school now. */
export async function countInSchool(): Promise<number> {
  return (await call(onCampus, { page: 1, pageSize: 1 }, {})).total;
}
