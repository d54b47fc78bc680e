import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick in /proc on Linux, on every machine. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that this process and all below it have had, those that have ended included: what a deposit
 * costs, however many others share the processors.
 */
export function processorTime(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const ours = new Set([process.pid]);
  for (let found = 0; found < ours.size; ) {
    found = ours.size;
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
  }
  return processes.filter(({ pid }) => ours.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

function readStat(pid: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid: Number(pid), parent: fields[1] ?? 0, ticks };
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time of a server by its threads, and of its database. */
export interface Spent {
  readonly main: number;
  /** Threads of the fingerprint engine. */
  readonly workers: number;
  /** Collecting, compiling, hashing, reading and writing. */
  readonly others: number;
  readonly database: number;
}

/** Reads what the server on that folder has spent: its own process by `/proc/PID/task`, its database by the processes below it. */
export function threadTimes(dataDir: string): Spent {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []));
  const server = processes.find(({ pid }) => isServer(pid, dataDir));
  if (!server) throw new Error('The server does not run.');
  const tasks = readdirSync(`/proc/${server.pid}/task`).map((id) => readTask(server.pid, id));
  const sum = (wanted: (task: Task) => boolean) =>
    tasks.filter(wanted).reduce((all, { ticks }) => all + ticks, 0) * TICK_MS;
  const database = new Set(processes.filter(({ pid }) => isDatabase(pid, dataDir)).map(({ pid }) => pid));
  return {
    main: sum(({ id }) => id === server.pid),
    workers: sum(({ name }) => name === 'WorkerThread'),
    others: sum(({ id, name }) => id !== server.pid && name !== 'WorkerThread'),
    database:
      processes
        .filter(({ pid, parent }) => database.has(pid) || database.has(parent))
        .reduce((all, { ticks }) => all + ticks, 0) * TICK_MS,
  };
}

/**
 * Milliseconds of processor time, by process and to the nanosecond, of the server on that folder (its main thread, or all of them) and of the sessions
 * that it has of its own database: what calls cost, without the database's own housekeeping.
 */
export function callTimes(
  dataDir: string,
  threads: 'main thread' | 'all threads' = 'main thread',
): Map<number, number> {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  const postmaster = pids.find((pid) => isDatabase(pid, dataDir));
  const counted = pids.filter(
    (pid) => isServer(pid, dataDir) || (isSession(pid) && readStat(`${pid}`)?.parent === postmaster),
  );
  const spent = (pid: number, thread: number | string) =>
    Number(readText(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6;
  return new Map(
    counted.map((pid) => [
      pid,
      threads === 'main thread'
        ? spent(pid, pid)
        : readdirSync(`/proc/${pid}/task`).reduce((all, thread) => all + spent(pid, thread), 0),
    ]),
  );
}

/** Milliseconds between two looks; a session that has ended since is left out. */
export function spentBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** Session of the application, as PostgreSQL names its processes. */
function isSession(pid: number): boolean {
  return readText(`/proc/${pid}/cmdline`).startsWith('postgres: mfuko_app');
}

function isServer(pid: number, dataDir: string): boolean {
  return (
    readText(`/proc/${pid}/cmdline`).includes('src/main.ts') &&
    readText(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir}\0`)
  );
}

function isDatabase(pid: number, dataDir: string): boolean {
  return (
    readText(`/proc/${pid}/cmdline`).includes(`${dataDir}/`) && readText(`/proc/${pid}/comm`).startsWith('postgres')
  );
}

/** Empty where the process has ended, or is somebody else's. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface Task {
  readonly id: number;
  readonly name: string;
  readonly ticks: number;
}

function readTask(pid: number, id: string): Task {
  const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1');
  const name = /\((.*)\)/s.exec(stat)?.[1] ?? '';
  const fields = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return { id: Number(id), name, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
}
