import { it } from 'vitest';

/**
 * Test that the run for a change leaves to the nightly run, while the rest of its file stays: another path to the same end. A nightly
 * test whose effects a daily test would notice has to follow that test in the file.
 */
export const atNight = it.skipIf(isOfAChange());

/** True in the run that a change must pass. */
export function isOfAChange(): boolean {
  return process.env.SUITE === 'change';
}
