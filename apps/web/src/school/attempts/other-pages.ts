import { endOfPage, listLivePages, livePage, ownPage } from './live-pages.ts';

interface OtherPages {
  /** Waits for the end of each page that lives now, besides those that are waited for. */
  look(): void;
  /** Has the other pages of the channel look. */
  tell(): void;
  stop(): void;
}

/**
 * Follows the other pages of this browser: `onNews` hears as soon as one has ended, and what the pages of the channel tell. A browser that
 * tells neither is looked at now and then.
 */
export function followPages(channel: string, onNews: () => void): OtherPages {
  const over = new AbortController();
  const awaited = new Set<string>();
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channel);
  others?.addEventListener('message', onNews);
  const tell = () => others?.postMessage(null);
  // Those that look already are to wait for the end of this page too.
  void livePage().then(() => over.signal.aborted || tell());

  async function waitFor(page: string): Promise<void> {
    if (page === ownPage() || awaited.has(page)) return;
    awaited.add(page);
    try {
      await endOfPage(page, over.signal);
      onNews();
    } catch {
      // Nobody waits any more, or the browser does not tell: it is looked at now and then.
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
