import { createQuestion, type Question } from './question.ts';

/** Ways: by what a person can prove their second factor. `hasFactor`: false where there is none yet, which has to be set up first. */
export interface StepUpWays {
  readonly hasFactor: boolean;
  readonly passkey: boolean;
  readonly totp: boolean;
}
export type StepUpAsk = Question<StepUpWays>;

/** Ways that a refusal tells. An authenticator is the only one where it tells of none. */
export function waysOf({ hasFactor, passkey, totp }: Readonly<Record<string, unknown>>): StepUpWays {
  return { hasFactor: hasFactor === true, passkey: passkey === true, totp: totp !== false };
}

/** Asks a person to prove their second factor. */
export const { use: useStepUpAsk, ask: askStepUp } = createQuestion<StepUpWays>();
