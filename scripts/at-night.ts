import { it } from 'vitest';

/**
 * A test that the run of a change leaves to the night, in a file of which the rest stays: a further way to the same end. Whatever it is to find in the
 * way of a test of the day has to stand behind that one.
 */
export const atNight = it.skipIf(isOfAChange());

/** True in the run that a change must pass. */
export function isOfAChange(): boolean {
  return process.env.SUITE === 'change';
}
