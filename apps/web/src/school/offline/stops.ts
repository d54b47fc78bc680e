import { stopCheckOut } from '@mfuko/contract/stopped';
import { CallError } from '../../lib/problems.ts';
import { type Answer, call } from '../../lib/request.ts';
import type { OfflineEvent } from './stored-events.ts';

/** Result of a stopped check-out: if one had been recorded for a child whom the guard did not let out. */
export type Stopped = Answer<typeof stopCheckOut> & { readonly key: string };

const ANSWER_WITHIN_MS = 20_000;

/**
 * Stops check-outs that the guard did not let happen. Returns the counters that are done, and those that the server would not take from
 * this account or whose result `tell` could not keep. Throws CallError where there is no answer.
 */
export async function sendStops(
  events: readonly Pick<OfflineEvent, 'key' | 'counter' | 'school'>[],
  tell: (stopped: Stopped, school: string) => Promise<boolean>,
): Promise<{ done: number[]; left: number[] }> {
  const done: number[] = [];
  const left: number[] = [];
  for (const { key, counter, school } of events) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const answer = await call(stopCheckOut, { key }, { school, overlay: false, byItself: true, signal });
      const isTold = await tell({ ...answer, key }, school);
      (isTold ? done : left).push(counter);
    } catch (error) {
      const refused = error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
      if (!refused || error.status === 401) throw error;
      left.push(counter);
    }
  }
  return { done, left };
}
