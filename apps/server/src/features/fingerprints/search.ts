import { bestScore, prepareProbe } from '@mfuko/fingerprint/matching/compare';
import { decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import { nearest } from './nearest.ts';
import type { RosterStudent, Scored, Tasks } from './tasks.ts';

/** After so long a search makes room for a student who waits at the gate. */
const PART_MS = 40;

/** Rosters of one school that a worker remembers side by side: a search may go on while a finger is enrolled. */
const MOST_ROSTERS = 4;

interface School {
  /** By stamp, in the order of their coming. */
  rosters: Map<string, readonly RosterStudent[]>;
  /** Null for one that does not read. */
  templates: Map<string, Template | null>;
}

/** In the order of last use. */
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
  for (const old of [...school.rosters.keys()].slice(0, -MOST_ROSTERS)) school.rosters.delete(old);
  const named = new Set(
    [...school.rosters.values()].flatMap((roster) => roster.flatMap((student) => student.fingerprintIds)),
  );
  for (const id of school.templates.keys()) if (!named.has(id)) school.templates.delete(id);
  return null;
}

export function search({ schoolId, stamp, template, from, but }: Tasks['search']['ask']): Tasks['search']['answer'] {
  const school = schoolOf(schoolId);
  const students = school.rosters.get(stamp);
  if (!students) return { stale: true };
  const probe = prepareProbe(decodeTemplate(template));
  const scored: Scored[] = [];
  const until = performance.now() + PART_MS;
  let place = from;
  for (; place < students.length && performance.now() < until; place++) {
    const student = students[place];
    if (!student || student.studentId === but) continue;
    const impressions = student.fingerprintIds.flatMap((id) => school.templates.get(id) ?? []);
    scored.push({ studentId: student.studentId, active: student.active, score: bestScore(probe, impressions) });
  }
  return { stale: false, nearest: nearest(scored), next: place < students.length ? place : null };
}

function read(bytes: Uint8Array): Template | null {
  try {
    return decodeTemplate(bytes);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** Drops the schools that were searched longest ago, but never the one that is at hand. */
function makeRoom(but: string, most: number): void {
  let count = [...schools.values()].reduce((sum, school) => sum + school.templates.size, 0);
  for (const [schoolId, school] of schools) {
    if (count <= most || schoolId === but) return;
    count -= school.templates.size;
    schools.delete(schoolId);
  }
}
