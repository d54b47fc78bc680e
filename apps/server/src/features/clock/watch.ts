import { performance } from 'node:perf_hooks';
import type { TimeSource } from '../../gateways/time/index.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notifyStaff } from '../notices/index.ts';
import { type Fault, readFault } from './status.ts';

/** Seconds after which staff are notified again of a fault that persists. */
const QUIET_SECONDS = 12 * 3_600;

/**
 * Compares the database's clock with the network's time and stores the offset for all processes. Returns the milliseconds that the
 * clock is ahead; null if the network does not answer, in which case the last offset stays valid for its hour.
 */
export async function measureClockOffset({ db }: Pick<AppContext, 'db'>, source: TimeSource): Promise<number | null> {
  const told = await source.ask();
  if (!told) return null;
  return db.inPlatform(async (tx) => {
    // Opens the transaction first, so that the timed query is short.
    await tx.row('SELECT 1');
    const asked = performance.now();
    const clock = await tx.row<{ ms: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
    const answered = performance.now();
    if (!clock) throw new TypeError('The query of the database clock returned no row.');
    const offset = Math.round(clock.ms - (told.networkMs + (asked + answered) / 2 - told.steadyMs));
    await tx.row('UPDATE clock_checks SET checked_at = clock_timestamp(), offset_ms = $1, source = $2', [
      offset,
      source.name,
    ]);
    return offset;
  });
}

/** Checks the clock for each school and notifies staff of faults. Returns the platform's fault, or else the first school's. */
export async function checkClock({ db }: Pick<AppContext, 'db'>): Promise<Fault | null> {
  const { own, schools } = await db.readPlatform(async (tx) => ({
    own: await readFault(tx),
    schools: await tx.rows<{ id: string; fault: Fault }>('SELECT school_id AS id, fault FROM clock_faults()'),
  }));
  const all = [...schools, ...(own ? [{ id: PLATFORM_SCHOOL, fault: own }] : [])];
  // The platform is notified of one school's fault too.
  const [first] = schools;
  if (first && !own) all.push({ id: PLATFORM_SCHOOL, fault: first.fault });
  for (const { id, fault } of all) {
    const notice = {
      kind: 'clock.wrong',
      subject: { kind: 'clock', id: fault.why },
      params: { now: fault.nowText, than: fault.thanText },
      quietSeconds: QUIET_SECONDS,
    } as const;
    await (id === PLATFORM_SCHOOL
      ? db.inPlatform((tx) => notifyStaff(tx, notice))
      : db.inSchool(id, (tx) => notifyStaff(tx, notice)));
  }
  return own ?? first?.fault ?? null;
}
