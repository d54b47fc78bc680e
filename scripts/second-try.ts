/**
 * How often a failed test is tried again. On a machine that others share a test may fail for its speed alone, so once there;
 * never where somebody works at it. `CountReporter` names whatever needed it.
 */
export const SECOND_TRIES = process.env.CI ? 1 : 0;
