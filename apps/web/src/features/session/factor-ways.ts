import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import type { CallError } from '../../lib/problems.ts';

/** Ways in which the user can prove the second factor, besides recovery codes. */
export interface FactorWays {
  readonly totp: boolean;
  /** Challenge for the user's passkeys; null where there are none. */
  readonly passkey: PasskeyRequestOptions | null;
}

/** Returns the ways that the refusal of the first code lists. Where the refusal lists none, an authenticator is the only way. */
export function factorWays({ detail }: CallError): FactorWays {
  return { totp: detail.totp !== false, passkey: (detail.passkey as PasskeyRequestOptions | undefined) ?? null };
}
