import { defineConfig } from 'vitest/config';
import { CountReporter } from './scripts/count-reporter.ts';

// What needs no database of the run; the starter's own tests bring theirs.
const alone = [
  'packages/**/src/**/*.test.ts',
  'apps/scanner/src/**/*.test.ts',
  'apps/server/src/**/*rules.test.ts',
  'apps/server/src/platform/postgres/*.test.ts',
  'scripts/*.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    projects: [
      { test: { name: 'unit', include: alone, environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,tests}/**/*.test.ts'],
          exclude: alone,
          environment: 'node',
          globalSetup: 'apps/server/tests/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          globalSetup: 'e2e/global-setup.ts',
          maxWorkers: 2,
          // After everything else: a browser that shares the machine with it would be slow beyond its patience.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
