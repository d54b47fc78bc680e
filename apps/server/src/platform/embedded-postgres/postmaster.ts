import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Settings } from './settings.ts';

/** Postmaster file: what a running server writes about itself into its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/**
 * The process that postmaster.pid names: `alive` is a PostgreSQL on this folder; a `stranger` got the same number after
 * a restart of the machine or container; a `zombie` has ended but was not yet collected.
 */
export type PostmasterState = 'alive' | 'zombie' | 'stranger' | 'gone';

/** Reads postmaster.pid, if there is one and it is complete. */
export function readPostmasterFile(folder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    // No file: no server was started on this folder, or it has ended.
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/** Tells what the process of that number is, as seen from the data folder. */
export function postmasterState(pid: number, folder: string): PostmasterState {
  let stat: string;
  let command: string[];
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // A process that is not there has no files below /proc.
    return 'gone';
  }
  // The name in parentheses may hold anything, so the state is read behind the last one.
  if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'zombie';
  if (basename(command[0] ?? '') !== 'postgres') return 'stranger';
  const its = command[command.indexOf('-D') + 1];
  return its === undefined || samePlace(its, folder) ? 'alive' : 'stranger';
}

function samePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // A folder that was moved under a running server: better taken for ours than started twice.
    return true;
  }
}

export interface PostmasterPlan {
  readonly postgres: string;
  readonly account: Account;
  readonly folder: string;
  /** Start log: where it writes until its own log is open; emptied first. */
  readonly startLog: string;
  readonly settings: Settings;
}

/**
 * Starts a server on the folder. It is a process of its own session: Ctrl-C in our terminal must reach us alone, since
 * requests under way still need it, and it outlives us where we are killed.
 */
export function spawnPostmaster(plan: PostmasterPlan): ChildProcess {
  const flags = Object.entries(plan.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file, args] = plan.account.command(plan.postgres, ['-D', plan.folder, ...flags]);
  const log = openSync(plan.startLog, 'w', 0o600);
  const child = spawn(file, args, {
    ...plan.account.identity,
    detached: true,
    cwd: '/',
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...deadPostmaster(plan.folder) },
  });
  closeSync(log);
  child.unref();
  return child;
}

/**
 * PostgreSQL does not start while the process named in postmaster.pid lives, be it a zombie or a stranger that was
 * given the same number. Deleting the file would switch off its check for left-over workers, so instead it is told to
 * disregard that one number, the way pg_ctl tells it to disregard pg_ctl's own.
 */
function deadPostmaster(folder: string): Record<string, string> {
  const file = readPostmasterFile(folder);
  const state = file && postmasterState(file.pid, folder);
  return file && (state === 'zombie' || state === 'stranger') ? { PG_GRANDPARENT_PID: String(file.pid) } : {};
}

/**
 * Ends the server on the folder: sessions are cut, everything committed is kept (`fast`). Where that takes longer than
 * the patience, the next start recovers from the log (`immediate`).
 */
export async function stopPostmaster(folder: string, patience = 60_000): Promise<void> {
  const file = readPostmasterFile(folder);
  if (file === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const until = Date.now() + patience;
    if (postmasterState(file.pid, folder) === 'alive') process.kill(file.pid, signal);
    while (Date.now() < until) {
      if (postmasterState(file.pid, folder) !== 'alive') return;
      await sleep(20);
    }
  }
  throw new Error(`PostgreSQL (process ${file.pid}) does not end.`);
}
