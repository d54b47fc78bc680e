import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import type { CallError } from '../../lib/problems.ts';

/** Ways: by what somebody who signs in can prove their second factor, besides recovery codes. */
export interface FactorWays {
  readonly totp: boolean;
  /** The question to their passkeys; null where they have none. */
  readonly passkey: PasskeyRequestOptions | null;
}

/** Ways that the refusal of the first code tells. An authenticator is the only one where it tells of none. */
export function factorWays({ detail }: CallError): FactorWays {
  return { totp: detail.totp !== false, passkey: (detail.passkey as PasskeyRequestOptions | undefined) ?? null };
}
