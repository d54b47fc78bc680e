import type { ProblemBody } from '@mfuko/contract/problem';
import { closeAttempt, type closePlatformAttempt } from '@mfuko/contract/wallet';
import { i18n } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';

export type Outcome = Answer<typeof closeAttempt>;

/**
 * Delays before the requests for an outcome. A network that has lost one answer often loses the next too, so that several requests are made
 * before the user is asked.
 */
export const PAUSES_MS = [0, 1_000, 3_000];
/** A repeat of the same input within this time is a retry; later it may be a new payment, such as the same pocket money on the next day. */
export const REPEAT_WITHIN_MS = 10 * 60_000;

/** Longer than the server waits for a call that is recording under the key (`closeKey`). */
const ANSWER_WITHIN_MS = 12_000;

interface Asked extends Workplace {
  readonly key: string;
}

/**
 * Asks the server for the outcome of an attempt, and closes it; null where the server cannot tell now. Only the attempt's own account and
 * place may ask: for any other the server would answer `void`.
 */
export async function askOutcome(
  { key, user, school }: Asked,
  closing: typeof closeAttempt | typeof closePlatformAttempt = closeAttempt,
): Promise<Outcome | null> {
  if (workplaceNow().user !== user) return null;
  try {
    return await call(closing, { key }, { school, overlay: false, byItself: true, within: ANSWER_WITHIN_MS });
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

/** Returns the answer as if it had arrived at once. Throws the refusal, or an error that nothing was recorded. */
export function answerOf({ outcome, answer }: Outcome): unknown {
  if (outcome === 'recorded') return answer;
  const body = outcome === 'refused' ? (answer as ProblemBody) : notRecorded();
  throw new CallError({ status: Number(body.code), body, atLogin: false });
}

function notRecorded(): ProblemBody {
  return { code: '409', problem: 'idempotency.void', message: i18n.t('ui:attempt.notRecorded') };
}
