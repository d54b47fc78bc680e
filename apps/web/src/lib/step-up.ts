import { createQuestion, type Question } from './question.ts';

/** `hasFactor`: false where there is none yet, which has to be set up first. */
export type StepUpAsk = Question<{ readonly hasFactor: boolean }>;

/** Asks a person to prove their second factor. */
export const { use: useStepUpAsk, ask: askStepUp } = createQuestion<StepUpAsk['about']>();
