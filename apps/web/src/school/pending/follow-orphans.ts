import type { Store } from '../../lib/store.ts';
import { followPages } from '../attempts/other-pages.ts';
import type { OrphanedRequest } from './pending-request.ts';

const AGAIN_MS = 10_000;
/** Polling interval, for browsers that do not report the end of a page. */
const POLL_MS = 20_000;

interface FollowOptions {
  readonly look: () => Promise<void>;
  readonly list: Store<readonly OrphanedRequest[]>;
  readonly channel: string;
}

/** Calls `look` now, when a page of this browser closes, when the network returns, and periodically. `tell` makes the other pages look. */
export function followOrphans({ look, list, channel }: FollowOptions): {
  readonly tell: () => void;
  readonly stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  async function again(): Promise<void> {
    clearTimeout(timer);
    await look();
    if (isOver) return;
    clearTimeout(timer);
    const isAsking = list.get().some(({ outcome }) => outcome === 'asking');
    timer = setTimeout(now, isAsking ? AGAIN_MS : POLL_MS);
  }
  const now = () => {
    pages.look();
    void again();
  };
  const pages = followPages(channel, now);
  window.addEventListener('online', now);
  now();
  return {
    tell: pages.tell,
    stop() {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', now);
      pages.stop();
    },
  };
}
