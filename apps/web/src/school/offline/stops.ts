import { stopCheckOut } from '@mfuko/contract/stopped';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';
import { dropOfflineEvents, type OfflineEvent } from './stored-events.ts';

/** Result of a stopped check-out: if one had been recorded for a child whom the guard did not let out. */
export type Stopped = Answer<typeof stopCheckOut> & { readonly key: string };

const ANSWER_WITHIN_MS = 20_000;

/**
 * Stops check-outs that the guard did not let happen. `tell` is called with each result, and returns false where nobody was told and the
 * result could not be kept. Adds to `leftAlone` the stops that the server would not take from this account, and those whose result could not
 * be kept. Throws CallError where there is no answer.
 */
export async function sendStops(
  events: readonly Pick<OfflineEvent, 'key' | 'counter' | 'school'>[],
  tell: (stopped: Stopped, school: string) => Promise<boolean>,
  leftAlone: Set<number>,
): Promise<void> {
  for (const { key, counter, school } of events) {
    const answer = await askStop(key, school);
    // Removed before the next one is sent: a network that fails then must not have this one sent and told again.
    if (answer && (await tell({ ...answer, key }, school))) await dropOfflineEvents([counter]);
    else leftAlone.add(counter);
  }
}

/** Returns null for a refusal, which a retry by this account will not change. */
async function askStop(key: string, school: string): Promise<Answer<typeof stopCheckOut> | null> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    return await call(stopCheckOut, { key }, { school, overlay: false, byItself: true, signal });
  } catch (error) {
    const refused = error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
    if (!refused || error.status === 401) throw error;
    return null;
  }
}
