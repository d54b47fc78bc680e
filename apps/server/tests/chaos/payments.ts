/**
 * `npm run chaos:payments -- --seed N --payments 5000`: makes payments whose callbacks are lost, doubled, late and reordered, with
 * restarts of the server in between, then reconciles once; reports the difference between the books and the provider.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, payments: { type: 'string', default: '5000' } },
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const vitest = ['node_modules/.bin/vitest', 'run', '--project', 'server', 'apps/server/tests/chaos/payments.test.ts'];
const { status } = spawnSync(process.execPath, vitest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHAOS_SEED: values.seed, CHAOS_PAYMENTS: values.payments },
});
process.exit(status ?? 1);
