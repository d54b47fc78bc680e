import { checkInFingerprint, checkInPin, checkOutFingerprint, checkOutPin, onCampus } from '@mfuko/contract/gate';
import { getCheckStudent } from '@mfuko/contract/students';
import { createOutbox } from '../../lib/offline/outbox.ts';
import { CallError } from '../../lib/problems.ts';
import { call, type Sent } from '../../lib/request.ts';
import type { AskPupil } from './lookup.ts';
import type { Send } from './queue.ts';

/** What this gate recorded without a network. */
export const outbox = createOutbox('gate');

/** Nobody stands at a gate for longer; the same key is tried again then. */
const ANSWER_WITHIN_MS = 8_000;

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

/** A name that takes longer is no help any more. */
const NAME_WITHIN_MS = 4_000;

export const askPupil: AskPupil = async (admissionNumber, signal) => {
  if (outbox.isAway()) throw new Error('Nobody can be asked.');
  try {
    return await call(
      getCheckStudent,
      { admissionNumber },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(NAME_WITHIN_MS)]) },
    );
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
};

/** How many are in school now. */
export async function countInSchool(): Promise<number> {
  return (await call(onCampus, { page: 1, pageSize: 1 }, {})).total;
}
