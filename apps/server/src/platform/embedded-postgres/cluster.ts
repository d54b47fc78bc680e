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

/** The user that initdb makes; only the starter signs in as it, to make the owner. */
export const SUPERUSER = 'postgres';

export interface ClusterPlan {
  readonly initdb: string;
  readonly account: Account;
  /** The folder of the cluster. */
  readonly folder: string;
  /** Needed for making one. */
  readonly superuserPassword: string | null;
  readonly durable: boolean;
}

/** True where DATA_DIR has a cluster: it was made with keys, and no key may be made any more. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/**
 * Makes the cluster where there is none, and refuses one of another version. It is made beside its place and moved
 * there whole, so that a start that is cut off, or two at once, leave either no cluster or a complete one.
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

/** A start that was killed leaves its draft, with the password beside it. */
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
    // The machine's own locales differ and change under an index; the built-in one does not.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
    ...(plan.durable ? [] : ['--no-sync']),
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
    // Another server of the same start was quicker; its cluster has the same password and serves both.
    if (existsSync(join(folder, 'PG_VERSION'))) return;
    throw error;
  }
  const parent = openSync(dirname(folder), 'r');
  fsyncSync(parent);
  closeSync(parent);
}
