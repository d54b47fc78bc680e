import type { Actor } from '../../platform/http/call.ts';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import { listsTooFast } from './errors.ts';

/** Most people remembered; beyond that, the person who has been idle longest is forgotten. */
const MAX_PEOPLE = 10_000;

/**
 * Refuses users who read lists of students faster than a person can; the roll once a day, and a screen that is reopened often, are far
 * below the limit. The rows of an answer are charged before the answer is sent, so that parallel calls add up; 0 checks without charging.
 * Throws server.too-many-requests.
 */
export function openListLimiter(
  limiters: RateLimiters,
  rowsAnHour: number,
): (actor: Pick<Actor, 'userId'>, rows: number) => void {
  const aSecond = rowsAnHour / 3600;
  const lists = limiters.open({ name: 'lists', burst: rowsAnHour, aSecond, remembered: MAX_PEOPLE });
  return ({ userId }, rows) => {
    const left = lists.charge(userId, rows);
    if (left < 1) throw listsTooFast(Math.ceil((1 - left) / aSecond));
  };
}
