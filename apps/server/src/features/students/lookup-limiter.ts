import type { ReadCall } from '../../platform/http/call.ts';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { tooManyLookups } from './errors.ts';

/** Children whom an agent may look up at once, and how many more in a second; no gate is that busy. */
const BURST = 150;
const A_SECOND = 3;
const TOLD_EVERY = 3600;
/** Most agents remembered; beyond that, the agent who has been idle longest is forgotten. */
const MAX_AGENTS = 10_000;

/**
 * Slows down agents who look up children faster than children can walk past, and notifies the office. All servers count together,
 * separately for each `name`. The limiter is to prevent that an agent copies the roll; it does not limit a day's lookups.
 */
export function openLookupLimiter(limiters: RateLimiters, name: string): (call: ReadCall) => void {
  const looks = limiters.open({ name, burst: BURST, aSecond: A_SECOND, remembered: MAX_AGENTS });
  return ({ actor }) => {
    if (actor.role !== 'CheckAgent') return;
    const { userId } = actor;
    const left = looks.charge(userId, 1);
    if (left >= 1) return;
    throw tooManyLookups(Math.ceil((1 - left) / A_SECOND), (tx) =>
      enqueueStaffNotice(tx, {
        kind: 'students.copied',
        subject: { kind: 'user', id: userId },
        params: { by: actor.names },
        quietSeconds: TOLD_EVERY,
      }),
    );
  };
}
