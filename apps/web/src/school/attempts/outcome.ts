import type { ProblemBody } from '@mfuko/contract/problem';
import { closeAttempt, type closePlatformAttempt } from '@mfuko/contract/wallet';
import { i18n } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';

export type Outcome = Answer<typeof closeAttempt>;

/** An answer that is lost once is often lost twice: the line is asked again before a person is. */
export const PAUSES_MS = [0, 1_000, 3_000];
/** The very same again within this time is a repeat; later it may be another one, as the same pocket money of the next day. */
export const REPEAT_WITHIN_MS = 10 * 60_000;

interface Asked extends Workplace {
  readonly key: string;
}

/** Asks what became of an attempt, and ends it; null where nobody can tell now. Only the account and the place of which it is are asked: any other would call it void. */
export async function askOutcome(
  { key, user, school }: Asked,
  closing: typeof closeAttempt | typeof closePlatformAttempt = closeAttempt,
): Promise<Outcome | null> {
  if (workplaceNow().user !== user) return null;
  try {
    return await call(closing, { key }, { school, overlay: false, byItself: true });
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
