import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './scripts/count-reporter.ts';
import { LongestFirst } from './scripts/longest-first.ts';
import { leftOut } from './scripts/nightly-tests.ts';
import { journeysAtOnce, prepareTestEnvironment } from './scripts/test-environment.ts';

// Tests that need no database of the run; the starter's own tests bring theirs.
const alone = [
  'packages/**/{src,bench}/**/*.test.ts',
  'apps/scanner/src/**/*.test.ts',
  'apps/simulators/src/**/*.test.ts',
  'apps/server/src/**/*rules.test.ts',
  'apps/server/src/platform/embedded-postgres/*.test.ts',
  'apps/server/src/platform/crypto/slow-hash.test.ts',
  'apps/web/build/*.test.ts',
  'packaging/**/*.test.ts',
  'scripts/**/*.test.ts',
];

// One more than two cores: a test waits for its database, for a lock or for a time to pass. Left to itself the runner keeps a core for its own.
const maxWorkers = Math.max(2, availableParallelism()) + 1;

const left = leftOut();

prepareTestEnvironment();

// Left to itself a poll gives up after a second, which a machine that has much to do may need for one look.
const patient = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new CountReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: alone,
          exclude: ['**/node_modules/**', ...left],
          environment: 'node',
          maxWorkers,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A test of PINs is none of their hash, which takes 20 ms.
        resolve: { alias: { '@node-rs/argon2': join(import.meta.dirname, 'apps/server/tests/quick-argon2.ts') } },
        test: {
          name: 'server',
          expect: patient,
          include: ['apps/server/{src,tests}/**/*.test.ts'],
          exclude: [...alone, ...left],
          environment: 'node',
          globalSetup: 'apps/server/tests/global-setup.ts',
          maxWorkers,
          // A test server keeps nothing outside of itself, and loading the server costs more than most files of tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          expect: patient,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Its window is made once for each worker, and is cleaned behind each file.
          isolate: false,
          setupFiles: join(import.meta.dirname, 'apps/web/src/ui/clean-window.testkit.ts'),
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: patient,
          include: ['e2e/**/*.spec.ts'],
          exclude: [...left],
          environment: 'node',
          globalSetup: 'e2e/global-setup.ts',
          // A journey keeps all that is its own in its browser, its server and its folder.
          isolate: false,
          // One more at once, and a browser loses a press now and then: each journey is a server, a database and a browser.
          maxWorkers: journeysAtOnce(maxWorkers),
          // After everything else: a browser that shares the machine with it would be slow beyond its patience.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
