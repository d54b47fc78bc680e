import { createQuestion, type Question } from './question.ts';

/** Ways in which a person can prove their second factor. `hasFactor` is false where none is set up yet, which has to happen first. */
export interface StepUpWays {
  readonly hasFactor: boolean;
  readonly passkey: boolean;
  readonly totp: boolean;
}
export type StepUpAsk = Question<StepUpWays>;

/** Reads the ways from a refusal's detail. An authenticator (TOTP) is assumed where the detail does not mention it. */
export function waysOf({ hasFactor, passkey, totp }: Readonly<Record<string, unknown>>): StepUpWays {
  return { hasFactor: hasFactor === true, passkey: passkey === true, totp: totp !== false };
}

/** Asks a person to prove their second factor. */
export const { use: useStepUpAsk, ask: askStepUp } = createQuestion<StepUpWays>();
