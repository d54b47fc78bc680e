/** Clock of the server, injected so that tests can stop it. */
export interface Clock {
  /** Returns the time in Unix milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
