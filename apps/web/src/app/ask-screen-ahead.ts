import type { QueryClient } from '@tanstack/react-query';
import { askAlready } from '../lib/ask-already.ts';
import { currentSchool } from '../lib/school.ts';
import { currentSession } from '../lib/session.ts';
import type { Screen } from './screens/screen.ts';

/**
 * Prefetches the first requests of a screen, so that the answers do not wait for the screen's code, the frame and the confirmed session.
 * Only with a stored session and a known school: the server refuses what the user may not see. Returns a promise for each answer.
 */
export function askScreenAhead(
  queries: QueryClient,
  screen: Screen,
  search: URLSearchParams,
): readonly Promise<void>[] {
  const session = currentSession();
  if (!screen.page || !screen.asksFirst || !session || !currentSchool()) return [];
  if (!screen.roles.includes(session.role)) return [];
  return screen.asksFirst(search).map((question) => askAlready(queries, question));
}
