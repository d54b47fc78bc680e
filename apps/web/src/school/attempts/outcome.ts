import type { ProblemBody } from '@mfuko/contract/problem';
import { closeAttempt } from '@mfuko/contract/wallet';
import { i18n } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';

export type Outcome = Answer<typeof closeAttempt>;

/** Asks what became of an attempt, and ends it; null where nobody can tell now. */
export async function askOutcome(key: string): Promise<Outcome | null> {
  try {
    return await call(closeAttempt, { key }, { overlay: false, byItself: true });
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

/** The answer as if it had come at once. Throws the refusal, or that nothing was recorded. */
export function answerOf({ outcome, answer }: Outcome): unknown {
  if (outcome === 'recorded') return answer;
  const body = outcome === 'refused' ? (answer as ProblemBody) : notRecorded();
  throw new CallError({ status: Number(body.code), body, atLogin: false });
}

function notRecorded(): ProblemBody {
  return { code: '409', problem: 'idempotency.void', message: i18n.t('ui:attempt.notRecorded') };
}
