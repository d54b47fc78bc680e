import { setTimeout as sleep } from 'node:timers/promises';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import type { Blow, Deck } from './deck.ts';
import type { Overseer } from './overseer.ts';
import type { Fleet } from './servers.ts';
import type { Tally } from './tally.ts';

/** Points at which platform/process/failpoint.ts can end a server. */
const POINTS = ['before-work', 'before-commit', 'after-commit'] as const;

export interface Storm {
  readonly chances: Chances;
  readonly deck: Deck;
  readonly tally: Tally;
  readonly overseer: Overseer;
  readonly fleet: Fleet;
  readonly school: string;
  readonly students: readonly string[];
  /** Which of the points is next. */
  turn: number;
}

/** Deals the blows in their turn until the deck is empty. */
export async function deal(storm: Storm): Promise<void> {
  const aside: Promise<void>[] = [];
  while (!storm.deck.isEmpty()) {
    const blow = storm.deck.nextBlow();
    if (blow === null) {
      await sleep(10);
      continue;
    }
    // A held wallet is one student's: the rest goes on meanwhile.
    if (blow === 'wallet held by another session') aside.push(holdWallet(storm).finally(storm.deck.dealt));
    else await strike(storm, blow).finally(storm.deck.dealt);
  }
  await Promise.all(aside);
}

async function strike(storm: Storm, blow: Exclude<Blow, 'wallet held by another session'>): Promise<void> {
  const { chances, fleet, tally } = storm;
  const place = chances.between(0, fleet.size - 1);
  switch (blow) {
    case 'backend ended':
      return endBackend(storm, blow, 'pg_terminate_backend');
    case 'statement cancelled':
      return endBackend(storm, blow, 'pg_cancel_backend');
    case 'server frozen for a while': {
      const server = fleet.at(place);
      server?.signal('SIGSTOP');
      await sleep(chances.between(50, 1_500));
      server?.signal('SIGCONT');
      return tally.fault(blow);
    }
    case 'server told to stop':
      await fleet.restart(place, 'SIGTERM');
      return tally.fault(blow);
    case 'server killed at a random moment, then at a named point': {
      const point = POINTS[storm.turn++ % POINTS.length];
      await fleet.restart(place, 'SIGKILL', { FAILPOINT: `${point}:${chances.between(1, 12)}` });
      tally.fault('server killed at a random moment');
      const ended = await fleet.afterItsEnd(place, 40_000);
      return tally.fault(ended ? `server killed ${point}` : 'server killed at a random moment');
    }
    case 'PostgreSQL killed':
      return endPostgres(storm, blow, 'SIGKILL');
    case 'PostgreSQL told to stop':
      return endPostgres(storm, blow, 'SIGTERM');
  }
}

/** One that is at work, where there is one. */
async function endBackend({ overseer, tally }: Storm, blow: Blow, how: string): Promise<void> {
  const ended = await overseer
    .rows(
      `SELECT ${how}(pid) FROM (SELECT pid FROM pg_stat_activity WHERE application_name = 'mfuko'
         ORDER BY state = 'idle', random() LIMIT 1) AS one`,
    )
    .catch(() => []);
  if (ended.length > 0) tally.fault(blow);
  await sleep(5);
}

/** Ends the database alone while jobs are in flight: their ends cannot be written down, and no server may end over it. */
async function endPostgres({ overseer, tally }: Storm, blow: Blow, signal: NodeJS.Signals): Promise<void> {
  const pid = await runningPostgres(overseer);
  let inFlight = false;
  for (let tries = 0; tries < 400 && !inFlight; tries++) {
    const locked = await overseer
      .rows('SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL LIMIT 1')
      .catch(() => []);
    inFlight = locked.length > 0;
  }
  process.kill(pid, signal);
  tally.fault(blow);
  if (inFlight) tally.fault(`${blow}, jobs in flight`);
  // A session of the one that was killed may answer once more, so its end is waited for first.
  for (let tries = 0; tries < 1_000 && overseer.postmaster() === pid; tries++) await sleep(20);
  await runningPostgres(overseer);
  await overseer.surely('SELECT 1');
}

async function runningPostgres(overseer: Overseer): Promise<number> {
  for (let tries = 0; tries < 3_000; tries++) {
    const pid = overseer.postmaster();
    if (pid !== null) return pid;
    await sleep(20);
  }
  throw new Error('PostgreSQL was not started again within a minute.');
}

/** Longer than a statement may wait for a lock, sometimes. */
async function holdWallet({ chances, overseer, school, students, tally }: Storm): Promise<void> {
  const student = students[chances.between(0, students.length - 1)];
  const forMs = chances.between(100, 4_500);
  const holder = await overseer.session().catch(() => null);
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
    // The database was killed over it.
  } finally {
    await holder.end().catch(() => undefined);
  }
}
