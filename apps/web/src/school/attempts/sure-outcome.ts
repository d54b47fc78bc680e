import type { Endpoint } from '@mfuko/contract/endpoint';
import { closeAttempt, closePlatformAttempt } from '@mfuko/contract/wallet';
import { i18n } from '../../lib/i18n.ts';
import { CallError, OutcomeUnknown } from '../../lib/problems.ts';
import { type Answer, type CallOptions, call, type Sent } from '../../lib/request.ts';
import { currentSession } from '../../lib/session.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { answerOf, askOutcome, type Outcome, PAUSES_MS } from './outcome.ts';

/**
 * Makes one call of a bulk action; if its answer is lost, asks for the outcome. Throws the refusal, an error that nothing was recorded, or
 * OutcomeUnknown.
 */
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

/** Owner of an idempotency key: an account in its school, or on the platform. */
export interface KeyPlace extends Workplace {
  readonly ofPlatform: boolean;
}

/** Returns the owner of a call's key: an Admin's key belongs to the platform, unless the call is of a picked school. */
export function placeOf({ school }: Pick<Endpoint, 'school'>, from: Workplace): KeyPlace {
  const inSchool = currentSession()?.role !== 'Admin' || school === 'required';
  return { ...from, ofPlatform: !inSchool && (school === 'none' || from.school === null) };
}

/** Asks the key's owner for the outcome, and closes the key; null where the server cannot tell now. */
export function askAt(place: KeyPlace, key: string): Promise<Outcome | null> {
  return askOutcome({ key, ...place }, place.ofPlatform ? closePlatformAttempt : closeAttempt);
}

/**
 * Returns the lost answer from the server. Throws the refusal, an error that nothing was recorded, or OutcomeUnknown where the server
 * cannot tell.
 */
export async function findOutcome(key: string, place: KeyPlace, why: CallError): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    await new Promise((go) => setTimeout(go, pause));
    const outcome = await askAt(place, key);
    if (!outcome) continue;
    if (outcome.outcome === 'recorded') return heardAnswer(outcome.answer);
    // The server's own reason of the failure, such as that M-Pesa could not be reached, says more than that nothing was recorded.
    if (outcome.outcome === 'void') throw why.problem ? why : new NotRecorded();
    return answerOf(outcome);
  }
  throw outcomeNotKnown();
}

/**
 * Returns the answer if this session may see it. Without the second factor that the call required, the server only tells that the call is
 * done.
 */
export function heardAnswer(answer: unknown): unknown {
  if (answer === undefined) throw new RecordedUnheard();
  return answer;
}

/** RecordedUnheard: the call was recorded, but this session may not see its answer; data on the screen must be refetched. */
export class RecordedUnheard extends CallError {
  constructor() {
    super(told('doneUnheard'));
  }
}

/** NotRecorded: the network failed, and the server says that nothing was recorded, so the call may be made again. */
export class NotRecorded extends CallError {
  constructor() {
    super(told('notDone'));
  }
}

const told = (key: 'notDone' | 'doneUnheard') => ({
  status: 409,
  body: { message: i18n.t(`ui:attempt.${key}`) },
  atLogin: false,
});
export const outcomeNotKnown = () => new OutcomeUnknown(i18n.t('ui:attempt.notKnown'));
