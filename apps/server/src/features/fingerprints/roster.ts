import type { ReadTx } from '../../platform/database/database.ts';
import { type ByUse, openByUse } from '../../platform/process/by-use.ts';
import type { Engine } from './engine.ts';
import { listRoster, readRosterStamp, stampOf } from './store.ts';
import type { RosterStudent } from './tasks.ts';

/** Impressions whose ids the main thread keeps, for each that the workers keep: an id is a fiftieth of its template. */
const IDS_PER_TEMPLATE = 5;

/** A whole school as it stood at one moment, spread over the workers. */
export interface Roster {
  readonly schoolId: string;
  readonly stamp: string;
  /** The students of each worker. */
  readonly shares: readonly (readonly RosterStudent[])[];
}

/** Reads the roster in a transaction; its stamp tells later whether it still holds. */
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
  // Of these very rows: between two statements the school may have changed.
  const roster = { schoolId: tx.schoolId, stamp: stampOf(rows), shares };
  rostersOf(engine).set(tx.schoolId, roster, rows.length);
  return roster;
}

/** Rosters by school; lists of ids only. The stamp is read anew for every use, so an old one is never trusted. */
const rosters = new WeakMap<Engine, ByUse<Roster>>();

function rostersOf(engine: Engine): ByUse<Roster> {
  let known = rosters.get(engine);
  if (!known) rosters.set(engine, (known = openByUse(IDS_PER_TEMPLATE * engine.context.config.fingerprintsInMemory)));
  return known;
}

function slotOf(studentId: string, size: number): number {
  return Number.parseInt(studentId.slice(-6), 16) % size;
}
