import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useEffect } from 'react';
import { followLate } from '../../lib/follow-late.ts';
import { useOfSchool } from '../../lib/school.ts';
import { type News, type NewsLane, newsList } from './news-list.ts';

/** Lazy chunk, so that the desks stay small. */
const newsCode = () => import('./kept-news.ts');

/**
 * Returns the unread outcomes of one desk of this school: those of this page, of this device's other pages, and of earlier pages. What this
 * page has heard for the other desk is shown too, and stays for that desk when it was read here. `read` notes that a user has read all
 * that is shown, `readSome` those of the given outcomes.
 */
export function useNews(lane: NewsLane): {
  news: readonly OfflineOutcome[];
  read: () => void;
  readSome: (outcomes: readonly OfflineOutcome[]) => void;
} {
  const all = useOfSchool(newsList.use()).filter((one) => one.lane === lane || one.isHeard);
  useEffect(() => followLate(() => newsCode().then(({ followNews }) => followNews)), []);
  function note(shown: readonly News[]): void {
    newsCode().then(
      ({ readNews }) => readNews(shown, lane),
      // Without the code the list stays, and the user can press again.
      () => undefined,
    );
  }
  return {
    news: all.map(({ outcome }) => outcome),
    read: () => note(all),
    readSome: (outcomes) => note(all.filter(({ outcome }) => outcomes.includes(outcome))),
  };
}
