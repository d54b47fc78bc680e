import type { ReadTx } from '../../platform/database/database.ts';
import type { Engine } from './engine.ts';
import { engineBusy } from './errors.ts';
import { nearest } from './nearest.ts';
import { listFingerprintsById, listRoster, readRosterStamp, stampOf } from './store.ts';
import type { RosterStudent, Scored, Tasks } from './tasks.ts';
import { openTemplates } from './vault.ts';

/** A whole school as it stood at one moment, spread over the workers. */
export interface Roster {
  readonly schoolId: string;
  readonly stamp: string;
  /** The students of each worker. */
  readonly shares: readonly (readonly RosterStudent[])[];
}

const CHUNK = 200;
const MOST_ROUNDS = 3;
/** Templates that all workers together keep in memory, each some 15 KB with what is worked out of it: about 1 GB. */
const MOST_TEMPLATES = 60_000;

/** Reads the roster in a transaction; its stamp tells later whether it still holds. */
export async function readRoster(tx: ReadTx, engine: Engine): Promise<Roster> {
  const known = remembered(engine).get(tx.schoolId);
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
  remembered(engine).set(tx.schoolId, roster);
  return roster;
}

/**
 * The students whose fingers are nearest to a template, best first: at most two active ones and one who has left.
 * Every worker searches its share, in parts, so that students at the gate need not wait for the whole.
 */
export async function searchRoster(
  engine: Engine,
  roster: Roster,
  template: Uint8Array,
  but: string | null,
): Promise<Scored[]> {
  const found = await Promise.all(
    roster.shares.map((share, slot) => (share.length ? searchShare(engine, roster, slot, template, but) : [])),
  );
  return nearest(found.flat());
}

/** The same over what has come in since an earlier roster: a handful, so that no worker needs the whole school for it. */
export async function searchAdded(
  engine: Engine,
  before: Roster,
  now: Roster,
  template: Uint8Array,
  but: string,
): Promise<Scored[]> {
  const known = new Set(before.shares.flat().flatMap((student) => student.fingerprintIds));
  const added = now.shares.flat().filter(({ studentId }) => studentId !== but);
  const ids = added.flatMap((student) => student.fingerprintIds.filter((id) => !known.has(id)));
  if (ids.length === 0) return [];
  const opened = await engine.context.db.readSchool(now.schoolId, async (tx) =>
    openTemplates(tx, engine.context, await listFingerprintsById(tx, ids)),
  );
  const { scores } = await engine.run('compare', { template, others: opened.map(({ bytes }) => bytes) });
  const active = new Set(added.filter((student) => student.active).map(({ studentId }) => studentId));
  return nearest(
    opened.map(({ studentId }, place) => ({ studentId, active: active.has(studentId), score: scores[place] ?? 0 })),
  );
}

async function searchShare(
  engine: Engine,
  roster: Roster,
  slot: number,
  template: Uint8Array,
  but: string | null,
): Promise<Scored[]> {
  const { schoolId, stamp } = roster;
  const found: Scored[] = [];
  let from: number | null = 0;
  let rounds = 0;
  while (from !== null) {
    const part: Tasks['search']['answer'] = await engine.run('search', { schoolId, stamp, template, from, but }, slot);
    if (!part.stale) {
      found.push(...part.nearest);
      from = part.next;
    } else if (++rounds <= MOST_ROUNDS) {
      await equip(engine, roster, slot);
    } else {
      throw engineBusy();
    }
  }
  return found;
}

const equipping = new WeakMap<Engine, Map<string, Promise<void>>>();

/** Hands a worker what it lacks of its share; callers who need the same thing wait for the same doing. */
async function equip(engine: Engine, roster: Roster, slot: number): Promise<void> {
  let under = equipping.get(engine);
  if (!under) equipping.set(engine, (under = new Map()));
  const key = `${roster.schoolId}:${slot}:${roster.stamp}`;
  let doing = under.get(key);
  if (!doing) under.set(key, (doing = hand(engine, roster, slot).finally(() => under.delete(key))));
  await doing;
}

async function hand(engine: Engine, roster: Roster, slot: number): Promise<void> {
  const { schoolId, stamp } = roster;
  const students = roster.shares[slot] ?? [];
  const has = new Set((await engine.run('recall', { schoolId }, slot)).fingerprintIds);
  const missing = students.flatMap((student) => student.fingerprintIds.filter((id) => !has.has(id)));
  for (let from = 0; from < missing.length; from += CHUNK) {
    const ids = missing.slice(from, from + CHUNK);
    const templates = await engine.context.db.readSchool(schoolId, async (tx) =>
      openTemplates(tx, engine.context, await listFingerprintsById(tx, ids)),
    );
    const most = Math.ceil(MOST_TEMPLATES / engine.size);
    await engine.run(
      'remember',
      { schoolId, templates: templates.map(({ id, bytes }) => ({ id, bytes })), most },
      slot,
    );
  }
  await engine.run('settle', { schoolId, stamp, students }, slot);
}

/** Rosters by school; lists of ids only. The stamp is read anew for every use, so an old one is never trusted. */
const rosters = new WeakMap<Engine, Map<string, Roster>>();
const MOST_SCHOOLS = 100;

function remembered(engine: Engine): Map<string, Roster> {
  let known = rosters.get(engine);
  if (!known) rosters.set(engine, (known = new Map()));
  if (known.size > MOST_SCHOOLS) known.clear();
  return known;
}

function slotOf(studentId: string, size: number): number {
  return Number.parseInt(studentId.slice(-6), 16) % size;
}
