import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Settings } from './settings.ts';

/** Content of postmaster.pid, which a running PostgreSQL writes to its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/**
 * State of the process that postmaster.pid names: `alive` is a PostgreSQL on this folder; a `stranger` is another process with the same
 * id after a restart of the machine or container; a `zombie` has ended but was not reaped yet.
 */
export type PostmasterState = 'alive' | 'zombie' | 'stranger' | 'gone';

/** Reads postmaster.pid; undefined where the file is missing or incomplete. */
export function readPostmasterFile(folder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    // No file: no PostgreSQL was started on this folder, or it has ended.
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/** Returns the state of a process as seen from the data folder. */
export function postmasterState(pid: number, folder: string): PostmasterState {
  let stat: string;
  let command: string[];
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // A process that does not exist has no files below /proc.
    return 'gone';
  }
  // The process name in parentheses may contain anything, so the state is read after the last parenthesis.
  if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'zombie';
  if (basename(command[0] ?? '') !== 'postgres') return 'stranger';
  const its = command[command.indexOf('-D') + 1];
  return its === undefined || samePlace(its, folder) ? 'alive' : 'stranger';
}

function samePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // The folder was moved under a running PostgreSQL: better to take it for ours than to start a second one.
    return true;
  }
}

export interface PostmasterPlan {
  readonly postgres: string;
  readonly account: Account;
  readonly folder: string;
  /** File for PostgreSQL's output until its own log is open; truncated first. */
  readonly startLog: string;
  readonly settings: Settings;
}

/**
 * Starts PostgreSQL on the folder, in a session of its own: Ctrl-C in the terminal must reach only this process, since requests in
 * progress still need the database, and PostgreSQL survives if this process is killed.
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
 * Returns the environment that lets PostgreSQL start over a stale postmaster.pid. PostgreSQL refuses to start while the process named
 * there exists, even as a zombie or as an unrelated process with the same id. Deleting the file would disable the check for left-over
 * workers, so PostgreSQL is told to ignore that one id, the way pg_ctl makes it ignore pg_ctl's own.
 */
function deadPostmaster(folder: string): Record<string, string> {
  const file = readPostmasterFile(folder);
  const state = file && postmasterState(file.pid, folder);
  return file && (state === 'zombie' || state === 'stranger') ? { PG_GRANDPARENT_PID: String(file.pid) } : {};
}

/**
 * Stops PostgreSQL on the folder with a fast shutdown: sessions are closed, committed data is kept. After `patience` (milliseconds) an
 * immediate shutdown follows, and the next start recovers from the WAL.
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
