import type { ReadCall } from '../../platform/http/call.ts';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { looksTooFast } from './errors.ts';

/** Children whom an agent may look up at once, and how many more in a second: no gate is as busy as that. */
const BURST = 150;
const A_SECOND = 3;
const TOLD_EVERY = 3600;
/** Agents that are remembered; beyond that who has been quiet for longest begins anew. */
const MOST_AGENTS = 10_000;

/**
 * Slows down agents who look up children one after the other faster than children can walk, and has the office told. All servers count
 * together, each `name` for itself: it is a rate limiter against a copied roll, not a limit on the day.
 */
export function openLookLimiter(limiters: RateLimiters, name: string): (call: ReadCall) => void {
  const looks = limiters.open({ name, burst: BURST, aSecond: A_SECOND, remembered: MOST_AGENTS });
  return ({ actor }) => {
    if (actor.role !== 'CheckAgent') return;
    const { userId } = actor;
    const left = looks.charge(userId, 1);
    if (left >= 1) return;
    throw looksTooFast(Math.ceil((1 - left) / A_SECOND), (tx) =>
      enqueueStaffNotice(tx, {
        kind: 'students.copied',
        subject: { kind: 'user', id: userId },
        params: { by: actor.names },
        quietSeconds: TOLD_EVERY,
      }),
    );
  };
}
