import { createQuestion, type Question } from './question.ts';

/** Details of the refusal: its dialog reads the ways out of them. */
type Detail = Readonly<Record<string, unknown>>;
export type StepUpAsk = Question<Detail>;

/** Asks a person to prove their second factor. */
export const { use: useStepUpAsk, ask: askStepUp } = createQuestion<Detail>();
