import { z } from 'zod';
import { PaymentsError } from '../port.ts';
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

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const FRESH_S = 3_300;

/**
 * One token for each consumer key. Asking for one kills the one before, so that everybody who needs a token while it is
 * on its way waits for the same.
 */
export function keepTokens(ask: Ask, now: () => number): Tokens {
  const kept = new Map<string, Kept>();

  const renew = (consumer: Consumer, header: string): Promise<string> => {
    const asked = now();
    const fetched = ask({
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      authorization: header,
    }).then((body) => {
      const parsed = answer.safeParse(body);
      if (!parsed.success) throw new PaymentsError('the provider gave no token', { retry: true });
      return parsed.data;
    });
    const entry: Kept = {
      header,
      token: fetched.then((body) => body.access_token),
      staleAt: Number.POSITIVE_INFINITY,
    };
    kept.set(consumer.consumerKey, entry);
    fetched.then(
      (body) => {
        entry.staleAt = asked + Math.min(FRESH_S, body.expires_in * 0.95) * 1000;
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
