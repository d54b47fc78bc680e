/**
 * Files of tests that `npm test` leaves to the nightly run: long ones that go through many screens, fields, calls or faults, of each of which a
 * shorter test stands in the suite; journeys of work that comes once a week or less, whose calls, roles and limits the server's tests hold; and
 * the move of a whole machine, whose backup, restore and keys have tests of their own. Paths from the root.
 */
export const NIGHTLY_TESTS = [
  'apps/server/tests/attack/attack.test.ts',
  'apps/server/tests/chaos/counters.test.ts',
  'apps/server/tests/chaos/disk.test.ts',
  'apps/server/tests/chaos/faults.test.ts',
  'apps/server/tests/chaos/import.test.ts',
  'apps/server/tests/memory.test.ts',
  'apps/server/tests/move.test.ts',
  'apps/server/tests/point-in-time.test.ts',
  'e2e/account-for-a-school.spec.ts',
  'e2e/carry-to-the-bank.spec.ts',
  'e2e/check-the-configuration.spec.ts',
  'e2e/collect-by-stk-push.spec.ts',
  'e2e/every-screen-of-a-school.spec.ts',
  'e2e/every-screen-of-management.spec.ts',
  'e2e/every-screen-of-the-platform.spec.ts',
  'e2e/feed-at-two-counters.spec.ts',
  'e2e/gate-with-a-usb-reader.spec.ts',
  'e2e/hand-out-a-uniform.spec.ts',
  'e2e/hostile-texts.spec.ts',
  'e2e/import-mpesa-statement.spec.ts',
  'e2e/keep-bus-papers.spec.ts',
  'e2e/keep-the-staff.spec.ts',
  'e2e/keep-to-the-limits.spec.ts',
  'e2e/link-a-device.spec.ts',
  'e2e/long-names.spec.ts',
  'e2e/look-back.spec.ts',
  'e2e/lunch-queue.spec.ts',
  'e2e/move-away.spec.ts',
  'e2e/outlive-the-browser.spec.ts',
  'e2e/pair-a-lan-reader.spec.ts',
  'e2e/paste-amounts.spec.ts',
  'e2e/press-while-answers-are-late.spec.ts',
  'e2e/print-statements.spec.ts',
  'e2e/queue-at-the-gate.spec.ts',
  'e2e/read-a-long-list.spec.ts',
  'e2e/register-a-school.spec.ts',
  'e2e/remind-low-balances.spec.ts',
  'e2e/renew-a-finger.spec.ts',
  'e2e/restore-an-old-copy.spec.ts',
  'e2e/set-the-clock.spec.ts',
  'e2e/set-up-an-authenticator.spec.ts',
  'e2e/subsidise-meals.spec.ts',
  'e2e/tell-the-guardian.spec.ts',
  'e2e/time-the-gate.spec.ts',
  'e2e/two-servers-behind-a-pooler.spec.ts',
  'e2e/type-amounts.spec.ts',
  'e2e/work-the-cash-desk.spec.ts',
  'scripts/planted/planted.test.ts',
  'packages/fingerprint/src/matching/strangers.test.ts',
];

/** Files that this run leaves out: a run of named tests, and the nightly one, leave none. */
export function leftOut(): readonly string[] {
  return process.env.SUITE === 'change' ? NIGHTLY_TESTS : [];
}
