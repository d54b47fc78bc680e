import type { OfflineOutcome } from '@mfuko/contract/offline';
import { createStore } from '../../lib/store.ts';

/** Desks whose users have to read the outcome. */
export type NewsLane = 'gate' | 'bus';

/** Outcome that a user has to read, with the school and the desk of its event. */
export interface News {
  readonly school: string;
  readonly lane: NewsLane;
  readonly outcome: OfflineOutcome;
  /** True where this page has sent the event: whatever desk it shows then shows the news too, until a user there has read it. */
  readonly isHeard?: boolean;
}

/** Unread outcomes of every school and desk that this page has heard of. `kept-news.ts` keeps them on the disk. */
export const newsList = createStore<readonly News[]>([]);
