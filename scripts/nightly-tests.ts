/**
 * Files of tests that `npm test` leaves to the nightly run: long ones that go through many screens, fields, calls or faults, of each of which a
 * shorter test stands in the suite. Paths from the root.
 */
export const NIGHTLY_TESTS = [
  'apps/server/tests/attack/attack.test.ts',
  'apps/server/tests/chaos/counters.test.ts',
  'apps/server/tests/chaos/disk.test.ts',
  'apps/server/tests/chaos/faults.test.ts',
  'apps/server/tests/chaos/import.test.ts',
  'apps/server/tests/memory.test.ts',
  'e2e/every-screen-of-a-school.spec.ts',
  'e2e/every-screen-of-management.spec.ts',
  'e2e/every-screen-of-the-platform.spec.ts',
  'e2e/gate-with-a-usb-reader.spec.ts',
  'e2e/hostile-texts.spec.ts',
  'e2e/long-names.spec.ts',
  'e2e/lunch-queue.spec.ts',
  'e2e/paste-amounts.spec.ts',
  'e2e/queue-at-the-gate.spec.ts',
  'e2e/time-the-gate.spec.ts',
  'e2e/work-the-cash-desk.spec.ts',
];

/** Files that this run leaves out: a run of named tests, and the nightly one, leave none. */
export function leftOut(): readonly string[] {
  return process.env.SUITE === 'change' ? NIGHTLY_TESTS : [];
}
