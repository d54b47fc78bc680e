import type { Actor } from '../../platform/http/call.ts';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import { listsTooFast } from './errors.ts';

/** People who are remembered; beyond that who has been quiet for longest begins anew. */
const MOST_PEOPLE = 10_000;

/**
 * Holds up whoever reads lists of students faster than a person can: the roll once a day, and a screen that is opened again and again, are
 * far below. Charged with the rows of an answer before it goes out, so that many at once are as many; 0 asks without charging. Throws
 * server.too-many-requests.
 */
export function openListLimiter(
  limiters: RateLimiters,
  rowsAnHour: number,
): (actor: Pick<Actor, 'userId'>, rows: number) => void {
  const aSecond = rowsAnHour / 3600;
  const lists = limiters.open({ name: 'lists', burst: rowsAnHour, aSecond, remembered: MOST_PEOPLE });
  return ({ userId }, rows) => {
    const left = lists.charge(userId, rows);
    if (left < 1) throw listsTooFast(Math.ceil((1 - left) / aSecond));
  };
}
