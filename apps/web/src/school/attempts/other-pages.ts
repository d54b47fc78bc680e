import { endOfPage, listLivePages, livePage, ownPage } from './live-pages.ts';

interface OtherPages {
  /** Starts to wait for the end of each open page for which no wait is running yet. */
  look(): void;
  /** Makes the other pages of the channel refresh. */
  tell(): void;
  stop(): void;
}

/**
 * Follows the other pages of this browser: calls `onNews` when a page has closed, and on each message of the channel. The caller must poll
 * for browsers that support neither.
 */
export function followPages(channel: string, onNews: () => void): OtherPages {
  const over = new AbortController();
  const awaited = new Set<string>();
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channel);
  others?.addEventListener('message', onNews);
  const tell = () => others?.postMessage(null);
  // Pages that follow already must wait for the end of this page too.
  void livePage().then(() => over.signal.aborted || tell());

  async function waitFor(page: string): Promise<void> {
    if (page === ownPage() || awaited.has(page)) return;
    awaited.add(page);
    try {
      await endOfPage(page, over.signal);
      onNews();
    } catch {
      // The wait was aborted, or the browser has no locks: polling has to suffice.
    }
  }
  return {
    look: () =>
      void listLivePages().then((pages) => {
        if (!over.signal.aborted) for (const page of pages) void waitFor(page);
      }),
    tell,
    stop() {
      over.abort();
      others?.close();
    },
  };
}
