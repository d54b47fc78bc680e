import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { atNight } from '../../../scripts/at-night.ts';
import { readImports } from '../../../scripts/read-imports.ts';
import { ROOT } from '../../../scripts/sources.ts';
import { ACCOUNT } from '../../simulators/src/mpesa/merchant.testkit.ts';
import { openMessaging, openPayments } from '../src/open-gateways.ts';
import { stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { openTestServer } from './kit.ts';

/** Every file of ours that a program loads, dynamic imports among them. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>();
  const follow = (file: string): void => {
    if (loaded.has(file) || !existsSync(join(ROOT, file))) return;
    loaded.add(file);
    for (const { to, typesOnly } of readImports(ROOT, file)) if (!typesOnly) follow(to);
  };
  follow(entry);
  return loaded;
}

/** Notes every module that the process loads and every program that it starts, a line each, in the file TRACE. */
const TRACER = `import fs from 'node:fs'; import child from 'node:child_process'; import { registerHooks, syncBuiltinESMExports } from 'node:module';
  const note = (line) => fs.appendFileSync(process.env.TRACE, line + '\\n');
  registerHooks({ load(url, context, next) { note(url); return next(url, context); } });
  const { spawn } = child;
  child.spawn = (program, ...rest) => { note('spawn ' + [program, rest[0]].flat().join(' ')); return spawn(program, ...rest); };
  syncBuiltinESMExports();`;

/**
 * Starts the real server in a new folder, waits until it is ready, and returns the modules that it loaded and the processes that it
 * started.
 */
async function trace(env: Record<string, string>): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-simulation-'));
  const file = join(dataDir, 'trace');
  onTestFinished(async () => {
    await stopPostmaster(join(dataDir, 'postgres'), 10_000);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const server = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(TRACER)}`, 'apps/server/src/main.ts'],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TRACE: file, PORT: '0', DATA_DIR: dataDir, SEED: 'none', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = Promise.withResolvers<void>();
  createInterface({ input: server.stdout }).on('line', (line) => line.includes(' is ready: ') && ready.resolve());
  const ended = once(server, 'exit');
  ended.then(() => ready.reject(new Error('the server ended before it was ready')));
  await ready.promise;
  server.kill('SIGTERM');
  await ended;
  return readFileSync(file, 'utf8').split('\n');
}

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_WIRE_KEY: 'Kq7fTz2mWv9xLb4h',
  MASTER_KEY: randomBytes(32).toString('base64'),
  AFRICASTALKING_USERNAME: 'school',
  AFRICASTALKING_API_KEY: 'key',
  TIME_SERVER: 'none',
};
const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

it('the server imports no file of the simulators', () => {
  const loaded = loadedBy('apps/server/src/main.ts');
  expect(loaded).toContain('apps/server/src/gateways/payments/daraja/client.ts');
  expect(loaded).toContain('packages/contract/src/payments.ts');
  expect([...loaded].filter((file) => file.startsWith('apps/simulators/'))).toEqual([]);
  expect(loadedBy('apps/simulators/src/main.ts')).toContain('apps/simulators/src/mpesa/server.ts');
});

atNight(
  'the server in production neither loads nor starts a simulator',
  async () => {
    const traced = await trace(PRODUCTION);
    expect(traced).toContainEqual(expect.stringContaining('apps/server/src/gateways/payments/daraja/client.ts'));
    expect(traced).toContainEqual(expect.stringMatching(/^spawn .*postgres/));
    expect(traced.filter((line) => line.includes('apps/simulators/'))).toEqual([]);
  },
  120_000,
);

it('a gateway starts a simulator process only if the configuration says so', async () => {
  const real = await openTestServer({ PAYMENTS_PROVIDER: 'daraja', SMS_PROVIDER: 'africastalking' });
  onTestFinished(() => real.close());
  const told: string[] = [];
  const print = (line: string) => void told.push(line);
  const before = processes();
  const gateways = [await openPayments(real.context, print), await openMessaging(real.context, print)];
  expect([processes() - before, told]).toEqual([0, []]);
  const payments = { ...real.context.config.payments, provider: 'simulator' as const, simulatorPort: 0 };
  const config = { ...real.context.config, payments };
  const simulated = await openPayments({ ...real.context, config }, print);
  gateways.push(simulated);
  expect([processes() - before, told]).toEqual([1, [expect.stringContaining('/simulator/handset')]]);
  // The gateway that a server opens keeps its token where all servers find it.
  await simulated.gateway.checkKeys(ACCOUNT);
  const kept = await real.context.db.readPlatform((tx) =>
    tx.rows<{ version: bigint }>('SELECT version FROM payment_tokens'),
  );
  expect(kept).toEqual([{ version: 1n }]);
  for (const gateway of gateways) await gateway.close();
  // The process has ended; its handle is released one event-loop turn later.
  await expect.poll(() => processes() - before).toBe(0);
});
