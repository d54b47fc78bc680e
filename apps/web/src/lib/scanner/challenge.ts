/** Challenges that a paired reader signs with its next capture. The school's part of the page requests them from the server. */
export interface Challenges {
  /** Returns the newest challenge; undefined where there is none. */
  current(): string | undefined;
  /** Keeps the challenge fresh until the returned function is called. */
  keep(): () => void;
}

let challenges: Challenges = { current: () => undefined, keep: () => () => {} };

/** Sets the source of challenges; without one, captures are not signed. */
export function challengesFrom(source: Challenges): void {
  challenges = source;
}

export const currentChallenge = () => challenges.current();
export const keepChallenge = () => challenges.keep();
