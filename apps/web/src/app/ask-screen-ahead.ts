import type { QueryClient } from '@tanstack/react-query';
import { askAlready } from '../lib/ask-already.ts';
import { currentSchool } from '../lib/school.ts';
import { currentSession } from '../lib/session.ts';
import type { Screen } from './screens/screen.ts';

/**
 * Asks what a screen will ask first, so that the answer does not wait for the screen's code, the frame and who is signed in. For
 * somebody who was here before and in a school that is known: the server refuses whatever that person may not see. Answers when each is answered.
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
