/** Stored token of a consumer, shared by all servers. */
export interface KeptToken {
  /** Null where there is none, or the token has expired. */
  readonly token: string | null;
  /** Incremented with each token. */
  readonly version: bigint;
  /** True if the token is due for renewal. */
  readonly isStale: boolean;
  /** True while a server is fetching the next token. */
  readonly isClaimed: boolean;
}

export interface NewToken {
  readonly token: string;
  /** Seconds from now until the token is renewed, and until it expires. */
  readonly renewIn: number;
  readonly diesIn: number;
}

/**
 * Shares tokens among all servers of an installation. `credentials` identifies provider and consumer, including the secret, and is
 * stored as a digest only. All times are the store's, since the machines' clocks may differ.
 */
export interface TokenStore {
  find(credentials: string): Promise<KeptToken>;
  /**
   * Claims the right to fetch the token after `version` for `forMs`; returns null where another server has the claim, or there is a
   * newer token.
   */
  claim(credentials: string, version: bigint, forMs: number): Promise<string | null>;
  /** Stores a token and releases the claim; returns false where the claim had expired and another server has taken it. */
  save(credentials: string, claim: string, token: NewToken): Promise<boolean>;
  /** Releases a claim without a token. */
  giveUp(credentials: string, claim: string): Promise<void>;
}
