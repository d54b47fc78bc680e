import { bestScore, descriptorsOf, type Probe, prepareProbe } from '@mfuko/fingerprint/matching/compare';
import { highest, rankScore } from '@mfuko/fingerprint/matching/prefilter';
import { decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import { nearest } from './nearest.ts';
import type { RosterStudent, Scored, Tasks } from './tasks.ts';

/** Time after which a search of everybody yields to other tasks of the worker, such as a student at the gate. */
const PART_MS = 40;

/** Impressions that are ranked in one part, which takes about as long. */
const RANKED_TOGETHER = 6_000;

/** Students of a part who are compared after the ranking. */
const CANDIDATES = 100;

/** Rosters of one school that a worker keeps, since a search may continue while a finger is enrolled. */
const MAX_ROSTERS = 4;

interface School {
  /** By stamp, in the order of arrival. */
  rosters: Map<string, readonly RosterStudent[]>;
  /** By impression id, with the descriptors that a search needs cached on the template; null if unreadable. */
  templates: Map<string, Template | null>;
}

/** Ordered by last use. */
const schools = new Map<string, School>();

function schoolOf(schoolId: string): School {
  const school = schools.get(schoolId) ?? { rosters: new Map(), templates: new Map() };
  schools.delete(schoolId);
  schools.set(schoolId, school);
  return school;
}

export function recall({ schoolId }: Tasks['recall']['ask']): Tasks['recall']['answer'] {
  return { fingerprintIds: [...schoolOf(schoolId).templates.keys()] };
}

export function remember({ schoolId, templates, most }: Tasks['remember']['ask']): null {
  const school = schoolOf(schoolId);
  for (const { id, bytes } of templates) school.templates.set(id, read(bytes));
  makeRoom(schoolId, most);
  return null;
}

export function forget({ schoolId, fingerprintIds }: Tasks['forget']['ask']): null {
  for (const id of fingerprintIds) schools.get(schoolId)?.templates.delete(id);
  return null;
}

export function settle({ schoolId, stamp, students }: Tasks['settle']['ask']): null {
  const school = schoolOf(schoolId);
  school.rosters.delete(stamp);
  school.rosters.set(stamp, students);
  for (const old of [...school.rosters.keys()].slice(0, -MAX_ROSTERS)) school.rosters.delete(old);
  const named = new Set(
    [...school.rosters.values()].flatMap((roster) => roster.flatMap((student) => student.fingerprintIds)),
  );
  for (const id of school.templates.keys()) if (!named.has(id)) school.templates.delete(id);
  return null;
}

export function search(ask: Tasks['search']['ask']): Tasks['search']['answer'] {
  const school = schoolOf(ask.schoolId);
  const students = school.rosters.get(ask.stamp);
  if (!students) return { stale: true };
  const probe = prepareProbe(decodeTemplate(ask.template));
  return ask.everybody ? compareAll(school, students, probe, ask) : compareLikely(school, students, probe, ask.from);
}

type Part = Extract<Tasks['search']['answer'], { stale: false }>;

/** Compares with every student, for at most the time of a part. */
function compareAll(
  school: School,
  students: readonly RosterStudent[],
  probe: Probe,
  { from, but }: { readonly from: number; readonly but: string | null },
): Part {
  const scored: Scored[] = [];
  const until = performance.now() + PART_MS;
  let place = from;
  for (; place < students.length && performance.now() < until; place++) {
    const student = students[place];
    if (student && student.studentId !== but) scored.push(compareWith(school, student, probe));
  }
  return { stale: false, nearest: nearest(scored), next: place < students.length ? place : null };
}

/** Ranks the active students, as many as a part may hold, and compares with the likeliest. */
function compareLikely(school: School, students: readonly RosterStudent[], probe: Probe, from: number): Part {
  const ranked: RosterStudent[] = [];
  const ranks: number[] = [];
  let place = from;
  for (let impressions = 0; place < students.length && impressions < RANKED_TOGETHER; place++) {
    const student = students[place];
    if (!student?.active) continue;
    const enrolled = templatesOf(school, student);
    ranked.push(student);
    ranks.push(enrolled.reduce((best, template) => Math.max(best, rankScore(probe, template)), 0));
    impressions += enrolled.length;
  }
  const likeliest = highest(ranks, CANDIDATES).flatMap((k) => ranked[k] ?? []);
  const scored = likeliest.map((student) => compareWith(school, student, probe));
  return { stale: false, nearest: nearest(scored), next: place < students.length ? place : null };
}

function compareWith(school: School, student: RosterStudent, probe: Probe): Scored {
  const score = bestScore(probe, templatesOf(school, student));
  return { studentId: student.studentId, active: student.active, score };
}

function templatesOf(school: School, { fingerprintIds }: RosterStudent): Template[] {
  return fingerprintIds.flatMap((id) => school.templates.get(id) ?? []);
}

function read(bytes: Uint8Array): Template | null {
  try {
    const template = decodeTemplate(bytes);
    // Computed now, so that the first search need not wait for it.
    descriptorsOf(template);
    return template;
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** Drops the schools that were searched longest ago, but never `but`. */
function makeRoom(but: string, most: number): void {
  let count = [...schools.values()].reduce((sum, school) => sum + school.templates.size, 0);
  for (const [schoolId, school] of schools) {
    if (count <= most || schoolId === but) return;
    count -= school.templates.size;
    schools.delete(schoolId);
  }
}
