import type { ReadTx } from '../../platform/database/database.ts';
import { type ByUse, openByUse } from '../../platform/process/by-use.ts';
import type { Engine } from './engine.ts';
import { listRoster, readRosterStamp, stampOf } from './store.ts';
import type { RosterStudent } from './tasks.ts';

/** Impression ids that the main thread caches for each template that the workers cache: an id is a fiftieth of a template in size. */
const IDS_PER_TEMPLATE = 5;

/** Impressions of a whole school at one moment, spread over the workers. */
export interface Roster {
  readonly schoolId: string;
  readonly stamp: string;
  /** Students of each worker. */
  readonly shares: readonly (readonly RosterStudent[])[];
}

/** Reads the roster; its stamp tells later whether the roster is still current. */
export async function readRoster(tx: ReadTx, engine: Engine): Promise<Roster> {
  const known = rostersOf(engine).get(tx.schoolId);
  if (known?.stamp === (await readRosterStamp(tx))) return known;
  const rows = await listRoster(tx);
  const students = new Map<string, { studentId: string; active: boolean; fingerprintIds: string[] }>();
  for (const { id, studentId, active } of rows) {
    const student = students.get(studentId);
    if (student) student.fingerprintIds.push(id);
    else students.set(studentId, { studentId, active, fingerprintIds: [id] });
  }
  const shares: RosterStudent[][] = Array.from({ length: engine.size }, () => []);
  for (const student of students.values()) shares[slotOf(student.studentId, engine.size)]?.push(student);
  // The stamp is computed from these rows, because the school may have changed between the two statements.
  const roster = { schoolId: tx.schoolId, stamp: stampOf(rows), shares };
  rostersOf(engine).set(tx.schoolId, roster, rows.length);
  return roster;
}

/** Cached rosters by school, with ids only. Each use reads the stamp again, so that a stale roster is never used. */
const rosters = new WeakMap<Engine, ByUse<Roster>>();

function rostersOf(engine: Engine): ByUse<Roster> {
  let known = rosters.get(engine);
  if (!known) rosters.set(engine, (known = openByUse(IDS_PER_TEMPLATE * engine.context.config.fingerprintsInMemory)));
  return known;
}

function slotOf(studentId: string, size: number): number {
  return Number.parseInt(studentId.slice(-6), 16) % size;
}
