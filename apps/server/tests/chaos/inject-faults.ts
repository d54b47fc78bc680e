import { setTimeout as sleep } from 'node:timers/promises';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import type { FaultSchedule, ServerFault } from './fault-schedule.ts';
import type { Fleet } from './servers.ts';
import type { SuperuserSession } from './superuser-session.ts';
import type { Tally } from './tally.ts';

/** Points at which platform/process/failpoint.ts can end a server. */
const POINTS = ['before-work', 'before-commit', 'after-commit'] as const;

export interface Injection {
  readonly chances: Chances;
  readonly schedule: FaultSchedule;
  readonly tally: Tally;
  readonly superuser: SuperuserSession;
  readonly fleet: Fleet;
  readonly school: string;
  readonly students: readonly string[];
  /** Index of the next point. */
  turn: number;
}

/** Injects the server faults in order until the schedule is empty. */
export async function injectFaults(injection: Injection): Promise<void> {
  const aside: Promise<void>[] = [];
  while (!injection.schedule.isEmpty()) {
    const fault = injection.schedule.nextServerFault();
    if (fault === null) {
      await sleep(10);
      continue;
    }
    // A held wallet blocks one student only, so the other operations continue meanwhile.
    if (fault === 'wallet held by another session')
      aside.push(lockWallet(injection).finally(injection.schedule.injected));
    else await inject(injection, fault).finally(injection.schedule.injected);
  }
  await Promise.all(aside);
}

async function inject(
  injection: Injection,
  fault: Exclude<ServerFault, 'wallet held by another session'>,
): Promise<void> {
  const { chances, fleet, tally } = injection;
  const place = chances.between(0, fleet.size - 1);
  switch (fault) {
    case 'backend ended':
      return endBackend(injection, fault, 'pg_terminate_backend');
    case 'statement cancelled':
      return endBackend(injection, fault, 'pg_cancel_backend');
    case 'server frozen for a while': {
      const server = fleet.at(place);
      server?.signal('SIGSTOP');
      await sleep(chances.between(50, 1_500));
      server?.signal('SIGCONT');
      return tally.fault(fault);
    }
    case 'server told to stop':
      await fleet.restart(place, 'SIGTERM');
      return tally.fault(fault);
    case 'server killed at a random moment, then at a named point': {
      const point = POINTS[injection.turn++ % POINTS.length];
      await fleet.restart(place, 'SIGKILL', { FAILPOINT: `${point}:${chances.between(1, 12)}` });
      tally.fault('server killed at a random moment');
      const ended = await fleet.afterItsEnd(place, 40_000);
      return tally.fault(ended ? `server killed ${point}` : 'server killed at a random moment');
    }
    case 'PostgreSQL killed':
      return endPostgres(injection, fault, 'SIGKILL');
    case 'PostgreSQL told to stop':
      return endPostgres(injection, fault, 'SIGTERM');
  }
}

/** Terminates a backend, preferably an active one. */
async function endBackend({ superuser, tally }: Injection, fault: ServerFault, how: string): Promise<void> {
  const ended = await superuser
    .rows(
      `SELECT ${how}(pid) FROM (SELECT pid FROM pg_stat_activity WHERE application_name = 'mfuko'
         ORDER BY state = 'idle', random() LIMIT 1) AS one`,
    )
    .catch(() => []);
  if (ended.length > 0) tally.fault(fault);
  await sleep(5);
}

/** Ends only the database while jobs are running: their results cannot be written, and no server may end because of that. */
async function endPostgres({ superuser, tally }: Injection, fault: ServerFault, signal: NodeJS.Signals): Promise<void> {
  const pid = await runningPostgres(superuser);
  let inFlight = false;
  for (let tries = 0; tries < 400 && !inFlight; tries++) {
    const locked = await superuser
      .rows('SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL LIMIT 1')
      .catch(() => []);
    inFlight = locked.length > 0;
  }
  process.kill(pid, signal);
  tally.fault(fault);
  if (inFlight) tally.fault(`${fault}, jobs in flight`);
  // Sessions of the killed postmaster may answer once more, so wait until it has ended.
  for (let tries = 0; tries < 1_000 && superuser.postmaster() === pid; tries++) await sleep(20);
  await runningPostgres(superuser);
  await superuser.rowsRetried('SELECT 1');
}

async function runningPostgres(superuser: SuperuserSession): Promise<number> {
  for (let tries = 0; tries < 3_000; tries++) {
    const pid = superuser.postmaster();
    if (pid !== null) return pid;
    await sleep(20);
  }
  throw new Error('PostgreSQL was not started again within a minute.');
}

/** Sometimes longer than the lock timeout of a statement. */
async function lockWallet({ chances, superuser, school, students, tally }: Injection): Promise<void> {
  const student = students[chances.between(0, students.length - 1)];
  const forMs = chances.between(100, 4_500);
  const holder = await superuser.session().catch(() => null);
  if (!holder) return;
  try {
    await holder.query('BEGIN');
    await holder.query(
      `SELECT 1 FROM accounts a JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id
       WHERE a.school_id = $1 AND s.admission_number = $2 FOR UPDATE OF a`,
      [school, student],
    );
    await sleep(forMs);
    tally.fault('wallet held by another session');
  } catch {
    // The database was killed meanwhile.
  } finally {
    await holder.end().catch(() => undefined);
  }
}
