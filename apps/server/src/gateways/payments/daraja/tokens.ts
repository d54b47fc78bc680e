import { fetchToken } from './fetch-token.ts';
import { basicHeader } from './forms.ts';
import type { Ask } from './transport.ts';

type Consumer = { readonly consumerKey: string; readonly consumerSecret: string };

interface Kept {
  readonly header: string;
  readonly token: Promise<string>;
  /** Unix milliseconds; infinite while the token is being fetched. */
  staleAt: number;
}

export interface Tokens {
  of(consumer: Consumer): Promise<string>;
  /** Returns a newly fetched token. */
  fresh(consumer: Consumer): Promise<string>;
  /** Returns a token other than `dead`. */
  after(consumer: Consumer, dead: string): Promise<string>;
}

/**
 * Keeps one token per consumer key within this process. Fetching a token invalidates the previous one, so all concurrent callers wait
 * for the same fetch.
 */
export function keepTokens(ask: Ask, now: () => number): Tokens {
  const kept = new Map<string, Kept>();

  const renew = (consumer: Consumer, header: string): Promise<string> => {
    const asked = now();
    const fetched = fetchToken(ask, header);
    const entry: Kept = {
      header,
      token: fetched.then(({ token }) => token),
      staleAt: Number.POSITIVE_INFINITY,
    };
    kept.set(consumer.consumerKey, entry);
    fetched.then(
      ({ renewIn }) => {
        entry.staleAt = asked + renewIn * 1000;
      },
      // The caller receives the error; the next caller fetches again.
      () => {
        if (kept.get(consumer.consumerKey) === entry) kept.delete(consumer.consumerKey);
      },
    );
    return entry.token;
  };

  const current = (consumer: Consumer, header: string): Kept | undefined => {
    const entry = kept.get(consumer.consumerKey);
    return entry && entry.header === header && now() < entry.staleAt ? entry : undefined;
  };

  return {
    async fresh(consumer) {
      return renew(consumer, basicHeader(consumer.consumerKey, consumer.consumerSecret));
    },
    async of(consumer) {
      const header = basicHeader(consumer.consumerKey, consumer.consumerSecret);
      return current(consumer, header)?.token ?? renew(consumer, header);
    },
    async after(consumer, dead) {
      const header = basicHeader(consumer.consumerKey, consumer.consumerSecret);
      const before = current(consumer, header);
      if (before && (await before.token) !== dead) return before.token;
      // Another caller may have started a fetch during the await.
      const since = current(consumer, header);
      return since && since !== before ? since.token : renew(consumer, header);
    },
  };
}
