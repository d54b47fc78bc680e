/** Challenges: what a paired reader signs with its next capture. The school's part of the page asks the server for them. */
export interface Challenges {
  /** The newest one; undefined where none is known. */
  current(): string | undefined;
  /** Keeps it fresh until the answer is called. */
  keep(): () => void;
}

let challenges: Challenges = { current: () => undefined, keep: () => () => {} };

/** The app says here where challenges come from; without it captures go unsigned. */
export function challengesFrom(source: Challenges): void {
  challenges = source;
}

export const currentChallenge = () => challenges.current();
export const keepChallenge = () => challenges.keep();
