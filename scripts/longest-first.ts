import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './sources.ts';

/** Long files; one of these that starts last would run alone at the end. */
const LONG = [
  'e2e/every-screen-of-a-school.spec.ts',
  'e2e/paste-amounts.spec.ts',
  'e2e/every-screen-of-management.spec.ts',
  'e2e/work-the-cash-desk.spec.ts',
  'e2e/long-names.spec.ts',
  'e2e/lunch-queue.spec.ts',
  'e2e/type-amounts.spec.ts',
  'e2e/every-screen-of-the-platform.spec.ts',
  'e2e/main-way.spec.ts',
  'e2e/gate-without-network.spec.ts',
  'e2e/take-back-a-payment.spec.ts',
  'e2e/lose-the-answer.spec.ts',
  'e2e/ride-the-school-bus.spec.ts',
  'e2e/settle-a-mistyped-payment.spec.ts',
  'e2e/register-a-school.spec.ts',
  'e2e/import-the-roll.spec.ts',
  'e2e/keep-a-student.spec.ts',
  'e2e/pay-at-a-tablet.spec.ts',
  'e2e/renew-a-finger.spec.ts',
  'e2e/keep-the-staff.spec.ts',
  'e2e/compare-a-face.spec.ts',
  'e2e/pair-a-lan-reader.spec.ts',
  'e2e/find-and-be-told.spec.ts',
  'e2e/enrol-a-device.spec.ts',
  'e2e/sell-lunch.spec.ts',
  'e2e/link-a-device.spec.ts',
  'e2e/keep-to-the-limits.spec.ts',
  'e2e/tell-the-guardian.spec.ts',
  'e2e/kill-the-gate.spec.ts',
  'e2e/press-in-two-tabs.spec.ts',
  'e2e/lock-the-cash-desk.spec.ts',
  'e2e/close-a-bus-trip.spec.ts',
  'e2e/unlock-a-device.spec.ts',
  'e2e/enrol-a-class.spec.ts',
  'e2e/press-while-the-page-moves.spec.ts',
  'e2e/work-as-cashier.spec.ts',
  'e2e/take-attendance.spec.ts',
  'e2e/set-up-an-authenticator.spec.ts',
  'e2e/close-the-till.spec.ts',
  'e2e/press-before-the-code.spec.ts',
  'e2e/serve-students.spec.ts',
  'e2e/kill-the-cash-desk.spec.ts',
  'e2e/scan-a-card.spec.ts',
  'e2e/hostile-pages.spec.ts',
  'apps/server/tests/hostile-input.test.ts',
  'apps/server/tests/chaos/faults.test.ts',
  'apps/server/tests/chaos/counters.test.ts',
  'apps/server/tests/chaos/import.test.ts',
  'apps/server/tests/attack/attack.test.ts',
  'apps/server/tests/point-in-time.test.ts',
  'apps/server/tests/traces.test.ts',
  'apps/server/tests/keys-rotate.test.ts',
  'apps/server/src/features/identity/callers.test.ts',
  'apps/server/src/features/fingerprints/reenrol.test.ts',
  'apps/server/tests/school-import.test.ts',
  'apps/server/tests/upgrade.test.ts',
  'apps/server/src/features/fingerprints/enrol.test.ts',
  'apps/server/tests/guards.test.ts',
  'apps/server/src/features/fingerprints/renew.test.ts',
  'apps/server/tests/keys.test.ts',
  'apps/server/tests/routes.test.ts',
  'apps/server/tests/backup.test.ts',
  'apps/server/tests/backup-copy.test.ts',
  'apps/server/tests/starting.test.ts',
  'apps/server/src/features/fingerprints/prove.test.ts',
  'apps/server/tests/shares.test.ts',
  'apps/server/tests/move.test.ts',
  'apps/server/tests/leaks.test.ts',
  'apps/server/src/features/imports/heal.test.ts',
  'apps/server/tests/stuck-jobs.test.ts',
  'apps/server/tests/school-export.test.ts',
  'apps/server/src/features/gate/touch.test.ts',
  'apps/server/tests/chaos/payments.test.ts',
  'apps/server/src/platform/spreadsheets/spreadsheets.test.ts',
  'apps/server/src/platform/embedded-postgres/start.test.ts',
  'apps/scanner/src/helper/libfprint.test.ts',
  'scripts/mutate/mutate.test.ts',
  'packaging/prometheus.test.ts',
  'apps/scanner/src/scanner.test.ts',
  'apps/scanner/src/reader.conformance.test.ts',
  'apps/web/src/features/canteen/CounterDesk.test.tsx',
  'apps/web/src/features/gate/GateApp.test.tsx',
  'apps/web/src/features/wallet/DeskPage.test.tsx',
  'apps/web/src/school/offline/outbox.test.ts',
];

/** The last project has the shortest files, so few of them run alone at the end. */
const PROJECTS = ['server', 'unit', 'web'];

/**
 * Longest first: long files start first, even without durations from an earlier run; the others keep the runner's order. Projects run one
 * after the other, since a process belongs to one project, and switching would load the whole server again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = (file: TestSpecification) => {
      const found = LONG.indexOf(relative(ROOT, file.moduleId));
      const project = PROJECTS.indexOf(file.project.name);
      return project * (LONG.length + 1) + (found === -1 ? LONG.length : found);
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
