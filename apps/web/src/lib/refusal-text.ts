import type { ProblemText, Refused } from './refusal-words.ts';

let words: typeof import('./refusal-words.ts') | undefined;

/** Fetches how refusals are said: the server's own words are English, so only other languages need ours. */
export async function fetchRefusalWords(): Promise<void> {
  // A failure leaves the server's own words.
  words ??= await import('./refusal-words.ts').catch(() => undefined);
}

/** Sentence of a refusal in the language of the screen, which is not the server's. */
export function refusalText(refused: Refused, textAt: ProblemText): string {
  return words?.toldIn(refused, textAt) ?? refused.message;
}
