/** Clock of a simulator, passed in so that a test can move it. */
export interface Clock {
  /** Returns the time in Unix milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
