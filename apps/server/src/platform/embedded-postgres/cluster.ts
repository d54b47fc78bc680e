import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { POSTGRES_MAJOR } from './binaries.ts';

const run = promisify(execFile);

/** Superuser that initdb creates. The starter signs in as this user only to create the owner; backups use it too. */
export const SUPERUSER = 'postgres';

export interface ClusterPlan {
  readonly initdb: string;
  readonly account: Account;
  /** Folder of the cluster. */
  readonly folder: string;
  /** Password of the superuser; required to create a cluster. */
  readonly superuserPassword: string | null;
  readonly durable: boolean;
}

/** Returns true when DATA_DIR contains a cluster: its keys exist then, and none may be generated. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/**
 * Creates the cluster where there is none, and throws for one of another version. The cluster is created in a draft folder and renamed
 * when complete, so that an interrupted start, or two concurrent ones, leave either no cluster or a complete one.
 */
export async function ensureCluster(plan: ClusterPlan): Promise<void> {
  const { folder } = plan;
  const version = join(folder, 'PG_VERSION');
  if (existsSync(version)) {
    const found = readFileSync(version, 'utf8').trim();
    if (found === POSTGRES_MAJOR) return;
    throw new Error(
      `${folder} is a database of PostgreSQL ${found}; this version of the server brings ${POSTGRES_MAJOR}.`,
    );
  }
  removeOldDrafts(folder);
  const draft = mkdtempSync(`${folder}.new-${process.pid}-`);
  const passwordFile = `${draft}.password`;
  plan.account.own(draft);
  writeFileSync(passwordFile, plan.superuserPassword ?? '', { mode: 0o600 });
  plan.account.own(passwordFile);
  try {
    await runInitdb(plan, draft, passwordFile);
    moveIntoPlace(draft, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes draft folders, with their password files, of starts that were killed. */
function removeOldDrafts(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!existsSync(`/proc/${pid}`)) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

async function runInitdb(plan: ClusterPlan, draft: string, passwordFile: string): Promise<void> {
  const [file, args] = plan.account.command(plan.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The system's locales differ between machines, and an update can invalidate indexes; the built-in locale is stable.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    ...(plan.durable ? ['--data-checksums'] : ['--no-data-checksums', '--no-sync']),
  ]);
  try {
    await run(file, args, { ...plan.account.identity, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`initdb failed: ${stderr?.trim() || message}`, { cause: error });
  }
}

function moveIntoPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another server of the same start was faster; its cluster uses the same password and serves both.
    if (existsSync(join(folder, 'PG_VERSION'))) return;
    throw error;
  }
  const parent = openSync(dirname(folder), 'r');
  fsyncSync(parent);
  closeSync(parent);
}
