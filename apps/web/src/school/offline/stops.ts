import { stopCheckOut } from '@mfuko/contract/stopped';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';
import type { OfflineEvent } from './stored-events.ts';

/** Result of a stopped check-out: if one had been recorded for a child whom the guard did not let out. */
export type Stopped = Answer<typeof stopCheckOut> & { readonly key: string };

const ANSWER_WITHIN_MS = 20_000;

interface StopResults {
  /** Called with the result of a stop; returns false where nobody was told and the result could not be kept. */
  readonly tell: (stopped: Stopped, school: string) => Promise<boolean>;
  /** Removes a stop that is done, before the next one is sent: a network that fails then must not have this one sent and told again. */
  readonly done: (counter: number) => Promise<void>;
  /** Called for a stop that the server would not take from this account, or whose result could not be kept. */
  readonly leave: (counter: number) => void;
}

/** Stops check-outs that the guard did not let happen. Throws CallError where there is no answer. */
export async function sendStops(
  events: readonly Pick<OfflineEvent, 'key' | 'counter' | 'school'>[],
  { tell, done, leave }: StopResults,
): Promise<void> {
  for (const { key, counter, school } of events) {
    const answer = await askStop(key, school);
    if (answer && (await tell({ ...answer, key }, school))) await done(counter);
    else leave(counter);
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
