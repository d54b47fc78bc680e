import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../../e2e/client.ts';
import { runServer } from '../../../../e2e/server.ts';
import { seededChances } from '../../../simulators/src/simulation/index.ts';
import { serve } from './client.ts';
import { REQUEST_FAULTS, SERVER_FAULTS, scheduleFaults } from './fault-schedule.ts';
import { openFaultyTransport } from './faulty-transport.ts';
import { injectFaults } from './inject-faults.ts';
import { judge, judgeInside, watchForDebt } from './judge.ts';
import { type Fleet, openFleet } from './servers.ts';
import { createRecord, makeSetting, type Setting } from './setting.ts';
import { openSuperuserSession, type SuperuserSession } from './superuser-session.ts';
import { openTally, type Tally } from './tally.ts';
import { FEES, type Operation, openWorkload, PLATE } from './workload.ts';

export interface Stage {
  readonly setting: Setting;
  readonly fleet: Fleet;
  readonly superuser: SuperuserSession;
  /** All operations that clients have begun so far. */
  readonly operations: Operation[];
  readonly plates: readonly string[];
  close(): Promise<void>;
}

export interface FaultSettings {
  readonly seed: number;
  readonly faults: number;
  readonly clients: number;
  /** Relative weight of each kind of fault; defaults to the mix of fault-schedule.ts. */
  readonly mix?: Readonly<Record<string, number>>;
  /** Time limit in minutes, after which the run is judged even if not all faults have been injected. */
  readonly minutes?: number;
}

const QUIET = { LOG_LEVEL: 'fatal' };

/** A school on real PostgreSQL with fsync, and its servers. */
export async function openStage(size: { students: number; tellers: number; plates: number }): Promise<Stage> {
  const first = await runServer(QUIET, mkdtempSync(join(tmpdir(), 'mfuko-chaos-')));
  const setting = await makeSetting(first, size);
  const superuser = openSuperuserSession(first.dataDir);
  const plates = await prepare(setting, superuser, size.plates);
  const fleet = await openFleet(first, 2, QUIET);
  const close = async () => {
    await superuser.close();
    await fleet.stop();
  };
  return { setting, fleet, superuser, plates, operations: [], close };
}

/** Runs clients under faults, and then judges the books. */
export async function runFaults(stage: Stage, settings: FaultSettings): Promise<Tally> {
  const { seed, faults, clients, mix = { ...REQUEST_FAULTS, ...SERVER_FAULTS } } = settings;
  const { setting, fleet, superuser, operations } = stage;
  const tally = openTally();
  const chances = (part: number) => seededChances(seed * 1_000 + part);
  const schedule = scheduleFaults(chances(0), faults, mix);
  const workload = openWorkload(chances(1), setting, stage.plates, operations);
  const transport = await openFaultyTransport(fleet.urls()[0] ?? '');
  const counter = { schedule, tally, setting, workload, transport, urls: fleet.urls };
  const injection = {
    schedule,
    tally,
    superuser,
    fleet,
    school: setting.school,
    students: setting.students,
    turn: seed,
  };
  const work = Promise.all([
    injectFaults({ ...injection, chances: chances(2) }),
    ...Array.from({ length: clients }, (_, place) => serve({ ...counter, chances: chances(10 + place) })),
  ]);
  const tooLong = setTimeout(() => schedule.end(), (settings.minutes ?? 24 * 60) * 60_000);
  let working = true;
  const over = () => (working = false);
  work.then(over, over);
  while (working) {
    await overlook(superuser, tally);
    await keepJobsComing(superuser);
    await Promise.race([sleep(250), work.catch(() => undefined)]);
  }
  clearTimeout(tooLong);
  await work;
  if (fleet.deaths() > 0) tally.found('unexpected', `${fleet.deaths()} times a server ended that nobody had ended`);
  const client = await connect(fleet.urls()[0] ?? '', setting.admin.token());
  client.actOn(setting.school);
  await judge(client, setting, operations, tally);
  await judgeInside(superuser, tally);
  return tally;
}

async function prepare(setting: Setting, superuser: SuperuserSession, count: number): Promise<string[]> {
  for (const [kind, { fixed, basisPoints, cap }] of Object.entries(FEES))
    await superuser.rows(
      'INSERT INTO fee_rules (school_id, kind, fixed, basis_points, cap) VALUES ($1, $2, $3, $4, $5)',
      [setting.school, kind, fixed, basisPoints, cap],
    );
  const plates: string[] = [];
  for (let place = 0; place < count; place++) {
    const item = { name: `Plate ${place}`, quantityPerPerson: 100, price: PLATE };
    plates.push(String((await createRecord(setting.admin, 'school/createMenu', item)).sysid));
  }
  return plates;
}

/** Makes the database forget idempotency keys from now on, by a trigger, since the server has no such setting. */
export async function forgetKeys({ superuser }: Stage): Promise<void> {
  await superuser.rows(`CREATE FUNCTION forget_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  await superuser.rows(
    'CREATE TRIGGER forget_key BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION forget_key()',
  );
}

/** Keeps enqueuing jobs that may run any number of times, so that every kill happens with jobs running. */
async function keepJobsComing(superuser: SuperuserSession): Promise<void> {
  await superuser
    .rows(`SELECT graphile_worker.add_job('audit-seal') FROM generate_series(1, 20)`)
    // The database is temporarily down; the next round enqueues again.
    .catch(() => undefined);
}

/** Open attempts of servers that died just now, five for each student and user: they must lock no student. */
const DEAD_TRIES = `
  INSERT INTO student_tries AS t (school_id, id, student_id, kind, user_id, session, session_since)
  SELECT s.school_id, md5(s.id::text || u.id::text || n)::uuid, s.id, 'pin', u.id, 0, 'epoch'
  FROM students s CROSS JOIN users u CROSS JOIN generate_series(1, 5) n
  ON CONFLICT (school_id, id) DO UPDATE SET at = clock_timestamp() WHERE t.at < clock_timestamp() - interval '3 seconds'`;

/** Checks while faults are injected that no wallet is negative, and keeps adding tries that died with their server. */
async function overlook(superuser: SuperuserSession, tally: Tally): Promise<void> {
  try {
    await watchForDebt(superuser, tally, 'accounts');
    await superuser.rows(DEAD_TRIES);
  } catch {
    // The database is temporarily down.
  }
}
