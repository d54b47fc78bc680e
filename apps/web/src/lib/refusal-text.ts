import type { ProblemText, Refused } from './refusal-words.ts';

let words: typeof import('./refusal-words.ts') | undefined;

/** Loads the texts of refusals. The server's own messages are English, so only other languages need them. */
export async function fetchRefusalWords(): Promise<void> {
  // A failed load falls back to the server's own messages.
  words ??= await import('./refusal-words.ts').catch(() => undefined);
}

/** Returns the sentence of a refusal in the language of the screen; the server's is English. */
export function refusalText(refused: Refused, textAt: ProblemText): string {
  return words?.toldIn(refused, textAt) ?? refused.message;
}
