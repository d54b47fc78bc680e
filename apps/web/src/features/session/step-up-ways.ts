/** Ways in which a user can prove the second factor. `hasFactor` is false where none is set up yet, which has to happen first. */
interface StepUpWays {
  readonly hasFactor: boolean;
  readonly passkey: boolean;
  readonly totp: boolean;
  /** KES up to which a desk takes deposits without the factor; null where the call requires it regardless of the amount. */
  readonly paidIn: number | null;
}

/** Reads the ways from the detail of a refusal. An authenticator (TOTP) is assumed where the detail does not mention it. */
export function waysOf({ hasFactor, passkey, totp, limit }: Readonly<Record<string, unknown>>): StepUpWays {
  return {
    ...{ hasFactor: hasFactor === true, passkey: passkey === true, totp: totp !== false },
    paidIn: typeof limit === 'number' ? limit : null,
  };
}
