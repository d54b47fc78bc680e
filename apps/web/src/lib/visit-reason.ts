import { createQuestion, type Question } from './question.ts';

export type ReasonAsk = Question<null>;

/** Asks an Admin why they come into a school. */
export const { use: useReasonAsk, ask: askReason } = createQuestion<null>();
