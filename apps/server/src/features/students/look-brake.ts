import type { ReadCall } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { looksTooFast } from './errors.ts';

/** Children whom an agent may look up at once, and how many more in a second: no gate is as busy as that. */
const BURST = 150;
const A_SECOND = 3;
const TOLD_EVERY = 3600;
/** Agents that are remembered; beyond that who has been quiet for longest begins anew. */
const MOST_AGENTS = 10_000;

/**
 * Slows down agents who look up children one after the other faster than children can walk, and has the office told. Each server
 * has its own count: it is a brake on a copied roll, not a limit on the day.
 */
export function openLookBrake(clock: Clock): (call: ReadCall) => void {
  const looks = new Map<string, { left: number; at: number }>();
  return ({ actor }) => {
    if (actor.role !== 'CheckAgent') return;
    const { userId } = actor;
    const at = clock.now();
    const before = looks.get(userId) ?? { left: BURST, at };
    const left = Math.min(BURST, before.left + (Math.max(0, at - before.at) / 1000) * A_SECOND);
    looks.delete(userId);
    looks.set(userId, { left: left < 1 ? left : left - 1, at });
    const [quietest] = looks.keys();
    if (looks.size > MOST_AGENTS && quietest !== undefined) looks.delete(quietest);
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
