import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '../port.ts';
import type { KeptToken, TokenStore } from '../token-store.ts';
import { fetchToken } from './fetch-token.ts';
import { basicHeader } from './forms.ts';
import type { Tokens } from './tokens.ts';
import type { Ask } from './transport.ts';

/** Between two looks at whether the server that asks has its token. */
const LOOK_MS = 100;

export interface SharedTokens {
  readonly store: TokenStore;
  readonly baseUrl: string;
  /** Longest wait for an answer of the provider. */
  readonly timeoutMs: number;
}

/**
 * One token for each consumer key, at all servers: asking for one ends the one before. A server that finds the kept one stale, dead or
 * missing claims its renewal; the others go on with the old one while it lives, and else wait. A claim ends by itself, so that a server
 * which is killed while it asks holds nobody up for longer.
 */
export function shareTokens(ask: Ask, { store, baseUrl, timeoutMs }: SharedTokens): Tokens {
  // Longer than any answer takes, so that a server which lives does not lose its claim.
  const claimMs = timeoutMs + 5_000;

  /** Asks with the claim; null where it came too late, and another server's token counts. */
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

  /** Gives a token for which `isRefused` is not true. */
  async function obtain(
    header: string,
    credentials: string,
    isRefused: (kept: KeptToken) => boolean,
    first?: KeptToken,
  ): Promise<string> {
    // Twice the claim: whoever waits for a server that was killed still has the time to ask by itself.
    const until = performance.now() + 2 * claimMs;
    let kept = first ?? (await store.find(credentials));
    for (;;) {
      const { token, version, isStale, isClaimed } = kept;
      if (token !== null && !isRefused(kept) && (!isStale || isClaimed)) return token;
      const claim = isClaimed ? null : await store.claim(credentials, version, claimMs);
      const renewed = claim === null ? null : await renew(credentials, header, claim);
      if (renewed !== null) return renewed;
      if (performance.now() > until) throw new PaymentsError('no server got a token in time', { retry: true });
      if (isClaimed) await sleep(LOOK_MS);
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
      // A token that another server got since then says the same of the keys.
      return obtain(header, nameOf(header), ({ version }) => version === found.version, found);
    },
  };
}
