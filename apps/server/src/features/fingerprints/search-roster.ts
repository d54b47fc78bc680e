import type { Engine } from './engine.ts';
import { listFingerprintsById } from './enrolled.ts';
import { engineBusy } from './errors.ts';
import { nearest } from './nearest.ts';
import type { Roster } from './roster.ts';
import type { Scored, Tasks } from './tasks.ts';
import { openTemplates } from './vault.ts';

const CHUNK = 200;
const MAX_ROUNDS = 3;

/** Finds the two active students whose fingers are nearest to a template, best first. Compares with the likeliest candidates only. */
export async function identifyInRoster(engine: Engine, roster: Roster, template: Uint8Array): Promise<Scored[]> {
  return searchRoster(engine, roster, template, { everybody: false, but: null });
}

/**
 * Finds the students other than `but` whose fingers are nearest to a template, best first: at most two active ones and one who has
 * left. Compares with everybody, because a duplicate that is missed at enrolment would be permanent.
 */
export async function findDuplicates(
  engine: Engine,
  roster: Roster,
  template: Uint8Array,
  but: string,
): Promise<Scored[]> {
  return searchRoster(engine, roster, template, { everybody: true, but });
}

type Among = Pick<Tasks['search']['ask'], 'everybody' | 'but'>;

/** Has every worker search its share, in parts, so that students at the gate need not wait for the whole search. */
async function searchRoster(engine: Engine, roster: Roster, template: Uint8Array, among: Among): Promise<Scored[]> {
  const found = await Promise.all(
    roster.shares.map((share, slot) => (share.length ? searchShare(engine, roster, slot, template, among) : [])),
  );
  return nearest(found.flat());
}

/** Compares with the impressions added since an earlier roster: a few, which need no worker with the whole school. */
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
    openTemplates(tx, engine.context, await listFingerprintsById(tx, engine.context, ids)),
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
  among: Among,
): Promise<Scored[]> {
  const { schoolId, stamp } = roster;
  const found: Scored[] = [];
  let from: number | null = 0;
  let rounds = 0;
  while (from !== null) {
    const part: Tasks['search']['answer'] = await engine.run(
      'search',
      { schoolId, stamp, template, from, ...among },
      slot,
    );
    if (!part.stale) {
      found.push(...part.nearest);
      from = part.next;
    } else if (++rounds <= MAX_ROUNDS) {
      await equip(engine, roster, slot);
    } else {
      throw engineBusy();
    }
  }
  return found;
}

const equipping = new WeakMap<Engine, Map<string, Promise<void>>>();

/** Sends a worker the templates of its share that it lacks; concurrent callers wait for the same transfer. */
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
      openTemplates(tx, engine.context, await listFingerprintsById(tx, engine.context, ids)),
    );
    const most = Math.ceil(engine.context.config.fingerprintsInMemory / engine.size);
    await engine.run(
      'remember',
      { schoolId, templates: templates.map(({ id, bytes }) => ({ id, bytes })), most },
      slot,
    );
  }
  await engine.run('settle', { schoolId, stamp, students }, slot);
}
