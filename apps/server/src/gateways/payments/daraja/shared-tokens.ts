import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '../port.ts';
import type { KeptToken, TokenStore } from '../token-store.ts';
import { fetchToken } from './fetch-token.ts';
import { basicHeader } from './forms.ts';
import type { Tokens } from './tokens.ts';
import type { Ask } from './transport.ts';

/** Polling interval while another server fetches a token. */
const POLL_MS = 100;

export interface SharedTokens {
  readonly store: TokenStore;
  readonly baseUrl: string;
  /** Timeout of a request to the provider. */
  readonly timeoutMs: number;
}

/**
 * Shares one token per consumer key among all servers, because fetching a token invalidates the previous one. A server that finds the
 * stored token stale, invalid or missing claims its renewal; the others use the old token while it is valid, and otherwise wait. A
 * claim expires, so that a server that is killed while fetching does not block the others.
 */
export function shareTokens(ask: Ask, { store, baseUrl, timeoutMs }: SharedTokens): Tokens {
  // Longer than any request takes, so that a live server does not lose its claim.
  const claimMs = timeoutMs + 5_000;

  /** Fetches a token under a claim; returns null where the claim had expired, so that another server's token counts. */
  async function renew(credentials: string, header: string, claim: string): Promise<string | null> {
    const asked = performance.now();
    const fetched = await fetchToken(ask, header).catch(async (error: unknown) => {
      await store.giveUp(credentials, claim);
      throw error;
    });
    const took = (performance.now() - asked) / 1000;
    const { token, renewIn, livesFor } = fetched;
    const isKept = await store.save(credentials, claim, { token, renewIn: renewIn - took, diesIn: livesFor - took });
    return isKept ? token : null;
  }

  /** Returns a token that `isRefused` does not reject. */
  async function obtain(
    header: string,
    credentials: string,
    isRefused: (kept: KeptToken) => boolean,
    first?: KeptToken,
  ): Promise<string> {
    // Twice the duration of a claim: a server that waited for a killed one still has time to fetch a token itself.
    const until = performance.now() + 2 * claimMs;
    let kept = first ?? (await store.find(credentials));
    for (;;) {
      const { token, version, isStale, isClaimed } = kept;
      if (token !== null && !isRefused(kept) && (!isStale || isClaimed)) return token;
      const claim = isClaimed ? null : await store.claim(credentials, version, claimMs);
      const renewed = claim === null ? null : await renew(credentials, header, claim);
      if (renewed !== null) return renewed;
      if (performance.now() > until) throw new PaymentsError('no server got a token in time', { retry: true });
      if (isClaimed) await sleep(POLL_MS);
      kept = await store.find(credentials);
    }
  }

  const nameOf = (header: string) => `${baseUrl}\n${header}`;
  return {
    async of({ consumerKey, consumerSecret }) {
      const header = basicHeader(consumerKey, consumerSecret);
      return obtain(header, nameOf(header), () => false);
    },
    async after({ consumerKey, consumerSecret }, dead) {
      const header = basicHeader(consumerKey, consumerSecret);
      return obtain(header, nameOf(header), ({ token }) => token === dead);
    },
    async fresh({ consumerKey, consumerSecret }) {
      const header = basicHeader(consumerKey, consumerSecret);
      const found = await store.find(nameOf(header));
      // A token that another server has fetched since proves the keys as well.
      return obtain(header, nameOf(header), ({ version }) => version === found.version, found);
    },
  };
}
