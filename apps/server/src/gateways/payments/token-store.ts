/** Kept token: one consumer's, known to all servers. */
export interface KeptToken {
  /** Null where there is none, or it is over. */
  readonly token: string | null;
  /** Counts tokens: another number is another token. */
  readonly version: bigint;
  /** True if it is time to ask for the next one. */
  readonly isStale: boolean;
  /** True while a server is asking for the next one. */
  readonly isClaimed: boolean;
}

export interface NewToken {
  readonly token: string;
  /** Seconds from now after which the next one is asked for, and after which this one is over. */
  readonly renewIn: number;
  readonly diesIn: number;
}

/**
 * Token store: keeps the tokens of all servers of an installation. `credentials` names provider and consumer, secret included, and is kept
 * as a digest only. Time is that of the store: the machines' clocks may differ.
 */
export interface TokenStore {
  find(credentials: string): Promise<KeptToken>;
  /** Takes the right to ask for the token after `version`, for so long; null where another has it, or there is a newer token. */
  claim(credentials: string, version: bigint, forMs: number): Promise<string | null>;
  /** Keeps a token and gives the claim back; false where the claim was over and another server has taken it. */
  save(credentials: string, claim: string, token: NewToken): Promise<boolean>;
  /** Gives a claim back without a token. */
  giveUp(credentials: string, claim: string): Promise<void>;
}
