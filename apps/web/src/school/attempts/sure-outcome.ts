import type { Endpoint } from '@mfuko/contract/endpoint';
import { i18n } from '../../lib/i18n.ts';
import { CallError, OutcomeUnknown } from '../../lib/problems.ts';
import { type Answer, type CallOptions, call, type Sent } from '../../lib/request.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { answerOf, askOutcome, PAUSES_MS } from './outcome.ts';

/** Makes a call of its own, as one of many; where its answer is lost, asks what became of it. Throws the refusal, that nothing was recorded, and OutcomeUnknown. */
export async function callSure<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const [key, from] = [crypto.randomUUID(), workplaceNow()];
  try {
    return await call(endpoint, input, { ...options, school: from.school, idempotencyKey: key });
  } catch (error) {
    if (error instanceof CallError && error.unsure) return (await findOutcome(key, from)) as Answer<E>;
    throw error;
  }
}

/** The answer that was lost, from the server. Throws the refusal, that nothing was recorded, and OutcomeUnknown where nobody can tell. */
export async function findOutcome(key: string, from: Workplace): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    await new Promise((go) => setTimeout(go, pause));
    const outcome = await askOutcome({ key, ...from });
    if (!outcome) continue;
    if (outcome.outcome === 'recorded') return heardAnswer(outcome.answer);
    if (outcome.outcome === 'void') throw told('notDone');
    return answerOf(outcome);
  }
  throw outcomeNotKnown();
}

/** The answer where this session may hear it: without the second factor that the call took, only that it is done. */
export function heardAnswer(answer: unknown): unknown {
  if (answer === undefined) throw told('doneUnheard');
  return answer;
}

const told = (key: 'notDone' | 'doneUnheard') =>
  new CallError({ status: 409, body: { message: i18n.t(`ui:attempt.${key}`) }, atLogin: false });
export const outcomeNotKnown = () => new OutcomeUnknown(i18n.t('ui:attempt.notKnown'));
