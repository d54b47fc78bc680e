import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { APP_ROLE, ensureAppRole } from '../src/platform/database/app-role.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { findRunning } from '../src/platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { onServer, type TestServer } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

const PREFIX = 'mfuko-tests-';

/** Starts one PostgreSQL for the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}

/** Starts a PostgreSQL and migrates the template of every test database. `stop` removes both. */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  await clearAway();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const server: TestServer = {
    ownerUrl: postgres.ownerUrl,
    superuserUrl: findRunning(dataDir)?.superuserUrl ?? '',
    template: 'template_school',
    appPassword: 'of the tests',
  };
  await onServer(server, `CREATE DATABASE ${server.template}`);
  const template = new URL(server.ownerUrl);
  template.pathname = server.template;
  await ensureAppRole(template.href, { role: APP_ROLE, password: server.appPassword });
  await migrate(template.href);
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, stop };
}

/** Ends and removes the leftovers of killed runs. */
async function clearAway(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (isRunning(pid)) continue;
    const folder = join(tmpdir(), name);
    await stopPostmaster(join(folder, 'postgres'), 5_000).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
