import { fetchToken } from './fetch-token.ts';
import { basicHeader } from './forms.ts';
import type { Ask } from './transport.ts';

type Consumer = { readonly consumerKey: string; readonly consumerSecret: string };

interface Kept {
  readonly header: string;
  readonly token: Promise<string>;
  /** Unix milliseconds; the end of time while the token is on its way. */
  staleAt: number;
}

export interface Tokens {
  of(consumer: Consumer): Promise<string>;
  /** A new token, whatever there is. */
  fresh(consumer: Consumer): Promise<string>;
  /** A token other than `dead`. */
  after(consumer: Consumer, dead: string): Promise<string>;
}

/**
 * One token for each consumer key, within this process. Asking for one kills the one before, so that everybody who needs a token while it
 * is on its way waits for the same.
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
      // A caller who waits for the token hears of it; the next one asks anew.
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
      // Somebody else may have begun while we looked.
      const since = current(consumer, header);
      return since && since !== before ? since.token : renew(consumer, header);
    },
  };
}
