import type { Endpoint } from '@mfuko/contract/endpoint';
import { closeAttempt, closePlatformAttempt } from '@mfuko/contract/wallet';
import { i18n } from '../../lib/i18n.ts';
import { CallError, OutcomeUnknown } from '../../lib/problems.ts';
import { type Answer, type CallOptions, call, type Sent } from '../../lib/request.ts';
import { currentSession } from '../../lib/session.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { answerOf, askOutcome, type Outcome, PAUSES_MS } from './outcome.ts';

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
    if (error instanceof CallError && error.unsure)
      return (await findOutcome(key, placeOf(endpoint, from), error)) as Answer<E>;
    throw error;
  }
}

/** Place where a key lies: of an account in its school, or on the platform. */
export interface KeyPlace extends Workplace {
  readonly ofPlatform: boolean;
}

/** Place where the key of a call lies: that of an Admin's is on the platform, unless it is of a school that was picked. */
export function placeOf({ school }: Pick<Endpoint, 'school'>, from: Workplace): KeyPlace {
  const inSchool = currentSession()?.role !== 'Admin' || school === 'required';
  return { ...from, ofPlatform: !inSchool && (school === 'none' || from.school === null) };
}

/** Asks what became of a key where it lies, and ends it; null where nobody can tell now. */
export function askAt(place: KeyPlace, key: string): Promise<Outcome | null> {
  return askOutcome({ key, ...place }, place.ofPlatform ? closePlatformAttempt : closeAttempt);
}

/** The answer that was lost, from the server. Throws the refusal, that nothing was recorded, and OutcomeUnknown where nobody can tell. */
export async function findOutcome(key: string, place: KeyPlace, why: CallError): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    await new Promise((go) => setTimeout(go, pause));
    const outcome = await askAt(place, key);
    if (!outcome) continue;
    if (outcome.outcome === 'recorded') return heardAnswer(outcome.answer);
    // The server's own word of why it could not, as that M-Pesa is not to be reached, says more than that nothing was recorded.
    if (outcome.outcome === 'void') throw why.problem ? why : new CallError(told('notDone'));
    return answerOf(outcome);
  }
  throw outcomeNotKnown();
}

/** The answer where this session may hear it: without the second factor that the call took, only that it is done. */
export function heardAnswer(answer: unknown): unknown {
  if (answer === undefined) throw new RecordedUnheard();
  return answer;
}

/** It was recorded, and its answer is not for this session: whatever is shown of it is to be read anew. */
export class RecordedUnheard extends CallError {
  constructor() {
    super(told('doneUnheard'));
  }
}

const told = (key: 'notDone' | 'doneUnheard') => ({
  status: 409,
  body: { message: i18n.t(`ui:attempt.${key}`) },
  atLogin: false,
});
export const outcomeNotKnown = () => new OutcomeUnknown(i18n.t('ui:attempt.notKnown'));
